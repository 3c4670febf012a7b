import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedColumns } from '../../src/areas.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { fieldKeys } from '../../src/platform/field-encryption/field-keys.ts'
import { resealFields } from '../../src/platform/field-encryption/reseal.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service.ts'
import { chatOf } from '../support/chat.ts'
import { freshDatabase, nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// docs/operations.md: a first key, another key, and what a start refuses. The tests go on where the one before stopped.

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const one = newKey('one')
const two = newKey('two')

let service: TestService
let voice: ReturnType<typeof voiceOf>
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ FIELD_ENCRYPTION_KEY: '', CHAT_RATE_LIMIT_PER_MINUTE: '100000' })
  voice = voiceOf(service)
  chat = chatOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** The stored forms of everything that is sealed, by what they begin with. */
async function beginnings(): Promise<string[]> {
  const forms = await Promise.all(
    sealedColumns.map(({ table, column, json }) => {
      const value = json ? `${column} #>> '{}'` : column
      return service.sql<{ form: string }>(`SELECT left(${value}, 11) AS form FROM ${table} WHERE ${value} <> ''`)
    }),
  )
  return [...new Set(forms.flat().map(({ form }) => (/^enc:v0:|^enc:v1:\w+:/.exec(form) ?? ['plain'])[0]))]
}

const rowsToGo = async () =>
  Number(/^field_encryption_rows_to_go (\S+)/m.exec(String((await service.rest('GET', '/metrics')).body))?.[1] ?? Number.NaN)
const resealed = () => until(async () => (await rowsToGo()) === 0)

/** A start with these keys, which is refused. */
async function refusal(keys: string): Promise<string> {
  await service.stop()
  const config = readConfig({ ...service.env, PORT: '0', API_KEY: 'a', WIDGET_API_KEY: 'w', FIELD_ENCRYPTION_KEY: keys })
  try {
    await (await startService(config, createLog('silent'))).stop()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it started')
}

const conversation = newConversation('kept')
const report = { event_description: 'Hives on both arms', severity: 'severe' }
const texts = [
  'enc:v1:one:AAAA',
  'enc:v0:',
  'enc:',
  ...Array.from({ length: 120 }, (_, index) => `Utterance ${index} ${'says it.'.repeat(4)}`),
]
const transcript = `User: ${'I feel fine. '.repeat(40)}`
let callId: number
let caseNumber: string
let token: string

/** What was said before any key was set, as it reads now. */
async function shown() {
  const call = await voice.fields(conversation, 'transcript utterances(first: 1000) { edges { node { text } } }')
  const { body } = await voice.invoke(conversation, 'flag_adverse_event', report)
  const history = (await chat.history(token)).map(({ content }) => content)
  return {
    texts: nodes<{ text: string }>(call.utterances).map(({ text }) => text),
    transcript: call.transcript,
    caseNumber: body.case_number,
    history,
  }
}
let before: Awaited<ReturnType<typeof shown>>

test('texts that look like stored forms are stored and shown without a key', async () => {
  callId = await voice.register(conversation)
  for (const [index, text] of texts.entries())
    await voice.say(callId, text, { timestamp: new Date(Date.UTC(2026, 0, 1) + index).toISOString() })
  await voice.postCall(conversation, { status: 'completed', transcript })
  caseNumber = (await voice.invoke(conversation, 'flag_adverse_event', report)).body.case_number
  token = (await chat.say('Hello!')).session_token
  before = await shown()
  expect(before).toMatchObject({ texts, transcript: transcript.trim(), caseNumber })
  expect((await beginnings()).sort()).toEqual(['enc:v0:', 'plain'])
})

/** Writes on while values are sealed anew, until that is done. */
async function writing(done: Promise<unknown>) {
  const writtenCall = newConversation('written')
  const id = await voice.register(writtenCall)
  const said: string[] = []
  let longest = 'User: hello'
  let over = false
  const end = done.finally(() => {
    over = true
  })
  while (!over || said.length < 20) {
    said.push(`Meanwhile ${said.length}`)
    longest += ' and hello again'
    const timestamp = new Date(Date.UTC(2026, 1, 1) + said.length).toISOString()
    await Promise.all([
      voice.say(id, said.at(-1), { timestamp }),
      // Reports with ever longer transcripts rewrite a row that the job rewrites as well.
      voice.postCall(writtenCall, { status: 'completed', transcript: longest }),
      chat.say({ message: 'Hello again!', session_token: token }),
    ])
  }
  await end
  const call = await voice.fields(writtenCall, 'transcript utterances(first: 1000) { edges { node { text } } }')
  expect({ ...call, utterances: nodes(call.utterances) }).toEqual({ transcript: longest, utterances: said.map((text) => ({ text })) })
}

test.each([
  ['a first key', one, 'enc:v1:one:'],
  ['another key in front', `${two},${one}`, 'enc:v1:two:'],
])('after %s everything is sealed with it, while calls and chats go on, and nothing reads differently', async (_name, keys, form) => {
  await service.restart({ FIELD_ENCRYPTION_KEY: keys })
  await writing(resealed())
  expect(await beginnings()).toEqual([form])
  const { history, ...rest } = await shown()
  expect(rest).toEqual({ texts: before.texts, transcript: before.transcript, caseNumber })
  expect(history.slice(0, before.history.length)).toEqual(before.history)
  const hashes = await service.sql<{ fingerprint: string }>(
    'SELECT fingerprint FROM utterance UNION ALL SELECT fingerprint FROM function_invocation',
  )
  expect(hashes.filter(({ fingerprint }) => !/^(h1:.+)?$/.test(fingerprint))).toEqual([])
})

test('a start is refused where stored texts could not be read, and names ids, never keys', async () => {
  expect(await refusal('')).toBe(
    'FIELD_ENCRYPTION_KEY: is not set, and this database holds texts sealed with one, two. Set it again: without it they cannot be read',
  )
  expect(await refusal(newKey('three'))).toMatch(/^FIELD_ENCRYPTION_KEY: has none of the keys of this database \(one, two\)/)
  expect(await refusal(newKey('two'))).toBe('FIELD_ENCRYPTION_KEY: the key two is not the one that this database knows by that id')
  await service.restart({ FIELD_ENCRYPTION_KEY: `${one},${two}` })
  await until(async () => (await voice.say(callId, 'Sealed with the older key.')).status === 200)
  await resealed()
  expect(await refusal(two)).toMatch(/^FIELD_ENCRYPTION_KEY: lacks the key one, and \w+\.\w+ still holds values sealed with it/)
})

test('a key that seals nothing any more can be taken out of the setting', async () => {
  await service.restart({ FIELD_ENCRYPTION_KEY: `${two},${one}` })
  await resealed()
  await service.restart({ FIELD_ENCRYPTION_KEY: two })
  expect((await shown()).texts).toEqual([...texts, 'Sealed with the older key.'])
  const registered = () => service.sql('SELECT id FROM field_key ORDER BY id')
  expect(await registered()).toEqual([{ id: 'one' }, { id: 'two' }])
  await service.sql("UPDATE field_key SET first_used_at = first_used_at - interval '2 days'")
  await service.restart({ FIELD_ENCRYPTION_KEY: two })
  expect(await registered()).toEqual([{ id: 'two' }])
})

test('a job that was stopped goes on where it was, and looks again until nothing is left', async () => {
  await using database = await freshDatabase()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = database.env
  const log = createLog('silent')
  const { session, close } = await openDatabase({ databaseUrl, databasePoolSize: 2, dataDir, fieldKeys: fieldKeys.parse(one) }, log)
  const { prisma } = session
  await prisma.$executeRaw`INSERT INTO voice_call (call_id) VALUES ('many')`
  await prisma.$executeRaw`
    INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
    SELECT voice_call.id, 'user', 'Utterance ' || n || repeat(' says it', 40), now(), 'hash' || n, 'neutral', 0
    FROM voice_call, generate_series(1, 2000) AS n`
  // Stored again before the fingerprint of the first was keyed.
  await prisma.$executeRaw`
    INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
    SELECT id, 'user', 'Utterance 7', now(), ${session.fields.fingerprint('hash7')}, 'neutral', 0 FROM voice_call`
  const left = () => prisma.utterance.count({ where: { NOT: { sealedText: { startsWith: 'enc:v1:one:' } } } })
  let looks = 0
  const afterTwo = {
    get aborted() {
      return looks++ === 2
    },
  } as AbortSignal
  expect(await resealFields(session, sealedColumns, afterTwo)).toBe(false)
  const half = await left()
  expect([half > 0, half < 2000]).toEqual([true, true])
  const never = new AbortController().signal
  expect(await resealFields(session, sealedColumns, never)).toBe(true)
  expect(await left()).toBe(0)
  // As an instance that has no key yet would store it.
  await prisma.$executeRaw`UPDATE utterance SET text = 'Plain again', fingerprint = 'plain' WHERE fingerprint = (SELECT min(fingerprint) FROM utterance)`
  expect([await left(), await resealFields(session, sealedColumns, never), await left()]).toEqual([1, true, 0])
  const settled = () => prisma.fieldReseal.count({ where: { settled: true } })
  expect([await settled(), await resealFields(session, sealedColumns, never), await settled()]).toEqual([
    sealedColumns.length - 1,
    true,
    sealedColumns.length,
  ])
  await close()
})
