import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
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
})
