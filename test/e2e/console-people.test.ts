import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

describe.runIf(hasBrowser)('people in the console', () => {
  const given = givenConsole()

  test('an administrator adds a person, gives other roles, refuses and lets in again', async () => {
    const { page, troubles } = await given.open('/operators?view=people')
    await page.getByRole('button', { name: 'Add a person' }).click()
    const add = page.getByRole('dialog', { name: 'Add a person' })
    expect(await axeViolations(page)).toEqual([])
    await add.getByLabel('Name').fill('Noor Haddad')
    await add.getByLabel('E-mail address they sign in with').fill('noor@hub.example')
    await add.getByLabel('Safety reviewer').check()
    await add.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('row', { name: /Noor Haddad/ })
    await row.getByText('Safety reviewer').waitFor()
    await row.getByRole('button', { name: 'Edit Noor Haddad' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Noor Haddad' })
    await edit.getByLabel('Safety reviewer').uncheck()
    await edit.getByLabel('Supervisor').check()
    await edit.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Supervisor').waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/people.png`, fullPage: true })
    await row.getByRole('button', { name: 'Refuse Noor Haddad' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByLabel('Show').selectOption('All')
    await row.getByRole('button', { name: 'Let in again Noor Haddad' }).click()
    await row.getByRole('button', { name: 'Refuse Noor Haddad' }).waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })

  test('an administrator finds in the audit who was refused, and who read a patient', async () => {
    const { person } = await voiceOf(given.service).verified()
    await given.service.rest('GET', `/v1/patients/${person.id}`)
    const { page, troubles } = await given.open('/operators?view=audit')
    const table = page.getByRole('region', { name: 'Audit, table' })
    await table.getByRole('row').nth(1).waitFor()
    await page.getByLabel('Action').fill('patient.read')
    await page.getByLabel('Patient, by our number').fill(String(person.id))
    await until(async () => {
      const actions = await table.getByRole('cell', { name: /^[a-z_]+\.[a-z_]+/ }).allInnerTexts()
      return actions.length > 0 && actions.every((action) => action.startsWith('patient.read'))
    })
    await page.getByLabel('To', { exact: true }).fill('2001-01-01')
    await page.getByText('Nothing of this kind is on record').waitFor()
    await page.getByLabel('To', { exact: true }).fill('')
    await table.getByRole('row').nth(1).waitFor()
    expect(page.url()).toMatch(/view=audit$/)
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/audit.png`, fullPage: true })
    expect(troubles).toEqual([])
    await page.close()
  })
})
