import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { citing, startModelChat } from '../support/chat.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, until } from '../support/service.ts'
import { startSite, visit } from '../support/widget-page.ts'

// docs/widget.md: what visitors are told when something is wrong, and what stays when they come back.

const question = 'How do I store Emgality?'
const video = {
  title: 'How to rotate the injection site',
  section_header: 'Rotate the site',
  content: 'Rotate the Emgality injection site each month: belly, thigh, upper arm.',
  section_type: 'dosing' as const,
  source_type: 'video' as const,
  video_id: 'dQw4w9WgXcQ',
  video_duration_seconds: 600,
  timestamp_start: 95,
}

test('production has no /demo', async () => {
  await using service = await startTestService({ NODE_ENV: 'production' })
  for (const path of ['/demo', '/demo/demo.css', '/demo/demo.js']) expect((await fetch(service.url() + path)).status).toBe(404)
})

describe.runIf(hasBrowser)('the widget in trouble', () => {
  let chat: Awaited<ReturnType<typeof startModelChat>>
  let site: Awaited<ReturnType<typeof startSite>>
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    chat = await startModelChat({ WIDGET_ORIGINS: site.origin, CHAT_MODEL_PATIENCE_SECONDS: '120' }, [...libraryItems, video])
    browser = await launchBrowser()
    site.show(chat.service.url())
    Object.assign(chat.model, { gated: false, said: 0, says: citing('Emgality storage', 'Keep it cold in its carton.') })
  })
  afterAll(async () => {
    await browser?.close()
    await chat?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })

  async function visitor() {
    const seen = await visit(browser, site.origin)
    onTestFinished(() => seen.context.close())
    return seen
  }

  /** As a proxy before the service answers: without the service's own words. */
  const answering = (status: number) => (route: Route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({ status, headers: { 'access-control-allow-origin': site.origin }, contentType: 'text/html', body: '<h1>nginx</h1>' })

  test.each([
    [429, 'That was a lot of questions at once. Please wait a minute, then try again.'],
    [503, 'Something went wrong on our side. Please try again in a moment.'],
    [500, 'Something went wrong on our side. Please try again in a moment.'],
  ])('a %i is told in plain words, without a number, and trying again gets the answer', async (status, words) => {
    const { page, open, send, answer } = await visitor()
    await open()
    await page.route('**/graphql', answering(status))
    await send(question)
    const failed = await answer('failed', words)
    expect(await failed.textContent()).not.toMatch(/nginx|\d{3}/)
    await page.unroute('**/graphql')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await answer('answer', 'Keep it cold')
    expect(await page.locator('care-outreach .user').count()).toBe(1)
  })

  test('a visitor without a connection is told so, and is answered once there is one', async () => {
    const { context, open, send, answer } = await visitor()
    await open()
    await context.setOffline(true)
    await send(question)
    await answer('reconnecting', 'You are offline. Check your connection.')
    await context.setOffline(false)
    await answer('answer', 'Keep it cold')
  })

  test('an emergency answer and its lines to call are there after a reload', async () => {
    const { page, open, send, answer } = await visitor()
    await open()
    await send('I swallowed the whole pack of pills to end my life')
    await answer('emergency', '988')
    await page.reload()
    const alarm = await answer('emergency', 'This may be an emergency')
    expect(await alarm.locator('a[href="tel:988"]').count()).toBeGreaterThan(0)
    expect(await alarm.isVisible()).toBe(true)
  })

  /** More than a visitor can type. */
  const tooLong = (text: string) => `${text} ${'I have been reading about it for a while now. '.repeat(100)}`
  /** As the site's own page may, by the widget's API. */
  const ask = (page: Page, text: string) =>
    page.evaluate((asked) => void (globalThis as unknown as { CareOutreach: { ask(text: string): void } }).CareOutreach.ask(asked), text)

  test('a message that is refused as too long and tells of a reaction shows the safety text, set apart, and what is wrong with it', async () => {
    const { page, open, answer } = await visitor()
    await open()
    await ask(page, tooLong('I got a rash on both arms after my Emgality injection.'))
    const refused = await answer('safety', 'Our safety team has been told about your message')
    await refused.getByText('It may be too long').waitFor()
    await refused.getByText('Safety report').waitFor()
    expect(await refused.getByText('This may be an emergency').count()).toBe(0)
  })

  test('one that is refused as too long and tells of danger shows whom to call', async () => {
    const { page, open, answer } = await visitor()
    await open()
    await ask(page, tooLong('My throat is closing and I cannot breathe.'))
    const refused = await answer('emergency', 'Do not wait for an answer in this chat')
    expect(await refused.locator('a.call[href="tel:911"]').count()).toBe(1)
  })

  test('the answer to a long message comes into sight, not only the message', async () => {
    const { open, send, answer } = await visitor()
    await open()
    await send(tooLong('My throat is closing and I cannot breathe.').slice(0, 3_900))
    const alarm = await answer('emergency', 'This may be an emergency')
    await until(() =>
      alarm
        .locator('strong')
        .first()
        .evaluate((words) => {
          const { top, bottom } = words.getBoundingClientRect()
          const frame = words.closest('.log')?.getBoundingClientRect()
          return frame !== undefined && top >= frame.top && bottom <= frame.bottom
        }),
    )
  })

  test('a video of YouTube opens at the second that is meant', async () => {
    chat.model.says = citing(video.title, 'Rotate the site each month.')
    const { open, send, answer } = await visitor()
    await open()
    await send('How do I rotate the Emgality injection site?')
    const shown = await answer('answer', 'Rotate the site')
    expect(await shown.getByRole('link').first().getAttribute('href')).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ&t=95s$/)
  })

  test('the page pays one script, one style and no request to the service before somebody opens the chat', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin !== site.origin) asked.push(`${request.method()} ${pathname}`)
    })
    await page.goto(site.origin)
    await page.locator('care-outreach .launcher').waitFor()
    expect(asked).toEqual(['GET /widget.js'])
    await page.locator('care-outreach .launcher').click()
    await page.locator('care-outreach .welcome').waitFor()
    expect(asked.filter((one) => one === 'POST /graphql').length).toBeLessThanOrEqual(1)
  })
})
