import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

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

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Fails with what axe finds, in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await (await import('node:fs/promises')).readFile(axePath, 'utf8'))
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
