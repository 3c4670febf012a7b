import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until, widgetKey } from '../support/service.ts'

// docs/safety-reporting.md: from a visitor's words to the manufacturer's number.

describe.runIf(hasBrowser)('safety reports in the console', () => {
  const given = givenConsole()

  test('a chat message becomes a case, is completed, triaged by keys, sent by hand, acknowledged and compared', async () => {
    const { page, troubles } = await given.open('/safety/programs')
    await page.getByText('No manufacturer is told').waitFor()
    await page.getByLabel('Manufacturer', { exact: true }).first().fill('Novartis')
    await page.getByLabel('Medicines, parted by commas').fill('Cosentyx')
    await page.getByLabel('How reports go out').selectOption('manual')
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('Manual to staff').waitFor()
    expect(await axeViolations(page)).toEqual([])

    const message = 'I got hives all over after my Cosentyx shot, since Tuesday. The lot number is A77B2. I am still itching.'
    const { status } = await given.service.rest('POST', '/api/v1/widget/chat', {
      headers: { 'x-api-key': widgetKey },
      key: null,
      body: { message },
    })
    expect(status).toBe(200)
    await until(
      async () => (await given.service.graphql('{ safetyReports(first: 1) { totalCount } }')).data.safetyReports.totalCount === 1,
      20,
    )

    await page.getByRole('link', { name: 'Reports', exact: true }).click()
    await page.getByRole('link', { name: /^AE-/ }).click()
    const facts = page.getByRole('region', { name: 'For the safety report' })
    await facts.getByText('A77B2', { exact: true }).or(facts.getByText('A77B2')).first().waitFor()
    await facts.getByText('“Tuesday”').waitFor()
    expect(await facts.getByText('Missing', { exact: false }).count()).toBeGreaterThan(2)
    await facts.getByRole('button', { name: 'Complete it' }).click()
    await page.getByLabel('Dose', { exact: true }).fill('300 mg')
    await page.getByLabel('Outcome').selectOption('recovering')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await facts.getByText('300 mg').waitFor()

    const reports = page.getByRole('region', { name: 'Safety reports' })
    await reports.getByText('Waiting').waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true })
    // On a slow network: whoever acts again at once acts on the new version.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query SafetyCase(')) await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.locator('body').click({ position: { x: 5, y: 5 } })
    for (const key of ['p', 'r', 'e', 'm', 't']) await page.keyboard.press(key)
    await page.getByText('Triage saved.').waitFor()
    await reports.getByRole('button', { name: 'I sent it' }).click()
    await reports.getByLabel('Their number').fill('NVS-9')
    await reports.getByRole('button', { name: 'They have it' }).click()
    await reports.getByText('as NVS-9').waitFor()

    await page.getByRole('link', { name: 'Safety', exact: true }).first().click()
    await page.getByRole('link', { name: 'Programs', exact: true }).click()
    await page.getByRole('combobox', { name: 'Manufacturer', exact: true }).selectOption({ label: 'Novartis' })
    await page.getByLabel('Their list as CSV', { exact: false }).fill('case_number,version\nAE-1999-000001,1')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('2 differences found.').waitFor()
    await page.getByText('AE-1999-000001, version 1').waitFor()
    if (process.env.SCREENSHOT_PROGRAMS) await page.screenshot({ path: process.env.SCREENSHOT_PROGRAMS, fullPage: true })
    expect(await axeViolations(page)).toEqual([])
    expect(troubles).toEqual([])
  })

  test('a member of staff enters a case that somebody told', async () => {
    const { page, troubles } = await given.open('/safety')
    await page.getByRole('button', { name: 'Enter a case' }).click()
    await page.getByLabel('What happened, in their words').fill('Fainted an hour after the infusion')
    await page.getByLabel('Suspect medicine').fill('Remicade')
    await page.getByRole('button', { name: 'Open the case' }).click()
    await page.getByText('Learned from').waitFor()
    await page.getByText('Staff', { exact: true }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${given.service.url()}/console/safety`)
    await page.getByRole('searchbox', { name: 'Words in cases' }).fill('faint remicade')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByText('Fainted an hour after the infusion').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(page.url()).not.toContain('faint')
    expect(troubles).toEqual([])
  })

  test('the page of a link acknowledges when its button is pressed, and says what is wrong with another link', async () => {
    const { page } = await given.open('/safety')
    await page.goto(`${given.service.url()}/safety-reports/acknowledge#${'x'.repeat(32)}`)
    await page.getByRole('heading', { name: 'Acknowledge a safety report' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'We received it' }).click()
    await page.getByText('This link is of no safety report.').waitFor()
    if (process.env.SCREENSHOT_LINK) await page.screenshot({ path: process.env.SCREENSHOT_LINK })
  })
})
