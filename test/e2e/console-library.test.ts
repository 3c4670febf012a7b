import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { chatOf } from '../support/chat.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

describe.runIf(hasBrowser)('library, conversations, figures and operators in the console', () => {
  const given = givenConsole()

  test('an uploaded file shows its progress, becomes a source, and is found by the search beside the chat', async () => {
    const { page, troubles } = await given.open('/library')
    const text = '# Keeping Zelnorm cold\n\nKeep Zelnorm pens in the refrigerator between 2 and 8 degrees. Do not freeze them.\n'
    await page.getByLabel('Files').setInputFiles({ name: 'zelnorm.md', mimeType: 'text/markdown', buffer: Buffer.from(text) })
    await page.getByRole('progressbar', { name: 'Upload of zelnorm.md' }).waitFor()
    await page.getByRole('list', { name: 'Uploads' }).getByText('Read: 1 section').waitFor()
    await page.getByRole('row', { name: /zelnorm\.md.*Published/ }).waitFor()
    await page.getByLabel('Files').setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') })
    await page.getByRole('row', { name: /empty\.pdf.*Failed/ }).waitFor()
    await page.getByRole('list', { name: 'Uploads' }).getByText('Could not be read:').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByLabel('Question').fill('How cold must Zelnorm pens be?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('region', { name: 'Search' }).getByText('between 2 and 8 degrees').waitFor()
    await page
      .getByRole('region', { name: 'Chat' })
      .getByText(/Answered|Unsure|Not found/)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(page.url()).not.toContain('Zelnorm')
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a conversation is listed and shows its messages, with the feedback and its comment', async () => {
    const chat = chatOf(given.service)
    const { session_token } = await chat.say('What is the airspeed of a swallow?')
    const { data } = await given.service.graphql(
      '{ conversations(first: 1) { edges { node { id messages(last: 1) { edges { node { id } } } } } } }',
    )
    const [{ node }] = data.conversations.edges
    const input = { sessionToken: session_token, messageId: node.messages.edges[0].node.id, helpful: false, comment: 'Not what I asked' }
    const { errors } = await given.service.graphql('mutation($input: RateChatAnswerInput!) { rateChatAnswer(input: $input) { helpful } }', {
      input,
    })
    expect(errors).toBeUndefined()
    // As a model may write.
    await given.service.sql("UPDATE chat_message SET content = $1 WHERE role = 'assistant'", [
      'I do **not** know.\n\n- [Its page](javascript:alert(1))\n- <b>No</b> markup',
    ])
    const { page, troubles } = await given.open('/conversations')
    await page.getByRole('link', { name: 'What is the airspeed of a swallow?' }).click()
    await page.getByRole('heading', { name: `Conversation ${node.id}` }).waitFor()
    await page.getByText('Not what I asked').waitFor()
    const answer = page.locator('.entry-agent')
    expect(await answer.locator('strong').allInnerTexts()).toContain('not')
    expect(await answer.locator('.answer li').allInnerTexts()).toEqual(['[Its page](javascript:alert(1))', '<b>No</b> markup'])
    await answer.getByText(/in the library’s own sentences|a prepared answer/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${given.service.url()}/console/conversations?view=unanswered`)
    await page.getByRole('link', { name: 'What is the airspeed of a swallow?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${given.service.url()}/console/conversations?view=feedback`)
    const rated = page.getByRole('listitem').filter({ hasText: 'Not what I asked' })
    await rated.getByText('I do not know.').waitFor()
    await rated.getByRole('link', { name: 'What is the airspeed of a swallow?' }).click()
    await page.getByRole('heading', { name: `Conversation ${node.id}` }).waitFor()
    await page.goBack()
    await rated.waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.close()
  })

  test("a figure's plot, table and CSV hold the API's numbers, and its range is in the address", async () => {
    const voice = voiceOf(given.service)
    for (const status of ['completed', 'completed', 'no-answer']) {
      const conversation = newConversation('figure')
      await voice.register(conversation)
      await voice.postCall(conversation, { status, duration_seconds: 30 })
    }
    const { page, troubles } = await given.open('/figures')
    await page.getByRole('link', { name: '7 days' }).click()
    expect(page.url()).toContain('days=7')
    const figure = page.getByRole('region', { name: 'Calls', exact: true })
    // Bars of one day alone would say nothing.
    await figure.getByText(/^Only .* has a value: 3\.$/).waitFor()
    await given.service.sql("UPDATE voice_call SET created_at = created_at - interval '2 days' WHERE id = (SELECT max(id) FROM voice_call)")
    await page.reload()
    await figure.locator('svg rect').last().waitFor()
    const asked = await page.evaluate(() => {
      const now = new Date()
      const day = (offset: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).toISOString()
      return { from: day(-6), to: day(1), timeZone: 'America/New_York', interval: 'day' }
    })
    const query = 'query($input: CallStatsInput!) { callStats(input: $input) { total { points { calls completedCalls } } } }'
    const { data } = await given.service.graphql(query, { input: asked })
    const told = data.callStats.total.points.map(({ calls, completedCalls }: Record<string, number>) => [`${calls}`, `${completedCalls}`])
    expect(told).toHaveLength(7)
    expect(await axeViolations(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await figure.getByRole('button', { name: 'CSV of Calls' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.split('\r\n')[0]).toBe('Day,Calls,Completed,Average seconds')
    const lines = csv.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual(told)
    await figure.getByRole('button', { name: 'Table of Calls' }).click()
    const cells = await figure
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => [...row.querySelectorAll('td')].slice(0, 2).map(({ textContent }) => textContent)))
    expect(cells).toEqual(told)
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a key is shown once when it is made, works, and is refused once it is revoked', async () => {
    const { page, troubles } = await given.open('/operators')
    await page.getByLabel('Name: who or what uses it').fill('Nightly export')
    await page.getByLabel('For the work of a').selectOption('Benefits specialist')
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByRole('button', { name: 'Make key' }).click()
    const key = await page.locator('code.secret').innerText()
    expect((await given.service.rest('GET', '/v1/patients', { key })).status).toBe(200)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Put away' }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await page.getByRole('alertdialog', { name: 'Revoke Nightly export?' }).getByRole('button', { name: 'Revoke for good' }).click()
    await page.getByRole('row', { name: /Nightly export/ }).waitFor({ state: 'detached' })
    expect((await given.service.rest('GET', '/v1/patients', { key })).status).toBe(401)
    expect(troubles).toEqual([])
    await page.close()
  })

  test("a widget client's colour is previewed with a warning where white cannot be read on it, and is kept", async () => {
    const { page, troubles } = await given.open('/operators?view=clients&client=new')
    await page.getByLabel('Name, as staff call it').fill('Bright pharmacy')
    await page.getByLabel('Color').fill('#ffe14d')
    await page.getByText('White text on this color is hard to read').waitFor()
    await page.getByLabel('Allowed origins').fill('https://bright.example')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Make client' }).click()
    const made = await until(async () => {
      const { data } = await given.service.graphql('{ widgetClients(last: 1) { edges { node { name primaryColor allowedOrigins } } } }')
      const [{ node }] = data.widgetClients.edges
      return node.name === 'Bright pharmacy' && node
    })
    expect(made).toEqual({
      name: 'Bright pharmacy',
      primaryColor: '#ffe14d',
      allowedOrigins: ['https://bright.example'],
    })
    for (const [view, words] of [
      ['jobs', 'No job has failed'],
      ['health', 'Ready'],
    ] as const) {
      await page.goto(`${given.service.url()}/console/operators?view=${view}`)
      await page.getByText(words, { exact: true }).waitFor()
      expect(await axeViolations(page)).toEqual([])
    }
    expect(troubles).toEqual([])
    await page.close()
  })
})
