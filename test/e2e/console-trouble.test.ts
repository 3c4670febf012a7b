import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// What somebody reads and types in the console outlives trouble of the moment, and what colleagues do meanwhile.

const failing = (fields: string) => async (route: Route) => {
  if (!(route.request().postData() ?? '').includes(fields)) return route.continue()
  const response = await route.fetch()
  const { data } = await response.json()
  const nothing = Object.fromEntries(Object.keys(data).map((name) => [name, null]))
  return route.fulfill({
    response,
    json: { data: nothing, errors: [{ message: 'Something is amiss.', extensions: { code: 'INTERNAL' } }] },
  })
}

describe.runIf(hasBrowser)('in trouble', () => {
  const given = givenConsole()

  test('what cannot be read is not shown as not there', async () => {
    const person = await workOf(given.service).voice.person()
    const { page } = await given.open(`/patients/${person.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/graphql', failing('adverseEvents('))
    await page.getByRole('link', { name: 'Adverse events' }).click()
    await page.getByText('Something is amiss.').waitFor()
    expect(await page.getByText('No adverse event was reported').count()).toBe(0)
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No adverse event was reported').waitFor()
    await page.close()
  })

  test('a page that cannot be read again keeps what was read, and what is typed on it', async () => {
    const { voice, flagged } = workOf(given.service)
    const { recordId } = await flagged()
    const { page } = await given.open(`/safety/${recordId}`)
    await page.getByRole('button', { name: 'Complete it' }).click()
    await page.getByRole('textbox', { name: 'Dose' }).fill('80 mg')
    await page.route('**/graphql', (route) => route.abort())
    const change = 'mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }'
    await voice.query(change, { input: { id: recordId, onset: '2026-11' } })
    await page.getByText('The service cannot be reached').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('textbox', { name: 'Dose' }).inputValue()).toBe('80 mg')
    await page.unroute('**/graphql')
    await page.close()
  })

  test('what a colleague saved while a case was being completed is not undone: the second is told', async () => {
    const { voice, flagged } = workOf(given.service)
    const { recordId } = await flagged()
    const { page } = await given.open(`/safety/${recordId}`)
    await page.getByRole('button', { name: 'Complete it' }).click()
    await page.getByRole('textbox', { name: 'Dose' }).fill('80 mg')
    const change = 'mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }'
    await voice.query(change, { input: { id: recordId, onset: '2026-11' } })
    await page.getByText('2026-11').first().waitFor({ state: 'attached' })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    const { adverseEvent } = await voice.query('query($id: Int!) { adverseEvent(id: $id) { onset dose } }', { id: recordId })
    expect(adverseEvent).toEqual({ onset: '2026-11', dose: null })
    await page.close()
  })

  test('a note leaves what was put in of an assessment', async () => {
    const { recordId } = await workOf(given.service).flagged()
    const { page } = await given.open(`/safety/${recordId}`)
    const review = page.getByRole('region', { name: 'Review' })
    await review.getByLabel('Severity').selectOption('life_threatening')
    await page.getByLabel('Note').fill('Asked the clinic.')
    await page.getByRole('button', { name: 'Add the note only' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Asked the clinic.' }).first().waitFor()
    expect(await review.getByLabel('Severity').inputValue()).toBe('life_threatening')
    await page.close()
  })

  test('what is sent again because its answer was lost happens once', async () => {
    const { voice } = workOf(given.service)
    const person = await voice.person()
    const { page } = await given.open(`/patients/${person.id}`)
    await page.getByRole('link', { name: 'Notes' }).click()
    await page.getByLabel('A note about this patient').fill('Prefers mornings.')
    await page.route('**/graphql', async (route) => {
      if (!(route.request().postData() ?? '').includes('addPatientNote')) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByText('The service cannot be reached').first().waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await until(async () => (await page.getByLabel('A note about this patient').inputValue()) === '')
    const rows = await given.service.sql(`SELECT 1 FROM patient_note WHERE patient_id = ${person.id}`)
    expect(rows).toHaveLength(1)
    await page.close()
  })
})
