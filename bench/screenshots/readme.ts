import type { Browser, Page } from 'playwright-core'
import { openConsole, shown } from './console.ts'
import type { Places } from './places.ts'
import type { FilledService } from './service.ts'
import { askWidget } from './widget.ts'

// The six pictures of README, into docs/images: light, one screen each.

const options = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  timezoneId: 'America/New_York',
  reducedMotion: 'reduce',
} as const
const keep = (page: Page, name: string) => page.screenshot({ path: `docs/images/${name}.png` })

export async function photographForReadme(browser: Browser, service: FilledService, places: Places): Promise<void> {
  const page = await openConsole(browser, service, options)
  const console = {
    'console-work': `/work?item=${places.workItem}`,
    'console-call': `/calls/${places.liveCall}`,
    'console-case': `/safety/${places.safetyCase}`,
    'console-patient': `/patients/${places.patient}?tab=coverage`,
    'console-prior-authorization': `/prior-authorization?case=${places.paCase}`,
  }
  for (const [name, path] of Object.entries(console)) {
    await page.goto(`${service.url}/console${path}`)
    await shown(page)
    await keep(page, name)
  }
  const site = await browser.newPage(options)
  await askWidget(site, service.url, 'What are common side effects of Emgality?')
  await keep(site, 'widget')
}
