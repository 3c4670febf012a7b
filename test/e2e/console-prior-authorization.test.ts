import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'

describe.runIf(hasBrowser)('the course of a prior authorization in the console', () => {
  let caseId = 0
  const given = givenConsole(async (service) => {
    const benefits = benefitsOf(service)
    const { id } = await benefits.voice.person({ payer_id: 'aetna' })
    await benefits.settled(id)
    caseId = (await benefits.start(id, 'Skyrizi')).paCaseId
    await benefits.settled(id)
  })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  test('staff fill in a payer’s times, send a request, record a denial, appeal, and are told of the renewal', async () => {
    const { page, troubles } = await given.open(`/prior-authorization?case=${caseId}`)
    await page.getByRole('button', { name: 'Payers’ times' }).click()
    const times = page.getByRole('dialog', { name: 'Payers’ times' })
    await times.getByLabel('Payer').selectOption('Aetna')
    await times.getByLabel('Hours for a standard decision').fill('72')
    await times.getByLabel('Days for an appeal').fill('180')
    expect(await axeViolations(page)).toEqual([])
    await times.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Times of Aetna saved.').waitFor()
    await page.keyboard.press('Escape')

    const one = page.getByRole('complementary', { name: 'The case' })
    const fact = (title: string, text: string) =>
      one
        .locator('dt', { hasText: new RegExp(`^${title}$`) })
        .locator('xpath=following-sibling::dd[1]')
        .filter({ hasText: text })
        .waitFor()
    await one.getByLabel('Sent by').selectOption('Fax')
    await one.getByLabel('Diagnosis').fill('psoriasis')
    await one.getByRole('button', { name: 'Request sent' }).click()
    await one.getByText('Diagnosis codes must be an ICD-10-CM code.').waitFor()
    await one.getByLabel('Diagnosis').fill('L40.0, K50.90')
    await one.getByRole('button', { name: 'Request sent' }).click()
    await fact('Sent by', 'Fax')
    await fact('Diagnosis', 'L40.0, K50.90')
    await one.locator('dt', { hasText: /^Due$/ }).waitFor()
    await page.getByRole('cell', { name: 'Pending' }).waitFor()

    await one.getByLabel('Reason of a denial').fill('Step therapy not shown')
    await one.getByRole('button', { name: 'Denied' }).click()
    await one.getByText('Appeal due').waitFor()
    await fact('Denied because', 'Step therapy not shown')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pa-denied.png`, fullPage: true })
    await page.getByLabel('Due', { exact: true }).selectOption('Appeals')
    await page.getByRole('cell', { name: 'Skyrizi' }).waitFor()
    await page.getByLabel('Due', { exact: true }).selectOption('Any time')
    await one.getByRole('button', { name: 'Appeal', exact: true }).click()
    await one.getByText('Appeal due').waitFor({ state: 'detached' })

    await one.getByLabel('Approved from').fill(inDays(0))
    await one.getByLabel('Approved to').fill(inDays(25))
    await one.getByRole('button', { name: 'Approved', exact: true }).click()
    await one.locator('dt', { hasText: /^Approved to$/ }).waitFor()
    await page.reload()
    await one.getByText('Renewal due').waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pa-renewal.png`, fullPage: true })
    await one.getByRole('button', { name: 'No renewal' }).click()
    await one.getByText('Renewal due').waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
    await page.close()
  })

  test('staff keep a document with the case, save it, and remove one that does not belong there', async () => {
    const { page, troubles } = await given.open(`/prior-authorization?case=${caseId}`)
    const one = page.getByRole('complementary', { name: 'The case' })
    await one.getByRole('button', { name: 'Add a document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a document' })
    await dialog.getByLabel('What it is').selectOption('Clinical notes')
    const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, 'x')])
    await dialog.getByLabel('File').setInputFiles({ name: 'chart.pdf', mimeType: 'application/pdf', buffer })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add' }).click()
    await one.getByText('2.0 MB').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), one.getByRole('button', { name: 'Save chart.pdf' }).click()])
    expect(download.suggestedFilename()).toBe('chart.pdf')
    expect((await readFile(await download.path())).equals(buffer)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await one.getByRole('button', { name: 'Remove chart.pdf' }).click()
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await one.getByText('None yet.').waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })
})
