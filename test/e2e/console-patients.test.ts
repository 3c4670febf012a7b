import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'

describe.runIf(hasBrowser)('the desk of a patient in the console', () => {
  const given = givenConsole()

  test('staff enroll a person, add a medicine, ask the payer again, hold the record and end its part in the program', async () => {
    const { page, troubles } = await given.open('/patients')
    await page.getByRole('button', { name: 'Enroll a patient' }).click()
    const enroll = page.getByRole('dialog', { name: 'Enroll a patient' })
    expect(await axeViolations(page)).toEqual([])
    await enroll.getByLabel('First name').fill('Inés')
    await enroll.getByLabel('Last name').fill('Marlowe')
    await enroll.getByLabel('Date of birth').fill('1984-03-09')
    await enroll.getByLabel('Phone').fill('703 555')
    await enroll.getByRole('button', { name: 'Enroll', exact: true }).click()
    await enroll.getByText('Enter the number with its area code, such as 703 555 0135.').waitFor()
    await enroll.getByLabel('Phone').fill('703 555 0188')
    await enroll.getByLabel('Payer').selectOption('Aetna')
    await enroll.getByLabel('Member ID').fill('M-4410')
    await enroll.getByRole('button', { name: 'Enroll', exact: true }).click()
    await page.getByRole('heading', { name: 'Inés Marlowe' }).waitFor()

    await page.getByRole('button', { name: 'Take them from the calls' }).click()
    await page.getByText('The calls tell nothing new.').waitFor()
    await page.getByRole('button', { name: 'Add a medicine' }).click()
    const add = page.getByRole('dialog', { name: 'Add a medicine' })
    await add.getByLabel('Medicine, by brand or generic name').fill('Skyrizi')
    await add.getByLabel('NPI of the prescriber').fill('12')
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await add.locator('[aria-invalid=true]').waitFor()
    await add.getByLabel('NPI of the prescriber').fill('1234567893')
    await add.getByLabel('Needs prior authorization').check()
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('cell', { name: 'Skyrizi' }).waitFor()

    await page.getByRole('link', { name: 'Coverage' }).click()
    await page.getByRole('button', { name: 'Verify again' }).click()
    await page.getByText('The payer is being asked.').waitFor()
    await page.getByRole('region', { name: 'Verifications, table' }).getByRole('row').nth(1).waitFor()

    await page.getByRole('link', { name: 'Timeline' }).click()
    const timeline = page.getByRole('region', { name: 'Timeline, table' })
    for (const what of ['Enrolled', 'Medicine on record', 'Benefits verification']) await timeline.getByText(what).first().waitFor()
    expect(await axeViolations(page)).toEqual([])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV of Timeline' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('timeline.csv')
    const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head).toBe('When,What,Details,State')
    expect(lines.at(-1)).toMatch(/^"[^"]+",Enrolled,,$/)

    await page.getByRole('button', { name: 'Place a legal hold' }).click()
    await page.getByLabel('Which matter').fill('Marlowe v. Program')
    await page.getByRole('button', { name: 'Place it' }).click()
    await page.getByText('Marlowe v. Program').waitFor()
    await page.getByRole('button', { name: 'Lift the hold' }).click()
    await page.getByRole('button', { name: 'Place a legal hold' }).waitFor()

    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Reactivate' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(troubles).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/patient.png`, fullPage: true })
    await page.close()
  })
})
