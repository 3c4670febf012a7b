import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { axeViolations, hasBrowser, launchBrowser } from '../support/browser.ts'
import { citing, conversationWith, startModelChat } from '../support/chat.ts'
import { throughNetwork } from '../support/cut-connections.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, until } from '../support/service.ts'
import { startSite, visit, visitorOf } from '../support/widget-page.ts'

// docs/widget.md: the widget on a page of another origin, under a strict Content-Security-Policy.

const question = 'How do I store Emgality?'
const hostileTitle = 'Emgality <img src=x onerror=alert(1)> travel'
const hostileItem = {
  title: hostileTitle,
  section_header: 'Travel',
  content: 'Emgality <script>alert(2)</script> travels in a cooler bag. **Bold** words and [a link](javascript:alert(3)) here.',
  section_type: 'storage' as const,
  source_type: 'webpage' as const,
  source_url: 'https://care.example/travel',
}

test('the script is at most 25 kB as it travels', () => {
  expect(gzipSync(readFileSync('dist/web/widget/widget.js')).length).toBeLessThan(25_000)
})

test('the script and the console travel compressed', async () => {
  await using service = await startTestService()
  const page = await (await fetch(`${service.url()}/console`)).text()
  const asset = /\/console\/assets\/[^"]+\.js/.exec(page)?.[0]
  for (const path of ['/widget.js', asset]) {
    const { headers } = await fetch(service.url() + path, { headers: { 'accept-encoding': 'gzip' } })
    expect([path, headers.get('content-encoding')]).toEqual([path, 'gzip'])
  }
})

describe.runIf(hasBrowser)('the widget on a page', () => {
  let chat: Awaited<ReturnType<typeof startModelChat>>
  let site: Awaited<ReturnType<typeof startSite>>
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    chat = await startModelChat({ WIDGET_ORIGINS: site.origin, CHAT_MODEL_PATIENCE_SECONDS: '120', CHAT_RESUME_SECONDS: '120' }, [
      ...libraryItems,
      hostileItem,
    ])
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await chat?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    site.show(chat.service.url())
    Object.assign(chat.model, { gated: false, said: 0, says: citing('Emgality storage', 'Keep it **cold** in its carton.') })
  })

  async function visitor(options = {}, address = site.origin) {
    const seen = await visit(browser, address, options)
    onTestFinished(() => seen.context.close())
    return seen
  }

  /** The model says these words one by one, as far as it is let. */
  const gate = () =>
    Object.assign(chat.model, { gated: true, said: 0, says: ['SOURCES: 1\n', 'Keep ', 'it ', 'cold ', 'in ', 'the ', 'fridge.'] })
  const sayUntil = (met: () => Promise<boolean>) =>
    until(async () => {
      if (chat.model.said < 4) chat.model.give(1)
      return met()
    })

  test('messages stand apart and are not numbered', async () => {
    const { open, send, answer } = await visitor()
    await open()
    await send('Where do I keep Emgality?')
    const shown = await answer('answer', 'Keep it cold in its carton.')
    const { listStyleType, gap } = await shown.evaluate((element) => {
      const { listStyleType, rowGap } = getComputedStyle(element.parentElement as HTMLElement)
      return { listStyleType, gap: Number.parseFloat(rowGap) }
    })
    expect([listStyleType, gap > 8]).toEqual(['none', true])
  })

  test('a danger that is told in the comment on an answer is answered there, with its numbers', async () => {
    const { page, open, send, answer } = await visitor()
    await open()
    await send('Where do I keep Emgality?')
    const shown = await answer('answer', 'Keep it cold in its carton.')
    await shown.getByRole('button', { name: 'No' }).click()
    await shown.getByRole('textbox').fill('Useless. My throat is swelling and I cannot breathe since the Humira injection.')
    await shown.getByRole('button', { name: 'Send' }).click()
    await shown.getByText('911').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('a whole conversation: streamed, with its source, read out once, rated, and the page hears no word of it', async () => {
    const { page, troubles, open, send, answer, line } = await visitor()
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      for (const name of ['open', 'message', 'answer', 'feedback']) {
        document.addEventListener(`care-outreach:${name}`, (event) => heard.push([name, JSON.stringify((event as CustomEvent).detail)]))
      }
    })
    await open()
    await until(async () => await line.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element))
    const spoken = await page.evaluateHandle(() => {
      const live = document.querySelector('care-outreach')?.shadowRoot?.querySelector('[aria-live]') as HTMLElement
      const said: string[] = []
      new MutationObserver(() => said.push(live.textContent ?? '')).observe(live, { childList: true, characterData: true, subtree: true })
      return said
    })
    await send(question)
    const shown = await answer('answer', 'Keep it cold in its carton.')
    expect(await shown.locator('strong').textContent()).toBe('cold')
    expect(await shown.getByRole('link').getAttribute('href')).toBe('https://care.example/emgality/storage')
    expect(await spoken.jsonValue()).toEqual(['Looking for an answer…', 'Answer: Keep it cold in its carton.'])
    await shown.getByRole('button', { name: 'No' }).click()
    await shown.getByRole('textbox').fill('Too short')
    await shown.getByRole('button', { name: 'Send' }).click()
    await shown.getByText('Thank you.').waitFor()
    const { messages } = await conversationWith(chat.service, question)
    expect(messages.map(({ role, feedback }) => [role, feedback])).toEqual([
      ['user', null],
      ['assistant', { helpful: false, comment: 'Too short' }],
    ])
    const heard = await page.evaluate(() => (window as unknown as { heard: string[][] }).heard)
    expect(heard.map(([name]) => name)).toEqual(['open', 'message', 'answer', 'feedback', 'feedback'])
    expect(JSON.stringify(heard)).not.toMatch(/store|cold|short/i)
    await page.keyboard.press('Escape')
    await page.locator('care-outreach [role=dialog]').waitFor({ state: 'detached' })
    await until(
      async () => (await page.evaluate(() => document.querySelector('care-outreach')?.shadowRoot?.activeElement?.className)) === 'launcher',
    )
    expect(troubles).toEqual([])
  })

  test('whoever asks for a person leaves a number, which staff see as work', async () => {
    const { page, open, send, answer, answers, troubles } = await visitor()
    await open()
    await send('Can I talk to a real person please?')
    const shown = await answer('fixed', 'Have somebody call you')
    await shown.getByLabel('Your phone number').fill('555')
    await shown.getByLabel('When to call').selectOption('In the morning')
    await shown.getByRole('checkbox').check()
    await shown.getByRole('button', { name: 'Ask for a call' }).click()
    await shown.getByText('Enter the number with its area code').waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/callback.png` })
    await shown.getByLabel('Your phone number').fill('(703) 555-0199')
    await shown.getByRole('button', { name: 'Ask for a call' }).click()
    await answers.last().getByText('Somebody from our team will call you').waitFor()
    const { data } = await chat.service.graphql('{ callbacks { edges { node { phoneNumber preferredTime consent } } } }')
    expect(data.callbacks.edges[0].node).toMatchObject({
      phoneNumber: '+17035550199',
      preferredTime: 'morning',
      consent: expect.stringMatching(/^I agree/),
    })
    expect(troubles).toEqual([])
  })

  test('an emergency has its lines to call, and what the library lacks is told apart from an answer', async () => {
    const { open, send, answer, answers } = await visitor()
    await open()
    await send('I swallowed the whole pack of pills to end my life')
    const alarm = await answer('emergency', 'This may be an emergency')
    expect(await alarm.locator('.call').first().getAttribute('href')).toMatch(/^tel:(911|988|\+18002221222)$/)
    expect(await alarm.locator('a[href="tel:988"]').count()).toBeGreaterThan(0)
    chat.model.says = 'SOURCES: none'
    await send('Which bus goes to the stadium for the Taltz concert?')
    await until(
      async () => (await answers.count()) === 2 && /not_found|uncertain|fixed/.test((await answers.last().getAttribute('data-kind')) ?? ''),
    )
    await send('My mother got hives from Humira last night')
    await answer('safety', 'Safety report')
  })

  test('a page that the client does not list is told so in plain words', async () => {
    await using foreign = await startSite()
    foreign.show(chat.service.url())
    const { page } = await visitor({}, foreign.origin)
    await page.locator('care-outreach .launcher').click()
    await page.getByText('This chat is not set up for this website.').waitFor()
  })

  test('after a reload in mid-answer the answer goes on, asked once', async () => {
    gate()
    const text = 'How do I store Emgality after a reload?'
    const { page, open, send, answer } = await visitor()
    await open()
    await send(text)
    await sayUntil(() => page.locator('care-outreach .streaming').getByText('Keep it').isVisible())
    await page.reload()
    await answer('streaming', 'Keep it')
    chat.model.release()
    await answer('answer', 'Keep it cold in the fridge.')
    expect(await page.locator('care-outreach .user').count()).toBe(1)
    expect((await conversationWith(chat.service, text)).messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    await page.reload()
    await answer('answer', 'Keep it cold in the fridge.')
  })

  test('a stopped answer stays, says that it may be incomplete, and can be had without asking twice', async () => {
    gate()
    const text = 'How do I store Emgality when I stop you?'
    const { page, open, send, answer } = await visitor()
    await open()
    await send(text)
    await sayUntil(() => page.locator('care-outreach .streaming').getByText('Keep it').isVisible())
    await page.getByRole('button', { name: 'Stop' }).click()
    const stopped = await answer('stopped', 'This answer may be incomplete')
    chat.model.release()
    await stopped.getByRole('button', { name: 'Get the answer again' }).click()
    await answer('answer', 'Keep it cold in the fridge.')
    expect((await conversationWith(chat.service, text)).messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  })

  test('a lost connection is taken up again where it broke', async () => {
    const network = await throughNetwork(chat.service.url())
    onTestFinished(() => network.close())
    site.show(network.url)
    gate()
    const { page, open, send, answer } = await visitor()
    await open()
    await send('How do I store Emgality on a bad line?')
    await sayUntil(() => page.locator('care-outreach .streaming').getByText('Keep it').isVisible())
    network.cut()
    await answer('reconnecting', 'Reconnecting')
    chat.model.release()
    const whole = await answer('answer', 'Keep it cold in the fridge.')
    expect(await whole.locator('.text').textContent()).toBe('Keep it cold in the fridge.')
  })

  test('two tabs of one conversation both show it; one whose conversation is gone begins a fresh one and keeps the message', async () => {
    site.show(chat.service.url(), { 'data-remember': 'device' })
    const first = await visitor()
    await first.open()
    const second = visitorOf(await first.context.newPage())
    await second.page.goto(site.origin)
    await second.open()
    await first.send('How do I store Emgality in two tabs?')
    await first.answer('answer', 'Keep it cold')
    await second.answer('answer', 'Keep it cold')
    expect(await second.page.locator('care-outreach .user').count()).toBe(1)
    await chat.service.sql('DELETE FROM chat_session')
    await second.send('And after that?')
    await second.page.getByText('Your earlier conversation is over.').waitFor()
    await until(async () => (await second.answers.last().getAttribute('data-kind')) !== 'waiting')
    expect(await second.page.locator('care-outreach .user').last().textContent()).toContain('And after that?')
    expect((await conversationWith(chat.service, 'And after that?')).messages.length).toBeGreaterThan(0)
  })

  test('what answers and titles hold is shown as text: no element, no script, no foreign address', async () => {
    chat.model.says = citing(hostileTitle, 'Take <b onclick=alert(1)>care</b> <script>alert(2)</script> and [here](javascript:alert(3)).')
    const { page, open, send, answers, troubles } = await visitor()
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    await open()
    await send('How do I travel with Emgality?')
    await page.locator('care-outreach .actions').waitFor()
    expect(await answers.last().textContent()).toContain('<script>alert(2)</script>')
    expect(await answers.last().locator('.title').first().textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await page.locator('care-outreach').locator('img, b, script, a[href^="javascript"]').count()).toBe(0)
    await page.getByRole('button', { name: 'Search' }).click()
    await send('travel cooler bag')
    await page.locator('care-outreach .hits').getByText('<script>alert(2)</script>').waitFor()
    expect([dialogs, troubles]).toEqual([0, []])
  })

  test('suggestions are chosen by keyboard alone', async () => {
    const { page, open, line, answer } = await visitor()
    await open()
    await line.pressSequentially('emgality st')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = await page.getByRole('option', { selected: true }).textContent()
    expect(await line.getAttribute('aria-activedescendant')).toBe('option-0')
    await page.keyboard.press('Enter')
    await page
      .locator('care-outreach .user')
      .getByText(chosen ?? '')
      .waitFor()
    await answer('answer', 'Keep it cold')
  })

  test.each([
    ['light', {}, { colorScheme: 'light' }],
    ['dark, with a pale colour', { 'data-color': '#ffe34d' }, { colorScheme: 'dark' }],
    ['light and pale at 320 pixels', { 'data-color': '#ffe34d' }, { colorScheme: 'light', viewport: { width: 320, height: 500 } }],
    ['part of the page, in Spanish, from right to left', { 'data-mode': 'inline', 'data-lang': 'es', 'data-dir': 'rtl' }, {}],
  ])('axe finds no violation: %s', async (_name, attributes, options) => {
    site.show(chat.service.url(), attributes as Record<string, string>)
    const { page, open, send, answer } = await visitor(options)
    if ('data-mode' in attributes) await page.locator('care-outreach .welcome').waitFor()
    else await open()
    await send(question)
    await answer('answer', 'Keep it cold')
    await send('I swallowed the whole pack of pills to end my life')
    await answer('emergency', '988')
    expect(await axeViolations(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBe(0)
    if ('data-lang' in attributes) await page.getByText('Esto puede ser una emergencia').first().waitFor()
  })

  test('a client that chose no words of its own speaks Spanish to a Spanish page', async () => {
    site.show(chat.service.url(), { 'data-lang': 'es' })
    const { line, page, open } = await visitor()
    await open()
    await page.locator('care-outreach .welcome').getByText('¡Hola! Pregúnteme').waitFor()
    expect(await line.getAttribute('placeholder')).toBe('Escriba una pregunta')
  })

  test('/demo has the widget and its tag without a key to type; production has no such page', async () => {
    const { page, answer, troubles } = await visitor({}, `${chat.service.url()}/demo`)
    // A press on a question opens the widget and asks it.
    await page.getByRole('button', { name: 'How long can Emgality be out of the refrigerator?' }).click()
    await answer('answer', 'cold')
    expect(await axeViolations(page)).toEqual([])
    expect(await page.locator('pre').textContent()).toMatch(
      /src="http[^"]+\/widget\/[0-9a-f]{16}\/widget\.js"\s+integrity="sha384-[\w+/=]+"/,
    )
    expect(troubles).toEqual([])
  })
})
