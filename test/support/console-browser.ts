import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { apiKey, type TestService } from './service.ts'

export const executablePath = '/usr/bin/chromium'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** A page of its own browser context, which notes what it asks of other hosts and what goes wrong in it. */
export async function openPage(browser: Browser, origin: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: false })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) troubles.push(`foreign ${request.url()}`)
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) troubles.push(message.text())
  })
  return { page, troubles }
}

export async function signInByKey(page: Page, origin: string, path: string, key: string): Promise<void> {
  await page.goto(`${origin}/console${path}`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with what axe finds in both themes, as a person chooses them in the console. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeScript)
  for (const theme of ['light', 'dark']) {
    const found = await page.evaluate(async (theme) => {
      document.documentElement.dataset.theme = theme
      // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
      const { violations } = await (window as any).axe.run()
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      )
    }, theme)
    expect(found).toEqual([])
  }
}

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

/** What axe finds in both themes, as the system asks for them. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axeScript)
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    found.push(...violations.map((one) => `${colorScheme} ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
