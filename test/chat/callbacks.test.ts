import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// A visitor of the chat who wants a person leaves a number: docs/contract.md, Callbacks from the chat.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function asWidget(query: string, variables: object) {
  return (await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': widgetKey }, body: { query, variables } })).body
}
const newSession = async () =>
  (await asWidget('mutation { createChatSession(input: {}) { sessionToken callbackConsent } }', {})).data.createChatSession
async function ask(phoneNumber: string, fields: object = {}) {
  const { sessionToken } = await newSession()
  const { data, errors } = await asWidget(
    `mutation($input: AskForCallbackInput!) { askForCallback(input: $input) { phoneNumber preferredTime } }`,
    { input: { sessionToken, phoneNumber, consent: 'Call me.', ...fields } },
  )
  return errors?.[0]?.extensions?.code ?? data.askForCallback
}
const callbacks = async (phoneNumber: string) => {
  const { data } = await service.graphql(
    `{ callbacks(first: 100) { edges { node { id phoneNumber preferredTime consent status voiceCallId conversationId work { kind state priority } } } } }`,
  )
  return data.callbacks.edges
    .map(({ node }: { node: object }) => node)
    .filter((one: { phoneNumber: string }) => one.phoneNumber === phoneNumber)
}
let next = 0
const freshNumber = () => `+1703555${String(1000 + next++)}`

test('whoever wants a person is offered a call, with the wording to agree to, and nobody else is', async () => {
  expect((await newSession()).callbackConsent).toMatch(/^I agree/)
  const offers = async (message: string) => {
    const { data } = await asWidget(`mutation($message: String!) { sendChatMessage(input: { message: $message }) { sessionToken } }`, {
      message,
    })
    const history = await asWidget(
      `query($token: String!) { chatHistory(sessionToken: $token) { messages { ... on AssistantMessage { offersCallback } } } }`,
      { token: data.sendChatMessage.sessionToken },
    )
    return history.data.chatHistory.messages.at(-1).offersCallback
  }
  expect(await offers('Could I please talk to a real person?')).toBe(true)
  expect(await offers('Quiero hablar con una persona')).toBe(true)
  expect(await offers('How do I store Emgality?')).toBe(false)
})

test('a number becomes work with the wording that was agreed to, and leads to the conversation', async () => {
  const phone = freshNumber()
  expect(await ask(phone, { preferredTime: 'evening' })).toEqual({ phoneNumber: phone, preferredTime: 'evening' })
  expect(await callbacks(phone)).toMatchObject([
    {
      preferredTime: 'evening',
      consent: 'Call me.',
      status: 'requested',
      voiceCallId: null,
      conversationId: expect.any(Number),
      work: { kind: 'callback', state: 'requested', priority: 'medium' },
    },
  ])
})

test('a number that waits is one wish however often it is asked for, from any conversation and at once', async () => {
  const phone = freshNumber()
  await Promise.all(Array.from({ length: 4 }, () => ask(phone)))
  await ask(phone, { preferredTime: 'morning' })
  expect(await callbacks(phone)).toMatchObject([{ preferredTime: 'morning' }])
  const [{ id }] = await callbacks(phone)
  await service.graphql(`mutation { closeCallback(input: { id: ${id}, completed: true }) { callback { id } } }`)
  await ask(phone)
  expect(await callbacks(phone)).toHaveLength(2)
})

test('what is no number, no wording or no conversation is refused', async () => {
  expect(await ask('call me')).toBe('INVALID_INPUT')
  expect(await ask(freshNumber(), { consent: ' ' })).toBe('INVALID_INPUT')
  expect(await ask(freshNumber(), { sessionToken: 'x'.repeat(43) })).toBe('NOT_FOUND')
})

describe('a site', () => {
  const offer = (callbackConsent: string | null) =>
    service.graphql(
      'mutation($c: String) { updateWidgetClient(input: { id: 1, callbackConsent: $c }) { widgetClient { callbackConsent } } }',
      { c: callbackConsent },
    )
  test('has wording of its own, or offers no callbacks', async () => {
    await offer('Our lawyers wrote this.')
    expect((await newSession()).callbackConsent).toBe('Our lawyers wrote this.')
    await offer(null)
    expect((await newSession()).callbackConsent).toBe(null)
    expect(await ask(freshNumber())).toBe('CONFLICT')
    await offer('I agree to be called.')
  })
})

test('one address cannot fill the queue with numbers', async () => {
  const answers = []
  for (let count = 0; count < 6; count++) answers.push(await ask(freshNumber()))
  expect(answers.at(-1)).toBe('RATE_LIMITED')
})

test('once its conversation is pruned, a closed wish loses its number; one that waits keeps it until it is closed for as long', async () => {
  const [waiting, closed] = [freshNumber(), freshNumber()]
  const sessions = await service.sql<{ id: number }>(
    `INSERT INTO chat_session (widget_client_id, token_hash, last_message_at) VALUES (1, 'old 1', '2020-01-01'), (1, 'old 2', '2020-01-01') RETURNING id`,
  )
  const [one, other] = sessions.map(({ id }) => id)
  const rows = await service.sql<{ id: number }>(
    `INSERT INTO callback_request (chat_session_id, phone_number, consent, status)
     VALUES (${one}, '${waiting}', 'Yes', 'requested'), (${other}, '${closed}', 'Yes', 'completed') RETURNING id`,
  )
  await service.sql("INSERT INTO pgboss.job (name, data) SELECT 'prune', '{}'")
  const read = () =>
    service.sql<{ phone_number: string | null; chat_session_id: number | null }>(
      `SELECT phone_number, chat_session_id FROM callback_request WHERE id IN (${rows.map(({ id }) => id).join()}) ORDER BY id`,
    )
  await until(async () => (await read()).every(({ chat_session_id }) => chat_session_id === null))
  expect(await read()).toEqual([
    { phone_number: waiting, chat_session_id: null },
    { phone_number: null, chat_session_id: null },
  ])
  const close = (at: string) =>
    service.sql(`UPDATE callback_request SET status = 'completed', closed_at = ${at} WHERE phone_number = $1`, [waiting])
  await close('now()')
  await service.sql("INSERT INTO pgboss.job (name, data) SELECT 'prune', '{}'")
  const jobsLeft = () => service.sql("SELECT FROM pgboss.job WHERE name = 'prune' AND state IN ('created', 'active')")
  await until(async () => (await jobsLeft()).length === 0)
  expect(await read()).toContainEqual({ phone_number: waiting, chat_session_id: null })
  await close("'2020-01-01'")
  await service.sql("INSERT INTO pgboss.job (name, data) SELECT 'prune', '{}'")
  await until(async () => (await read()).every(({ phone_number }) => phone_number === null))
})
