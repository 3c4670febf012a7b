import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Tour } from './looks.ts'
import type { Places } from './places.ts'
import type { FilledService } from './service.ts'

const pagesOf = (at: Places): Record<string, string> => ({
  work: '/work',
  'work-item': `/work?item=${at.workItem}`,
  patients: '/patients',
  'patient-medications': `/patients/${at.patient}`,
  'patient-coverage': `/patients/${at.patient}?tab=coverage`,
  'patient-calls': `/patients/${at.patient}?tab=calls`,
  'patient-safety': `/patients/${at.patient}?tab=safety`,
  'patient-follow-up': `/patients/${at.patient}?tab=follow-up`,
  'patient-notes': `/patients/${at.patient}?tab=notes`,
  'patient-record': `/patients/${at.patient}/record`,
  'patient-audit': `/patients/${at.patient}?tab=audit`,
  safety: '/safety',
  'safety-case': `/safety/${at.safetyCase}`,
  'prior-authorization': '/prior-authorization',
  'prior-authorization-case': `/prior-authorization?case=${at.paCase}`,
  policies: '/policies',
  calls: '/calls',
  'call-live': `/calls/${at.liveCall}`,
  'call-ended': `/calls/${at.endedCall}`,
  library: '/library',
  'library-try': '/library?view=try',
  'library-unanswered': '/library?view=unanswered',
  conversations: '/conversations',
  'conversations-feedback': '/conversations?view=feedback',
  conversation: `/conversations/${at.conversation}`,
  figures: '/figures',
  'operators-keys': '/operators',
  'operators-clients': '/operators?view=clients',
  'operators-jobs': '/operators?view=jobs',
  'operators-health': '/operators?view=health',
  missing: '/no-such-page',
})

/** Waits until the page has what it asks for. */
export async function shown(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.body.innerText.includes('Loading…') && document.querySelector('main')?.innerText, undefined, {
    timeout: 15_000,
  })
  // Plots and lists that a first answer asks for.
  await page.waitForTimeout(250)
}

/** A console that is signed in. @param before what is done at the sign-in */
export async function openConsole(
  browser: Browser,
  { url, key }: Pick<FilledService, 'url' | 'key'>,
  options: BrowserContextOptions,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<Page> {
  const page = await browser.newPage(options)
  await page.goto(`${url}/console/work`)
  await page.getByLabel('API key').waitFor()
  await before(page)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  return page
}

/** Every page of the console. */
export const consoleTour =
  (browser: Browser, service: FilledService, places: Places): Tour =>
  async (options, take, wanted) => {
    const page = await openConsole(browser, service, options, (page) => take(page, 'sign-in'))
    for (const [name, path] of Object.entries(pagesOf(places))) {
      if (!wanted(name)) continue
      await page.goto(`${service.url}/console${path}`, { waitUntil: 'load' })
      await page.getByRole('main').waitFor()
      await shown(page).catch(() => console.log(`${name}: still loading`))
      await take(page, name)
    }
    await page.close()
  }
