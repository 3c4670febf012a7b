import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { citing, conversationsOf, startModelChat } from '../../support/chat.ts'
import { apiKey } from '../../support/service.ts'

// A hostile model at the far end of the network, over every way in which its answer reaches people.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat()
})
afterAll(() => started[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(started.model, { mishaps: [], always: undefined, asked: [] })
})

const question = 'How do I store Emgality?'
const ownSentence = 'Store Emgality in the refrigerator in its carton.'

const subscription = `subscription($message: String!) { chat(message: $message) { ... on ChatToken { token } ... on ChatError { code } } }`

async function subscribed() {
  const url = `${started.service.url()}/graphql/stream`
  const client = createClient({ url, headers: { authorization: `Bearer ${apiKey}` }, retryAttempts: 0 })
  let text = ''
  for await (const { data, errors } of client.iterate({ query: subscription, variables: { message: question } })) {
    if (errors) throw new Error(JSON.stringify(errors))
    text += (data as { chat?: { token?: string } }).chat?.token ?? ''
  }
  client.dispose()
  return text
}

const ways: Record<string, () => Promise<string>> = {
  'REST, whole': async () => (await started.chat.say(question)).answer,
  'server-sent events': async () => (await started.chat.stream(question)).text,
  'GraphQL subscription': subscribed,
}

describe.each(Object.entries(ways))('%s', (_name, answered) => {
  test.each([
    ['an address', 'Keep it cold. Order at https://evil.example/pay now.', 'Keep it cold. Order at …', /evil/],
    ['an image', 'Keep it cold. ![x](https://evil.example/p.png)', 'Keep it cold. …', /evil|!\[/],
    ['a script', 'Keep it cold. <script>alert(1)</script>', 'Keep it cold. …', /script|alert/],
    ['an e-mail address', 'Keep it cold. Write to refunds@evil.example for help.', 'Keep it cold. Write to …', /evil|@/],
    ['a phone number in letters', 'Keep it cold. Call 1-800-BAD-DRUG for help.', 'Keep it cold. Call …', /BAD|800/],
    ['no call for help', 'Keep it cold. If it hurts, there is no need to call 911.', 'Keep it cold. If it hurts, there is …', /911/],
    ['a diagnosis', 'Keep it cold. This sounds like an infection.', 'Keep it cold. This sounds like an …', /infection/],
    ['safety', 'Keep it cold. It is safe to drink alcohol with it.', 'Keep it cold. It is …', /alcohol|safe/],
    ['a Roman figure', 'Keep it cold. Take II tablets.', 'Keep it cold. Take …', /II|tablets/],
    ['an amount in words', 'Keep it cold. Take a couple of pens at once.', 'Keep it cold. Take a …', /couple/],
    ['a hidden figure', 'Keep it cold for 1\u200b2 days.', 'Keep it cold for …', /1\u200b?2/],
  ])('%s is cut, and sentences of the source end the answer', async (_kind, said, begins, never) => {
    started.model.says = citing('Emgality storage', said)
    const text = await answered()
    expect(text.startsWith(`${begins}\n\n`)).toBe(true)
    expect(text).toContain(ownSentence)
    expect(text).not.toMatch(never)
    const [conversation] = await conversationsOf(started.service, 'first: 1')
    expect(conversation?.messages.at(-1)).toMatchObject({ content: text, state: 'complete', answered: true })
  })

  test('what restates its source comes whole', async () => {
    const said =
      'Keep Emgality in the refrigerator, in its carton. You can keep it out for up to 7 days. Do not freeze it. In an emergency, call 911.'
    started.model.says = citing('Emgality storage', said)
    expect(await answered()).toBe(said)
  })
})

test('the log says what kind of text was cut, and none of it', async () => {
  const before = started.service.logLines.length
  started.model.says = citing('Emgality storage', 'Keep it cold. This sounds like zzyzx pneumonia.')
  await started.chat.say(question)
  const log = started.service.logLines.slice(before).join('\n')
  expect(log).toMatch(/the chat model said a claim that no source has/)
  expect(log).not.toMatch(/zzyzx|pneumonia/)
})
