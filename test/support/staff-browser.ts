import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { apiKey, type TestService } from './service.ts'

export const chromiumPath = '/usr/bin/chromium'
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath, args: quiet })

/** A console that is signed in, and what went wrong in it. */
export async function openConsole(browser: Browser, service: TestService, path: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', timezoneId: 'America/New_York' })
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    // A policy that refuses something, above all.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) troubles.push(message.text())
  })
  await page.goto(`${service.url()}/console${path}`)
  await page.getByLabel('API key').fill(apiKey)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  return { page, troubles }
}

/** What axe-core has against a page in both themes. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe)
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    found.push(...violations.map((one) => `${colorScheme} ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
