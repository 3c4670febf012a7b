import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { apiKey, startTestService, type TestService } from './service.ts'

/** A page of its own browser context, which notes what it asks of other hosts and what goes wrong in it, a refusal by its policy above all. */
export async function openPage(browser: Browser, origin: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', timezoneId: 'America/New_York' })
  const troubles: string[] = []
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) troubles.push(`foreign ${request.url()}`)
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) troubles.push(message.text())
  })
  return { page, troubles }
}

export async function signInByKey(page: Page, origin: string, path: string, key = apiKey): Promise<void> {
  await page.goto(`${origin}/console${path}`)
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
}

/** A console that is signed in, and what went wrong in it. */
async function openConsole(browser: Browser, service: TestService, path: string) {
  const opened = await openPage(browser, service.url())
  await signInByKey(opened.page, service.url(), path)
  await opened.page.getByRole('navigation', { name: 'Pages' }).waitFor()
  return opened
}

/** One service and one browser for the tests of a `describe`. @param fill what the service holds before them */
export function givenConsole(fill: (service: TestService) => Promise<void> = async () => {}, env: Record<string, string> = {}) {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await startTestService(env)
    browser = await launchBrowser()
    await fill(service)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })
  return {
    get service() {
      return service
    },
    /** A page that nobody is signed in on. */
    openPage: () => openPage(browser, service.url()),
    open: (path: string) => openConsole(browser, service, path),
    /** The console of another service. */
    openOn: (other: TestService, path: string) => openConsole(browser, other, path),
  }
}
