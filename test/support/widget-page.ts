import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { widgetKey } from './service.ts'
import { startWebServer } from './web-server.ts'

/** A site whose pages have the widget and a Content-Security-Policy as strict as a careful site's. */
export async function startSite() {
  let tag = ''
  let service = ''
  const site = await startWebServer({
    '/': (_request, response) => {
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': `default-src 'none'; script-src 'self' ${service}; style-src 'self'; connect-src ${service}; img-src 'self' data:; require-trusted-types-for 'script'`,
        })
        .end(
          `<!doctype html><html lang="en"><head><title>Brand</title></head><body><main><h1>Brand</h1><p>Text.</p>${tag}</main></body></html>`,
        )
    },
    '/favicon.ico': '',
  })
  return {
    ...site,
    /** The tag that its pages have from now on. */
    show(url: string, attributes: Record<string, string> = {}) {
      service = url
      const all = { src: `${url}/widget.js`, 'data-key': widgetKey, ...attributes }
      tag = `<script ${Object.entries(all)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')} async></script>`
    },
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  }
}

/** What a visitor does with the widget, and what a page notices. */
export function visitorOf(page: Page) {
  const line = page.locator('care-outreach input[role=combobox]')
  const answers = page.locator('care-outreach .assistant:not(.welcome)')
  return {
    page,
    line,
    answers,
    open: async () => {
      await page.locator('care-outreach .launcher').click()
      await page.locator('care-outreach .welcome').waitFor()
    },
    send: async (text: string) => {
      await line.fill(text)
      await line.press('Enter')
    },
    /** The latest answer, once it is of this kind and holds these words. */
    answer: async (kind: string, text: string | RegExp) => {
      const answer = page.locator(`care-outreach [data-kind="${kind}"]`).filter({ hasText: text }).last()
      await answer.waitFor()
      return answer
    },
  }
}

/** A browser context of its own, with a page that notes what goes wrong in it and whether a page's policy was broken. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security|TrustedHTML|Trusted Types/i.test(message.text())) troubles.push(message.text())
  })
  await page.goto(address)
  return { ...visitorOf(page), context, troubles }
}
