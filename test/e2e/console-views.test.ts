import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { patientBody, until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

describe.runIf(hasBrowser)('views of the queue', () => {
  const given = givenConsole(async (service) => {
    await workOf(service).callback()
    await workOf(service).flagged({ medication_name: 'Humira' })
  })

  test('filters are saved under a name, gone back to, and removed', async () => {
    const { page, troubles } = await given.open('/work?kind=callback')
    await page.getByRole('button', { name: 'Save as a view' }).click()
    const naming = page.getByRole('dialog', { name: 'Save as a view' })
    await naming.getByLabel('Name').fill('To call back')
    expect(await axeViolations(page)).toEqual([])
    await naming.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as To call back.').waitFor()
    const view = page.getByLabel('View', { exact: true })
    await page.getByLabel('Kind').selectOption({ index: 0 })
    await page.getByRole('row').filter({ hasText: 'Adverse event' }).first().waitFor()
    await view.selectOption('To call back')
    await page.getByText('1 waiting').waitFor()
    expect(new URL(page.url()).search).toBe('?kind=callback')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove the view' }).click()
    await page.getByText('The view To call back is removed.').waitFor()
    await view.waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
    await page.close()
  })

  test('what the service refuses is not told as done', async () => {
    const { page } = await given.open('/prior-authorization?payer=no.payer')
    await page.getByRole('button', { name: 'Save as a view' }).click()
    const naming = page.getByRole('dialog', { name: 'Save as a view' })
    await naming.getByLabel('Name').fill('Of nobody')
    await naming.getByRole('button', { name: 'Save' }).click()
    await naming.getByRole('alert').filter({ hasText: 'must be a page of the console' }).waitFor()
    expect(await page.getByText('Saved as Of nobody.').count()).toBe(0)
    await page.close()
  })

  test('a list is put in order by a heading, either way, and stays so when a record of it opens', async () => {
    for (const [first_name, last_name] of [
      ['Ada', 'Quill'],
      ['Ben', 'Adler'],
      ['Cy', 'Zorn'],
    ] as const) {
      await given.service.rest('POST', '/v1/patients', { body: patientBody({ first_name, last_name, payer_id: 'aetna' }) })
    }
    const { page, troubles } = await given.open('/patients')
    const names = async () => (await page.getByRole('row').getByRole('link').allInnerTexts()).map((name) => name.split(',')[0])
    const shows = (...expected: string[]) =>
      until(async () => (await names()).filter((name) => expected.includes(name ?? '')).join() === expected.join())
    await page.getByRole('button', { name: 'Name' }).click()
    await shows('Adler', 'Quill', 'Zorn')
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Name' }).click()
    await shows('Zorn', 'Quill', 'Adler')
    expect(new URL(page.url()).search).toBe('?order=LAST_NAME-DESC')
    await page.goto(`${given.service.url()}/console/prior-authorization?payer=aetna&order=CREATED_AT-DESC`)
    await page.getByRole('heading', { name: 'Prior authorization' }).waitFor()
    const saving = page.getByRole('button', { name: 'Save as a view' })
    await saving.click()
    await page.getByRole('dialog').getByLabel('Name').fill('Newest of Aetna')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as Newest of Aetna.').waitFor()
    const { data } = await given.service.graphql('{ caller { savedViews { address } } }')
    expect(data.caller.savedViews).toEqual([{ address: '/prior-authorization?order=CREATED_AT-DESC&payer=aetna' }])
    expect(troubles).toEqual([])
    await page.close()
  })
})
