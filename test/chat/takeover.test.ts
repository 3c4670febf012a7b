import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { roundsOf } from '../../eval/rounds/rounds.ts'
import type { VisitorRow } from '../../eval/rounds/visitors.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { openStream } from '../support/event-stream.ts'
import { keyWith } from '../support/library.ts'
import { possibleReports } from '../support/possible-reports.ts'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// Staff write into a visitor's conversation themselves: docs/contract.md, A person in the chat.

const [possibleReport = ''] = possibleReports
/** Sounds of danger by the weights of today, and tells of nothing for certain. */
const dangerInDoubt =
  roundsOf<VisitorRow>('visitors.jsonl')
    .filter(({ kind }) => kind === 'regression')
    .flatMap(({ rows }) => rows.map(({ text }) => text))
    .find((text) => {
      const { possibleEmergency, adverseEvent, possibleReport: mayReport, language } = assessMessage(text, [])
      return possibleEmergency && !adverseEvent && !mayReport && language === 'en'
    }) ?? ''

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const asWidget = async (query: string, variables: object = {}) =>
  (await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': widgetKey }, body: { query, variables } })).body
async function newConversation() {
  const { data } = await asWidget('mutation { createChatSession(input: {}) { sessionToken } }')
  const { sessionToken } = data.createChatSession
  const [row] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM chat_session')
  return { sessionToken, id: row?.id ?? 0 }
}
const asked = (sessionToken: string, message: string) =>
  asWidget('mutation($input: SendChatMessageInput!) { sendChatMessage(input: $input) { answer messageId } }', {
    input: { sessionToken, message },
  }).then(({ data }) => data.sendChatMessage as { answer: string; messageId: number })
const history = async (sessionToken: string): Promise<{ id: number; role: string; content: string; person?: string | null }[]> =>
  (
    await asWidget(
      'query($t: String!) { chatHistory(sessionToken: $t) { messages { id role content ... on AssistantMessage { person } } } }',
      {
        t: sessionToken,
      },
    )
  ).data.chatHistory.messages

type Key = string | undefined
async function staff(field: string, input: object, key?: Key) {
  const name = `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  const gives =
    field === 'writeToVisitor'
      ? 'message { id content answeredBy writtenBy writtenAs }'
      : 'conversation { id takeover { shownAs yours attended } }'
  const { data, errors } = await service.graphql(
    `mutation($input: ${name}!) { ${field}(input: $input) { ${gives} } }`,
    { input },
    { ...(key && { key }) },
  )
  return errors?.[0]?.extensions?.code ?? data[field]
}
const takeOver = (conversationId: number, shownAs = 'Maria', key?: Key) => staff('takeOverConversation', { conversationId, shownAs }, key)
const write = (conversationId: number, message: string, key?: Key) => staff('writeToVisitor', { conversationId, message }, key)
const isWaiting = async (id: number) =>
  (await service.sql(`SELECT 1 FROM chat_message WHERE session_id = ${id} AND state = 'streaming' AND answered_by = 'person'`)).length > 0

async function listening(query: string, variables: object, key: Record<string, string>) {
  const stream = await openStream(`${service.url()}/graphql/stream`, { query, variables }, { headers: key })
  onTestFinished(() => stream.cut())
  return () => stream.told.flatMap(({ result }) => (result.data ? [result.data] : []))
}

test('what a visitor writes waits for the person who has taken the conversation over, and gets their words', async () => {
  const { sessionToken, id } = await newConversation()
  expect(await takeOver(id)).toMatchObject({ conversation: { takeover: { shownAs: 'Maria', yours: true, attended: true } } })
  const answer = asked(sessionToken, 'How do I keep it cold on a plane?')
  await until(() => isWaiting(id))
  const { message } = await write(id, 'Keep it in your hand luggage, in the pouch we sent you.')
  const { answer: text, messageId } = await answer
  expect({ text, messageId }).toEqual({ text: 'Keep it in your hand luggage, in the pouch we sent you.', messageId: message.id })
  expect(message).toMatchObject({ answeredBy: 'person', writtenAs: 'Maria', writtenBy: expect.stringMatching(/API_KEY/) })
  const said = await history(sessionToken)
  expect(said.map(({ role, person = null }) => [role, person])).toEqual([
    ['assistant', null],
    ['user', null],
    ['assistant', 'Maria'],
  ])
  expect(said[0]?.content).toMatch(/^Maria has joined this conversation/)
})

test('a danger and a side effect are answered by the service at once, and filed, while a person has the conversation', async () => {
  const { sessionToken, id } = await newConversation()
  await takeOver(id)
  expect((await asked(sessionToken, 'My daughter got a rash on her arm after her Emgality shot')).answer).toContain(
    'Our safety team has been told',
  )
  expect((await asked(sessionToken, 'I cannot breathe and my throat is closing')).answer).toContain('Call 911')
  const cases = await service.sql(
    `SELECT 1 FROM adverse_event JOIN chat_message ON chat_message.id = chat_message_id WHERE chat_message.session_id = ${id}`,
  )
  expect(cases).toHaveLength(2)
})

test('the visitor is shown who comes, what they write unasked, and that they leave; in Spanish where they write it', async () => {
  const { sessionToken, id } = await newConversation()
  await asked(sessionToken, '¿Cómo guardo la medicina en casa?')
  const told = await listening(
    'subscription($t: String!) { chatPerson(sessionToken: $t) { name messages { content } } }',
    { t: sessionToken },
    { authorization: '', 'x-api-key': widgetKey },
  )
  const latest = () => told().at(-1)?.chatPerson as { name: string | null; messages: { content: string }[] } | undefined
  await until(() => latest() !== undefined)
  expect(latest()).toEqual({ name: null, messages: [] })
  await takeOver(id)
  await until(() => latest()?.name === 'Maria')
  await write(id, 'Buenas tardes.')
  await until(() => latest()?.messages.length === 2)
  await staff('handBackConversation', { conversationId: id })
  await until(() => latest()?.name === null)
  expect(latest()?.messages.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^Maria se ha unido/),
    'Buenas tardes.',
    expect.stringMatching(/^Maria ha dejado/),
  ])
})

test('the service answers again where the person hands back, falls silent, or their page is gone', async () => {
  const { sessionToken, id } = await newConversation()
  const answerAfter = async (change: () => Promise<unknown>) => {
    await takeOver(id)
    const answer = asked(sessionToken, 'How should I store it at home?')
    await until(() => isWaiting(id))
    await change()
    expect((await answer).answer).toMatch(/^I don't have that/)
    expect((await history(sessionToken)).some(({ content }) => content.startsWith('Maria has left'))).toBe(true)
    expect(await service.sql(`SELECT 1 FROM chat_takeover WHERE session_id = ${id}`)).toEqual([])
  }
  await answerAfter(() => staff('handBackConversation', { conversationId: id }))
  await answerAfter(() => service.sql(`UPDATE chat_takeover SET attended_until = now() - interval '1 second' WHERE session_id = ${id}`))
  await answerAfter(() => service.sql(`UPDATE chat_takeover SET last_said_at = now() - interval '2 minutes' WHERE session_id = ${id}`))
  await takeOver(id)
  await service.sql(`UPDATE chat_takeover SET attended_until = now() - interval '1 second' WHERE session_id = ${id}`)
  expect((await asked(sessionToken, 'And how long does it keep?')).answer).toMatch(/^I don't have that/)
})

test('somebody who is writing is waited for longer than a minute', async () => {
  const { sessionToken, id } = await newConversation()
  await takeOver(id)
  const answer = asked(sessionToken, 'How should I store it at home?')
  await until(() => isWaiting(id))
  await staff('attendConversation', { conversationId: id, writing: true })
  await service.sql(`UPDATE chat_takeover SET last_said_at = now() - interval '2 minutes' WHERE session_id = ${id}`)
  const [before] = await service.sql<{ at: Date }>(
    `SELECT updated_at AS at FROM chat_message WHERE session_id = ${id} AND state = 'streaming'`,
  )
  // The wait has looked again since: the answer's heartbeat is written while it goes on.
  await until(async () => {
    await staff('attendConversation', { conversationId: id, writing: true })
    const [now] = await service.sql<{ at: Date }>(
      `SELECT updated_at AS at FROM chat_message WHERE session_id = ${id} AND state = 'streaming'`,
    )
    return (now?.at.getTime() ?? 0) > (before?.at.getTime() ?? 0)
  })
  await write(id, 'In the fridge.')
  expect((await answer).answer).toBe('In the fridge.')
})

test('what only sounds of danger gets the line with the numbers at once, before the words of the person', async () => {
  const { sessionToken, id } = await newConversation()
  await takeOver(id)
  const answer = asked(sessionToken, dangerInDoubt)
  await until(() => isWaiting(id))
  await write(id, 'I am here. What has happened?')
  const { answer: text, messageId } = await answer
  expect(text).toMatch(/^If this is an emergency.*988.*\n\nI am here\. What has happened\?$/s)
  expect((await history(sessionToken)).find((one) => one.id === messageId)?.content).toBe(text)
})

test('what may be a report is asked of while a person answers, and filed when the visitor says yes', async () => {
  const { sessionToken, id } = await newConversation()
  await takeOver(id)
  const answer = asked(sessionToken, possibleReport)
  await until(() => isWaiting(id))
  await write(id, 'Let me look that up.')
  await answer
  expect((await history(sessionToken)).some(({ content }) => content.startsWith('Did something like this happen to you'))).toBe(true)
  expect((await asked(sessionToken, 'yes')).answer).toContain('Our safety team has been told')
})

test('a yes to what the service asked before the person came is filed, too', async () => {
  const { sessionToken, id } = await newConversation()
  expect((await asked(sessionToken, possibleReport)).answer).toContain('Did something like this happen to you')
  await takeOver(id)
  expect((await asked(sessionToken, 'yes')).answer).toContain('Our safety team has been told')
})

test('what staff have left without a word is ended, though the visitor writes nothing, and is live no more', async () => {
  const { id } = await newConversation()
  await takeOver(id)
  const live = async () =>
    (await service.graphql('{ conversations(filter: { live: true }, first: 50) { totalCount } }')).data.conversations.totalCount
  const before = await live()
  await service.sql(`UPDATE chat_takeover SET attended_until = now() - interval '1 second' WHERE session_id = ${id}`)
  expect(await live()).toBeLessThanOrEqual(before)
  await service.restart()
  await until(async () => (await service.sql(`SELECT 1 FROM chat_takeover WHERE session_id = ${id}`)).length === 0)
})

test('one person has a conversation at a time; who is gone gives way, and may no longer write', async () => {
  const { id } = await newConversation()
  const other = await keyWith(service, 'patients_read', 'patients_write')
  expect(await write(id, 'Hello?')).toBe('CONFLICT')
  await takeOver(id)
  expect(await takeOver(id, 'Tom', other)).toBe('CONFLICT')
  expect(await write(id, 'Hello?', other)).toBe('CONFLICT')
  await service.sql(`UPDATE chat_takeover SET attended_until = now() - interval '1 second' WHERE session_id = ${id}`)
  expect(await takeOver(id, 'Tom', other)).toMatchObject({ conversation: { takeover: { shownAs: 'Tom' } } })
  expect(await write(id, 'Hello?')).toBe('CONFLICT')
  expect(await takeOver(0)).toBe('INVALID_INPUT')
  expect(await takeOver(2_000_000_000)).toBe('NOT_FOUND')
  for (const name of ['', 'call 555-0100', 'www.example.com/x']) expect(await takeOver(id, name)).toBe('INVALID_INPUT')
})

test('staff are told at once of a conversation in which a person is asked for, and find it', async () => {
  const told = await listening('subscription { conversationUpdated { id personAskedAt } }', {}, { authorization: `Bearer ${apiKey}` })
  const { sessionToken, id } = await newConversation()
  const live = async () =>
    (await service.graphql('{ conversations(filter: { live: true }, first: 50) { edges { node { id } } } }')).data.conversations.edges.map(
      ({ node }: { node: { id: number } }) => node.id,
    )
  await asked(sessionToken, 'How do I store it?')
  expect(await live()).not.toContain(id)
  await asked(sessionToken, 'Can I talk to a real person please?')
  await until(() => told().some(({ conversationUpdated: one }) => (one as { id: number }).id === id))
  expect(await live()).toContain(id)
})

test('of two messages at once each gets an answer of its own, and what is written is kept once', async () => {
  const { sessionToken, id } = await newConversation()
  await takeOver(id)
  const answers = [asked(sessionToken, 'Is it safe on a plane?'), asked(sessionToken, 'And in a hot car?')]
  await until(
    async () => (await service.sql(`SELECT 1 FROM chat_message WHERE session_id = ${id} AND answered_by = 'person'`)).length === 2,
  )
  await write(id, 'First.')
  await write(id, 'Second.')
  await write(id, 'Third.')
  expect((await Promise.all(answers)).map(({ answer }) => answer).toSorted()).toEqual(['First.', 'Second.'])
  expect((await history(sessionToken)).filter(({ person }) => person === 'Maria')).toHaveLength(3)
})

test('a yes to what the service asked is filed past the person who came, though the conversation is too fast to be answered', async () => {
  await service.restart({ CHAT_RATE_LIMIT_PER_MINUTE: '1' })
  const { sessionToken, id } = await newConversation()
  expect((await asked(sessionToken, possibleReport)).answer).toContain('Did something like this happen to you')
  await takeOver(id)
  expect((await asked(sessionToken, 'yes')).answer).toContain('Our safety team has been told')
})
