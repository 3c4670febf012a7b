import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { axeViolations, hasBrowser, launchBrowser } from '../support/browser.ts'
import { chatOf } from '../support/chat.ts'
import { openPage, signInByKey } from '../support/console-browser.ts'
import { watchRequests } from '../support/console-crawl.ts'
import { audience, startIdentityProvider } from '../support/identity-provider.ts'
import { startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// A day of each role: what they come for, from the sign-in on, in one sitting. Two of them never touch the mouse. With SHOTS=<folder> each
// step leaves its picture.

type Work = ReturnType<typeof workOf>

interface Day {
  page: Page
  /** Looks at a step: nothing is wrong for whoever cannot see or point. */
  look: (step: string) => Promise<void>
  /** Presses keys, one after the other. */
  press: (...keys: string[]) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
}

describe.runIf(hasBrowser)('a day in the console', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  let service: TestService
  let browser: Browser
  let work: Work
  let patient: { id: number; last_name: string }
  beforeAll(async () => {
    provider = await startIdentityProvider()
    service = await startTestService({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience })
    work = workOf(service)
    browser = await launchBrowser()
    patient = await work.voice.person({ first_name: 'Rosa', last_name: 'Delgado', payer_id: 'aetna' })
    const benefits = benefitsOf(service)
    await benefits.settled(patient.id)
    await benefits.start(patient.id, 'Skyrizi')
    await benefits.settled(patient.id)
    await work.flagged({ patient_id: patient.id, severity: 'severe', medication_name: 'Humira' })
    await work.callback()
    await work.callback()
    const query = 'keep brelimab in a beach bag'
    await service.rest('POST', '/api/v1/widget/search', { key: null, headers: { 'x-api-key': widgetKey }, body: { query, limit: 3 } })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  /** Signs somebody of a role in, on a screen of this size, and holds the day to what every day holds to. */
  async function dayOf(
    role: string,
    screen: { width: number; height: number },
    theme: 'light' | 'dark',
    live: (day: Day) => Promise<void>,
  ) {
    const { page, troubles } = await openPage(browser, service.url())
    await page.setViewportSize(screen)
    const { refused, settled } = watchRequests(page)
    const look = async (step: string) => {
      await settled()
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.emulateMedia({ colorScheme: theme })
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${role}-${step}.png` })
    }
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.emulateMedia({ colorScheme: theme })
    await signInByKey(page, service.url(), '', await provider.token(role, { name: `${role.replace('_', ' ')} Sam`, roles: [role] }))
    await page.locator('main#main h1').waitFor()
    await live({ page, look, press, type: (text) => page.keyboard.type(text) })
    expect({ refused, troubles }).toEqual({ refused: [], troubles: [] })
    await page.close()
  }

  /** Tabs on until something of this name has the focus. */
  async function tabTo({ page, press }: Day, name: RegExp, key = 'Tab') {
    for (let tries = 0; tries < 80; tries++) {
      const named = await page.evaluate(() => {
        const { activeElement: at } = document
        const label =
          at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement ? at.labels?.[0] : null
        return (at?.getAttribute('aria-label') ?? label?.textContent ?? at?.textContent ?? '').trim()
      })
      if (name.test(named)) return
      await press(key)
    }
    throw new Error(`Nothing called ${name} takes the focus.`)
  }

  test('a safety reviewer, by keyboard alone, takes the gravest case, reads what was said, and confirms it', () =>
    dayOf('safety_reviewer', { width: 1440, height: 900 }, 'dark', async (day) => {
      const { page, look, press } = day
      await page.getByRole('row', { name: /Adverse event/ }).waitFor()
      await look('queue')
      await press('t')
      await page.getByText('This work is yours.').waitFor()
      await press('Enter')
      await page.getByRole('complementary').getByText('A rash on both arms').waitFor()
      await look('item')
      await tabTo(day, /^AE-/)
      await press('Enter')
      await page.waitForURL(/\/safety\/\d+$/)
      await page.getByRole('region', { name: 'Review' }).waitFor()
      await look('case')
      await tabTo(day, /^Note/)
      await day.type('Consistent with the label.')
      await tabTo(day, /^Confirm$/)
      await press('Enter')
      await page.getByText('Adverse event confirmed.').waitFor()
      await look('confirmed')
      await press('g', 'w')
      await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor()
    }))

  test('a care coordinator, by keyboard alone, finds a patient, notes what was said, opens a task, and calls back', () =>
    dayOf('care_coordinator', { width: 1280, height: 800 }, 'light', async (day) => {
      const { page, look, press, type } = day
      await press('/')
      await page.getByRole('dialog', { name: 'Find or go to' }).waitFor()
      await type('Delgado')
      await page.getByRole('option', { name: /Delgado, Rosa/ }).waitFor()
      await look('find')
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Rosa Delgado' }).waitFor()
      await tabTo(day, /^Notes$/)
      await press('Enter')
      await tabTo(day, /^A note about this patient/)
      await type('Travels until Friday.')
      await tabTo(day, /^Add the note$/)
      await press('Enter')
      await page.getByRole('listitem').filter({ hasText: 'Travels until Friday.' }).waitFor()
      await look('note')
      await tabTo(day, /^Callbacks and follow-ups$/, 'Shift+Tab')
      await press('Enter')
      await tabTo(day, /^Open a task$/)
      await press('Enter')
      await page.getByRole('dialog', { name: 'Open a task' }).waitFor()
      await type('Send the travel letter')
      await look('task')
      await tabTo(day, /^Open it$/)
      await press('Enter')
      await page.getByRole('link', { name: 'Send the travel letter' }).waitFor()
      await press('g', 'w')
      await page
        .getByRole('row', { name: /^.*Callback/ })
        .first()
        .waitFor()
      await tabTo(day, /^Kind/)
      await type('Callback')
      await until(() => page.url().includes('kind=callback'))
      await page.locator('main#main').focus()
      await press('Enter')
      await page.getByRole('button', { name: 'Called back' }).waitFor()
      await look('callback')
      await press('d', 'Enter')
      await page.getByText('Callback completed.').waitFor()
    }))

  test('a benefits specialist, on a telephone, reads a policy’s requirements, sends the request and records the approval', () =>
    dayOf('benefits_specialist', { width: 390, height: 844 }, 'light', async ({ page, look }) => {
      await page.getByRole('link', { name: 'Prior authorization' }).first().click()
      await page.waitForURL(/case=\d+|work/)
      await page.goto(`${service.url()}/console/prior-authorization`)
      await page.getByRole('link', { name: 'Skyrizi' }).click()
      const one = page.getByRole('complementary', { name: 'The case' })
      await one.getByLabel('Sent by').selectOption('Portal')
      await look('case')
      await one.getByLabel('Diagnosis').fill('L40.0')
      await one.getByRole('button', { name: 'Request sent' }).click()
      await one.getByLabel('Approved to').fill('2099-01-01')
      await one.getByLabel('Note').fill('By telephone')
      await one.getByRole('button', { name: 'Approved', exact: true }).click()
      await one.locator('dt', { hasText: /^Approved to$/ }).waitFor()
      await look('approved')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Patients' }).click()
      await page.getByRole('link', { name: /Delgado, Rosa/ }).click()
      await page.getByRole('link', { name: 'Coverage' }).click()
      await page.getByRole('table', { name: 'Benefits with their sources' }).waitFor()
      await look('coverage')
    }))

  test('a supervisor sees how much waits and for whom, hands out what nobody has, and sets when it is due', () =>
    dayOf('supervisor', { width: 1440, height: 900 }, 'light', async ({ page, look }) => {
      await page.getByRole('link', { name: 'Figures' }).click()
      await page.getByRole('region', { name: 'Work that waits' }).waitFor()
      await look('figures')
      await page.getByRole('link', { name: /^Work/ }).click()
      await page.getByLabel('Person').selectOption('Nobody yet')
      await page.getByLabel('All of Work queue').check()
      await look('chosen')
      const chosen = page.getByRole('region', { name: 'What to do with the chosen items' })
      await chosen.getByLabel('Assign to').selectOption('supervisor Sam')
      await page.getByText(/^Assigned: \d+ items?\./).waitFor()
      await page.getByRole('button', { name: 'When work is due' }).click()
      const rules = page.getByRole('dialog', { name: 'When work is due' })
      await rules.getByLabel('Callback, medium, hours').fill('8')
      await look('rules')
      await rules.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. It applies').waitFor()
      await page.getByLabel('Person').selectOption('Me')
      await page.getByRole('cell', { name: 'supervisor Sam' }).first().waitFor()
      await page.getByRole('link', { name: 'Conversations' }).click()
      await page.getByRole('button', { name: 'supervisor Sam' }).click()
      await page.getByRole('menuitem', { name: 'Answer visitors who want a person' }).click()
      await chatOf(service).say('Can I talk to a real person?')
      await page.getByRole('link', { name: 'A person wanted' }).click()
      await page.getByRole('link', { name: 'Can I talk to a real person?' }).click()
      await page.getByRole('button', { name: 'Take over' }).waitFor()
      await look('conversation')
    }))

  test('a content editor answers what the library could not and publishes it', () =>
    dayOf('content_editor', { width: 1280, height: 800 }, 'dark', async ({ page, look }) => {
      await page.getByRole('link', { name: 'Not answered' }).click()
      const asked = page.getByRole('listitem').filter({ hasText: 'keep brelimab in a beach bag' })
      await asked.waitFor()
      await look('not-answered')
      await asked.getByRole('button', { name: 'Write the answer' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Answer').fill('Keep Brelimab out of a beach bag: it must stay below 25 degrees.')
      await dialog.getByRole('button', { name: 'Draft it' }).click()
      const source = page.getByRole('complementary', { name: 'The source' })
      await source.getByText('it must stay below 25 degrees').waitFor()
      await look('draft')
      await source.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
      await source
        .getByText(/Published/)
        .first()
        .waitFor()
      await look('published')
    }))

  test('an administrator lets somebody in, makes a key for a role with a last day, and reads who was refused', () =>
    dayOf('administrator', { width: 1280, height: 800 }, 'light', async ({ page, look }) => {
      await page.getByRole('link', { name: 'Operators' }).click()
      await page.getByRole('link', { name: 'People' }).click()
      await page.getByRole('button', { name: 'Add a person' }).click()
      const person = page.getByRole('dialog', { name: 'Add a person' })
      await person.getByLabel('Name').fill('Noor Haddad')
      await person.getByLabel('E-mail address they sign in with').fill('noor@hub.example')
      await person.getByLabel('Safety reviewer').check()
      await person.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('row', { name: /Noor Haddad/ }).waitFor()
      await look('people')
      await page.getByRole('link', { name: 'Keys' }).click()
      const key = page.getByRole('region', { name: 'New key' })
      await key.getByLabel('Name: who or what uses it').fill('Night desk')
      await key.getByLabel('For the work of a').selectOption('Care coordinator')
      await key.getByLabel('Last day; without an end if empty').fill('2099-12-31')
      await look('key')
      await key.getByRole('button', { name: 'Make key' }).click()
      await key.getByText('This is the key.').waitFor()
      await service.rest('GET', '/v1/patients', { key: 'care_nobody' })
      await page.getByRole('link', { name: 'Audit' }).click()
      await page.getByRole('region', { name: 'Audit, table' }).getByRole('row').nth(1).waitFor()
      await look('audit')
    }))
})
