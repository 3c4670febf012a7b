import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf, conversationWith } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// FIELD_ENCRYPTION_KEY: what people said cannot be read in the database, and is shown as ever (docs/operations.md).

let service: TestService
let voice: ReturnType<typeof voiceOf>
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ FIELD_ENCRYPTION_KEY: `one:${randomBytes(32).toString('base64')}` })
  voice = voiceOf(service)
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const tables = ['utterance', 'call_transcript', 'function_invocation', 'chat_message', 'chat_feedback', 'idempotency_record', 'pgboss.job']

/** All that the tables hold, as text. */
async function stored(): Promise<string> {
  const all = await Promise.all(
    tables.map((table) => service.sql<{ text: string }>(`SELECT to_jsonb(${table.split('.').at(-1)})::text AS text FROM ${table}`)),
  )
  return all
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

const canary = 'zebrafinch'

test('with a key none of the words of calls and chats stands in the database, and every face shows them as they were said', async () => {
  const { conversation, callId, person } = await voice.verified({ first_name: 'Zebrafinch', last_name: 'Quill' })
  const spoken = `My ${canary} sings since the injection of Humira.`
  const transcript = `Agent: How are you?\nUser: The ${canary} is fine. ${'It sings. '.repeat(2_000)}`
  const asked = `Does Emgality suit a ${canary}, and how do I store Emgality?`
  expect(await voice.say(callId, spoken)).toMatchObject({ status: 200 })
  expect(await voice.invoke(conversation, 'request_callback', { reason: `About the ${canary}` })).toMatchObject({ status: 200 })
  expect(await voice.invoke(conversation, 'no_such_function', { about: canary })).toMatchObject({ status: 422 })
  expect(await voice.postCall(conversation, { status: 'completed', transcript })).toMatchObject({ status: 200 })
  await voice.analysed(conversation)

  const headers = { 'idempotency-key': 'the-same-question' }
  const first = await chat.say(asked, headers)
  const again = await chat.say(asked, headers)
  const streamed = await chat.stream({ message: `And my ${canary}?`, session_token: first.session_token })
  const { messages } = await conversationWith(service, asked)
  const messageId = messages[1]?.id
  const rate =
    'mutation($t: String!, $id: Int!, $c: String) { rateChatAnswer(input: { sessionToken: $t, messageId: $id, helpful: true, comment: $c }) { messageId } }'
  await service.graphql(rate, { t: first.session_token, id: messageId, c: `Says my ${canary}` }, { key: widgetKey })
  const create = () =>
    service.rest('POST', '/v1/patients', { body: patientBody({ first_name: canary }), headers: { 'idempotency-key': 'the-same-patient' } })
  const created = await create()
  const replayed = await create()

  const inDatabase = await stored()
  for (const word of [canary, 'Zebrafinch', person.member_id, first.session_token, first.answer.slice(0, 40), 'It sings']) {
    expect(inDatabase, word).not.toContain(word)
  }
  expect(inDatabase).toContain('enc:v1:one:')

  const call = await voice.fields(conversation, 'transcript utterances { edges { node { text } } }')
  expect(call).toEqual({ transcript: transcript.trim(), utterances: { edges: [{ node: { text: spoken } }] } })
  const invocations = await voice.invocations(callId)
  expect(invocations.find((one: { functionName: string }) => one.functionName === 'patient_lookup')).toMatchObject({
    parameters: { firstName: 'Zebrafinch', memberId: person.member_id },
    result: { patientName: 'Zebrafinch Quill', verified: true },
  })
  expect(invocations.find((one: { outcome: string }) => one.outcome === 'rejected')).toMatchObject({ parameters: { about: canary } })
  expect(again).toEqual(first)
  expect(replayed.body).toEqual(created.body)
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  const history = (await chat.history(first.session_token)).map(({ role, content }) => ({ role, content }))
  expect(history).toEqual([
    { role: 'user', content: asked },
    { role: 'assistant', content: first.answer },
    { role: 'user', content: `And my ${canary}?` },
    { role: 'assistant', content: streamed.text },
  ])
  const staff = await conversationWith(service, asked)
  expect(staff.messages.map(({ role, content }) => ({ role, content }))).toEqual(history)
  expect(staff.messages[1]?.feedback).toEqual({ helpful: true, comment: `Says my ${canary}` })
})

test('a repeated function call and a repeated utterance are recognised although their words are sealed', async () => {
  const { conversation, callId } = await voice.verified()
  const report = { event_description: 'Hives on both arms', severity: 'severe' }
  const flagged = await voice.invoke(conversation, 'flag_adverse_event', report)
  expect((await voice.invoke(conversation, 'flag_adverse_event', report)).body).toEqual(flagged.body)
  expect(await voice.cases(callId)).toHaveLength(1)
  const said = { timestamp: '2026-11-22T10:00:00Z' }
  const { body } = await voice.say(callId, 'Hives on both arms', said)
  expect((await voice.say(callId, 'Hives on both arms', said)).body).toMatchObject({ utterance_id: body.utterance_id, duplicate: true })
})

test('sealed words that were moved to another call, or changed, are refused and never shown', async () => {
  const words = ['The first caller has hives.', 'The second caller has no hives.']
  const calls: { conversation: string; id: number }[] = []
  for (const text of words) {
    const conversation = newConversation('moved')
    const id = await voice.register(conversation)
    await voice.say(id, text)
    calls.push({ conversation, id })
  }
  const [first, second] = calls.map(({ id }) => id)
  await service.sql('UPDATE utterance SET text = (SELECT text FROM utterance WHERE voice_call_id = $1) WHERE voice_call_id = $2', [
    first,
    second,
  ])
  const read = (callId: string | undefined) =>
    service.graphql('query($c: String) { voiceCall(callId: $c) { utterances { edges { node { text } } } } }', { c: callId })
  const answer = await read(calls[1]?.conversation)
  expect(answer.errors[0]).toMatchObject({ message: 'A stored text cannot be read at the moment.', extensions: { code: 'UNAVAILABLE' } })
  expect(JSON.stringify(answer)).not.toMatch(/enc:v1|hives/)
  expect((await read(calls[0]?.conversation)).data.voiceCall.utterances.edges).toEqual([{ node: { text: words[0] } }])
  const line = service.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'a sealed value cannot be opened')
  expect(line).toMatchObject({ column: 'utterance.text', owner: second, field_key: 'one' })
})

test('an adverse event told in a conversation whose history cannot be read still becomes a case', async () => {
  const { session_token } = await chat.say('Hello!')
  await service.sql(
    "UPDATE chat_message SET content = left(content, 20) || 'AAAA' || substr(content, 25) WHERE session_id = (SELECT max(id) FROM chat_session)",
  )
  const reported = async () =>
    nodes((await voice.query('{ adverseEvents(first: 1000) { edges { node { source eventDescription } } } }')).adverseEvents)
  const told = 'I have chest pain and cannot breathe since my Humira injection.'
  const refused = await chat.post('chat', { message: told, session_token })
  expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('911')])
  expect(await reported()).toContainEqual({ source: 'chat', eventDescription: told })
  const history = await chat.historyAnswer(session_token)
  expect([history.status, history.body.code]).toEqual([503, 'UNAVAILABLE'])
  expect(JSON.stringify(history.body)).not.toContain('enc:')
})

test('the metric of rows to go is 0 once older texts are sealed', async () => {
  const toGo = async () => /^field_encryption_rows_to_go (\S+)/m.exec(String((await service.rest('GET', '/metrics')).body))?.[1]
  await until(async () => (await toGo()) === '0')
})
