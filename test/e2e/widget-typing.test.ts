import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { citing, conversationsOf, startModelChat } from '../support/chat.ts'
import { libraryItems } from '../support/library-items.ts'
import { until } from '../support/service.ts'
import { startSite, visit, visitorOf } from '../support/widget-page.ts'

// What a visitor types is what is sent, and is not lost: it may be a report.

const question = 'How do I store Emgality?'

describe.runIf(hasBrowser)('what a visitor types', () => {
  let chat: Awaited<ReturnType<typeof startModelChat>>
  let site: Awaited<ReturnType<typeof startSite>>
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    chat = await startModelChat({ WIDGET_ORIGINS: site.origin, CHAT_MODEL_PATIENCE_SECONDS: '120' }, libraryItems)
    browser = await launchBrowser()
    site.show(chat.service.url())
    Object.assign(chat.model, { gated: false, said: 0, says: citing('Emgality storage', 'Keep it cold in its carton.') })
  })
  afterAll(async () => {
    await browser?.close()
    await chat?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  async function visitor(options: BrowserContextOptions = {}) {
    const seen = await visit(browser, site.origin, options)
    onTestFinished(() => seen.context.close())
    return seen
  }
  const askedFor = (text: string, operation: string) => text.includes(`"${operation}"`) || text.includes(operation)

  test('is sent as it stands, though a suggestion was marked before it was typed on', async () => {
    const { page, open, line } = await visitor()
    await open()
    await line.pressSequentially('emga')
    await page.locator('care-outreach [role=option]').first().waitFor()
    await line.press('ArrowDown')
    // The next suggestions do not come.
    await page.route('**/graphql', (route) => (askedFor(route.request().postData() ?? '', 'gality') ? undefined : route.continue()))
    await line.pressSequentially('lity made me faint')
    await line.press('Enter')
    await page.unroute('**/graphql')
    await page.locator('care-outreach .user').filter({ hasText: 'emgality made me faint' }).waitFor()
  })

  test('stays in the line while the panel is closed, and Escape that an input method takes closes nothing', async () => {
    const { page, open, line } = await visitor()
    await open()
    await line.fill('I have had a rash since')
    await line.evaluate((element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, composed: true })),
    )
    expect(await line.inputValue()).toBe('I have had a rash since')
    await page.locator('care-outreach .close').click()
    await page.locator('care-outreach [role=dialog]').waitFor({ state: 'detached' })
    await page.locator('care-outreach .launcher').click()
    expect(await line.inputValue()).toBe('I have had a rash since')
  })

  test('goes on one conversation where the browser stores nothing', async () => {
    const { page, open, send, answer } = await visitor()
    await page.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await page.reload()
    await open()
    await send(question)
    await answer('answer', 'Keep it cold')
    const second = 'And how do I store it when I travel?'
    await send(second)
    const { messages } = await until(async () =>
      (await conversationsOf(chat.service)).find(({ messages }) => messages.some(({ content }) => content === second)),
    )
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([question, second])
  })

  test('is no more than its own search shows, whichever answer comes last', async () => {
    const { page, open, line } = await visitor()
    await open()
    await page.locator('care-outreach .modes button').nth(1).click()
    let letGo = () => {}
    const first = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/graphql', async (route) => {
      const sent = route.request().postData() ?? ''
      if (sent.includes('"query":"side effects"')) await first
      await route.continue().catch(() => {})
    })
    await line.fill('side effects')
    await line.press('Enter')
    await line.fill('storage')
    await line.press('Enter')
    const hits = page.locator('care-outreach .hits')
    await hits.waitFor()
    const shown = await hits.textContent()
    await line.fill('what I type now')
    letGo()
    await page.unrouteAll({ behavior: 'wait' })
    await until(async () => (await hits.textContent()) === shown)
    expect(await line.inputValue()).toBe('what I type now')
  })

  test('is answered where the page puts the widget somewhere else meanwhile', async () => {
    const { page, open, send, troubles } = await visitor()
    await open()
    Object.assign(chat.model, { gated: true, said: 0, says: ['SOURCES: 1\n', 'Keep ', 'it ', 'cold.'] })
    await send(question)
    await until(async () => {
      if (chat.model.said < 2) chat.model.give(1)
      return (await page.locator('care-outreach .user').count()) === 1 && chat.model.said >= 2
    })
    await page.evaluate(() => document.body.append(document.querySelector('care-outreach') as Element))
    chat.model.release()
    await visitorOf(page).answer('answer', /cold/)
    expect(troubles).toEqual([])
  })
})
