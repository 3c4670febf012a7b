import { afterEach, expect, test } from 'vitest'
import { answersRunning, chatOf, citing, conversationsOf } from '../support/chat.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startProcess } from '../support/process.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase, nodes, startTestService, until } from '../support/service.ts'

// The process ends in the middle of an answer: by kill -9 or by SIGTERM.

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  await endPrograms()
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const question = 'How do I store Emgality?'
const pieces = ['SOURCES: 1\n', 'Keep ', 'it ', 'cold.']
const adverse = 'I have had a headache every day since I started Emgality'
const embedded = process.env.TEST_DATABASE_URL === undefined

async function prepared() {
  const fake: FakeOpenAi = await startFakeOpenAi()
  const database = await freshDatabase()
  cleanUps.push(
    () => database.drop(),
    () => fake[Symbol.asyncDispose](),
  )
  fake.chat.stream.says = pieces
  const env = { ...database.env, ...fake.env, CHAT_MODEL_PATIENCE_SECONDS: '120', SAMPLE_LIBRARY: 'false', EMBEDDING_THREADS: '1' }
  return { fake, model: fake.chat.stream, env }
}

/** Opens an answer and lets the model say two words of it. */
async function inTheMiddle(client: Parameters<typeof chatOf>[0], model: FakeOpenAi['chat']['stream'], session_token: string) {
  model.gated = true
  const stream = await chatOf(client).open({ message: question, session_token })
  await until(() => {
    if (model.said < 3) model.give(1)
    return stream.text() === 'Keep it '
  })
  return stream
}

test('kill -9 in the middle of an answer: after the next start nothing is streaming, reported cases stand, and the conversation goes on', async () => {
  const { model, env } = await prepared()
  await using first = await startProcess(env)
  await addItems(first, libraryItems)
  await searchable(first)
  const session_token = await chatOf(first).session()
  await chatOf(first).say({ message: adverse, session_token })
  const stream = await inTheMiddle(first, model, session_token)
  await first.kill()
  await stream.end().catch(() => {})
  await until(() => model.open === 0)
  model.release()
  await using second = await startTestService({}, { database: { env } })
  const chat = chatOf(second)
  if (embedded) {
    await until(async () => {
      const messages = (await conversationsOf(second)).flatMap((conversation) => conversation.messages)
      return messages.every(({ state }) => state !== 'streaming') && messages.length === 4
    })
    expect((await conversationsOf(second))[0]?.messages.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete', 'failed'])
  }
  expect(await answersRunning(second)).toBe(0)
  const { data } = await second.graphql('{ adverseEvents(first: 10) { edges { node { eventDescription } } } }')
  expect(nodes(data.adverseEvents)).toEqual([{ eventDescription: adverse }])
  model.says = citing('Emgality storage', 'Keep it cold.')
  expect((await chat.say({ message: question, session_token })).answer).toBe('Keep it cold.')
  expect((await chat.history(session_token)).at(-1)?.content).toBe('Keep it cold.')
})

test('kill -9 in the middle of an answer to a message with a key: the retry after the next start is answered, and the question is stored once', async () => {
  const { model, env } = await prepared()
  await using first = await startProcess(env)
  await addItems(first, libraryItems)
  await searchable(first)
  const session_token = await chatOf(first).session()
  const headers = { 'idempotency-key': 'once' }
  model.gated = true
  const stream = await chatOf(first).open({ message: question, session_token }, headers)
  await until(() => model.open === 1)
  await first.kill()
  await stream.end().catch(() => {})
  model.release()
  await using second = await startTestService({}, { database: { env } })
  const { answer } = await chatOf(second).say({ message: question, session_token }, headers)
  expect(answer).toBe('Keep it cold.')
  expect((await chatOf(second).history(session_token)).map(({ content }) => content)).toEqual([question, 'Keep it cold.'])
})

test('SIGTERM in the middle of answers: the process ends with 0, each stream ends, and no message stays streaming', async () => {
  const { model, env } = await prepared()
  const { child, ready, ended } = startProgram({ ...env, SHUTDOWN_DELAY_MS: '0', SHUTDOWN_TIMEOUT_SECONDS: '2' })
  const client = await ready
  const service = { ...client, url: () => client.address }
  await addItems(service, libraryItems)
  await searchable(service)
  const session_token = await chatOf(service).session()
  const stream = await inTheMiddle(service, model, session_token)
  const whole = chatOf(service)
    .post('chat', { message: question })
    .then(({ status }) => status)
    .catch(() => 'cut')
  await until(() => model.open === 2)
  child.kill('SIGTERM')
  // The model is silent from now on; the service does not wait for it forever.
  expect((await ended).code).toBe(0)
  await stream.end().catch(() => {})
  expect(['cut', 200, 503]).toContain(await whole)
  await until(() => model.open === 0)
  model.release()
  await using again = await startTestService({}, { database: { env } })
  const messages = (await conversationsOf(again)).flatMap((conversation) => conversation.messages)
  expect(messages.filter(({ role }) => role === 'assistant').map(({ state }) => state)).not.toContain('streaming')
  expect((await chatOf(again).history(session_token))[1]?.content).toMatch(/^Keep it /)
})

test('SIGTERM while a model answers: an answer that ends within the shutdown time is complete', async () => {
  const { model, env } = await prepared()
  const { child, ready, ended } = startProgram({ ...env, SHUTDOWN_DELAY_MS: '0', SHUTDOWN_TIMEOUT_SECONDS: '20' })
  const client = await ready
  const service = { ...client, url: () => client.address }
  await addItems(service, libraryItems)
  await searchable(service)
  const stream = await inTheMiddle(service, model, await chatOf(service).session())
  child.kill('SIGTERM')
  await until(async () => (await client.rest('GET', '/ready').catch(() => ({ status: 503 }))).status !== 200)
  model.release()
  const { text, end } = await stream.end()
  expect([text, end.event]).toEqual(['Keep it cold.', 'done'])
  expect((await ended).code).toBe(0)
})
