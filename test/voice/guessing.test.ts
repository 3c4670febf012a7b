import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKey, startTestService, type TestService } from '../support/service.ts'
import { newConversation, type Person, voiceOf } from '../support/voice.ts'

// docs/contract.md, Failed lookups: they are counted by what is guessed and by who guesses, in whatever conversation.

const perKey = 40
const connections = 20
let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService({ LOOKUP_FAILURES_PER_HOUR: String(perKey), DATABASE_POOL_SIZE: String(connections) })
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Lookup {
  conversation?: string
  key?: string
}
const look = async (person: Person, changes: object = {}, { conversation = newConversation('guess'), key = apiKey }: Lookup = {}) => {
  const body = { conversation_id: conversation, function_name: 'patient_lookup', parameters: voice.details(person, changes) }
  const answer = await service.rest('POST', '/v1/voice/webhook', { key, body })
  expect(answer.status).toBe(200)
  return answer.body as { verified: boolean; message: string }
}
/** Each test has a key of its own, so that none spends another's failures. */
const newKey = async (): Promise<string> =>
  (await voice.query('mutation { createApiKey(input: { name: "platform", scopes: [care] }) { key } }')).createApiKey.key
const wrongName = (index: number) => ({ first_name: `Zoltan${'abcdefghijklmnopqrstuvwxyz'[index % 26]}` })
const refused = { patient_id: null, patient_name: null, verified: false, confidence: 0, message: expect.any(String) }

test('a stolen key gets ten guesses at a person a day, however many conversations it opens', async () => {
  const key = await newKey()
  const person = await voice.person()
  for (let index = 0; index < 9; index++) expect(await look(person, wrongName(index), { key })).toEqual(refused)
  expect(await look(person, {}, { key })).toMatchObject({ verified: true })
  const tenth = await look(person, wrongName(9), { key })
  const eleventh = await look(person, wrongName(10), { key })
  const right = await look(person, {}, { key })
  expect([tenth, eleventh, right]).toEqual([refused, refused, refused])
  expect(right).toEqual(eleventh)
  // The locks are the person's, not the key's.
  expect((await look(person)).verified).toBe(false)
  expect((await look(await voice.person(), {}, { key })).verified).toBe(true)
  await service.sql(`UPDATE failed_lookup SET failed_at = failed_at - interval '25 hours'`)
  expect((await look(person, {}, { key })).verified).toBe(true)
})

test('the same answers for a person whom nobody knows: a lock does not tell that somebody exists', async () => {
  const key = await newKey()
  const person = await voice.person()
  const nobody = { ...person, member_id: 'NOBODY-4711', date_of_birth: '1931-01-01' }
  const answers = async (claimed: Person) => {
    const all = []
    for (let index = 0; index < 12; index++) all.push(await look(claimed, wrongName(index), { key }))
    return all
  }
  expect(await answers(nobody)).toEqual(await answers(person))
})

test('guesses at once get no further than ten and the connections of the database', async () => {
  const key = await newKey()
  const person = await voice.person()
  const [before] = await service.sql('SELECT coalesce(max(id), 0) AS id FROM failed_lookup')
  await Promise.all(Array.from({ length: 30 }, (_, index) => look(person, wrongName(index), { key })))
  const [most] = await service.sql(
    'SELECT max(count)::int AS count FROM (SELECT count(*) FROM failed_lookup WHERE id > $1 GROUP BY subject) AS subjects',
    [before?.id],
  )
  expect(most?.count).toBeGreaterThanOrEqual(10)
  expect(most?.count).toBeLessThan(10 + connections)
  expect((await look(person, {}, { key })).verified).toBe(false)
})

test.each([
  ['spaces and hyphens in the member ID', (person: Person) => ({ member_id: person.member_id.replace('-', ' - ').toLowerCase() })],
  ['the member ID with characters that nobody sees', (person: Person) => ({ member_id: `\u200b${person.member_id}\u00ad` })],
])('%s are the same guess', async (_what, written) => {
  const key = await newKey()
  const person = await voice.person()
  for (let index = 0; index < 10; index++) await look(person, { ...written(person), ...wrongName(index) }, { key })
  expect((await look(person, {}, { key })).verified).toBe(false)
})

test('the date of birth is guessed no more than twenty times a day for one member ID', async () => {
  const key = await newKey()
  const person = await voice.person()
  const dob = (index: number) => ({ dob: `1950-01-${String(index + 1).padStart(2, '0')}` })
  for (let index = 0; index < 20; index++) await look(person, dob(index), { key })
  expect((await look(person, {}, { key })).verified).toBe(false)
})

test('a phone gets twenty failures a day, whoever it asks for; another phone and calls without a number are not locked', async () => {
  const key = await newKey()
  const callFrom = async (phoneNumber: string) => {
    const conversation = newConversation('phone')
    await voice.register(conversation, { phoneNumber })
    return conversation
  }
  for (let index = 0; index < 20; index++) {
    const conversation = await callFrom('+15557770001')
    await look(await voice.person(), wrongName(index), { key, conversation })
  }
  const person = await voice.person()
  expect((await look(person, {}, { key, conversation: await callFrom('+15557770001') })).verified).toBe(false)
  expect((await look(person, {}, { key, conversation: await callFrom('+15557770002') })).verified).toBe(true)
  expect((await look(person, {}, { key })).verified).toBe(true)
})

test('a key that does nothing but fail is slowed and never locked: its lookups go on a minute later', async () => {
  const key = await newKey()
  const person = await voice.person()
  for (let index = 0; index < perKey - 1; index++) await look({ ...person, member_id: `STRANGER-${index}` }, {}, { key })
  expect((await look(person, {}, { key })).verified).toBe(true)
  await look({ ...person, member_id: 'STRANGER-last' }, {}, { key })
  const slowed = await look(person, {}, { key })
  expect([slowed.verified, slowed.message]).toEqual([false, expect.stringContaining('in a minute')])
  expect((await look(person, {}, { key: await newKey() })).verified).toBe(true)
  await service.sql(`UPDATE failed_lookup SET failed_at = failed_at - interval '61 seconds'`)
  expect((await look(person, {}, { key })).verified).toBe(true)
  // Thirty more failures in this minute.
  for (let index = 0; index < 30; index++) await look({ ...person, member_id: `STRANGER-again-${index}` }, {}, { key })
  expect((await look(person, {}, { key })).verified).toBe(false)
  await service.sql(`UPDATE failed_lookup SET failed_at = failed_at - interval '61 minutes'`)
  for (let index = 0; index < perKey - 1; index++) await look({ ...person, member_id: `STRANGER-later-${index}` }, {}, { key })
  expect((await look(person, {}, { key })).verified).toBe(true)
})

test.each([
  ['a blank behind it', (id: string) => `${id} `],
  ['other case', (id: string) => id.toUpperCase()],
  ['a character that nobody sees', (id: string) => `${id.slice(0, 3)}\u200b${id.slice(3)}`],
  ['wide letters', (id: string) => id.replace('c', 'ｃ')],
  ['blanks in it', (id: string) => id.replace('-', ' - ')],
])('a conversation ID with %s is no budget of its own', async (_what, written) => {
  const key = await newKey()
  const conversation = newConversation('conv')
  const person = await voice.person()
  for (let index = 0; index < 5; index++) {
    await look(
      { ...person, member_id: `OTHER-${conversation}-${index}` },
      {},
      { key, conversation: index % 2 ? written(conversation) : conversation },
    )
  }
  expect((await look(person, {}, { key, conversation })).verified).toBe(false)
  expect((await look(person, {}, { key, conversation: written(conversation) })).verified).toBe(false)
  expect((await look(person, {}, { key })).verified).toBe(true)
})

test('a document looks up one person, over /graphql and over graphql-sse', async () => {
  const person = await voice.person()
  const args = `firstName: "Ada", lastName: "Quill", dob: "1980-02-29", memberId: "${person.member_id}"`
  const aliases = (name: string) =>
    `mutation { ${[0, 1, 2].map((index) => `l${index}: patientLookup(input: { conversationId: "${name}-${index}", ${args} }) { verified }`).join(' ')} }`
  const answer = await service.graphql(aliases(newConversation('alias')))
  expect(answer.errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual(['INVALID_INPUT', 'INVALID_INPUT'])
  expect(answer.data).toMatchObject({ l0: { verified: true }, l1: null, l2: null })
  const conversation = newConversation('sse')
  const { body } = await service.rest('POST', '/graphql/stream', {
    body: { query: aliases(conversation) },
    headers: { accept: 'text/event-stream' },
  })
  expect(String(body)).toContain('INVALID_INPUT')
  const [{ calls } = { calls: 0 }] = await service.sql<{ calls: number }>(
    `SELECT count(*)::int AS calls FROM function_invocation JOIN voice_call ON voice_call.id = voice_call_id WHERE call_id LIKE $1 || '-%'`,
    [conversation],
  )
  expect(calls).toBeLessThanOrEqual(1)
})

test('nothing of what was guessed is kept in plain, and nothing longer than a day', async () => {
  const person = await voice.person({ member_id: 'PLAIN-4711', date_of_birth: '1977-07-07' })
  const conversation = newConversation('plain')
  await voice.register(conversation, { phoneNumber: '+15557770003' })
  await look(person, wrongName(0), { conversation })
  const rows = JSON.stringify(await service.sql('SELECT * FROM failed_lookup'))
  for (const text of ['4711', '1977', '7770003', conversation, apiKey]) expect(rows).not.toContain(text)
})

test('failures and locks are counted for the alert', async () => {
  const count = async (line: RegExp) => Number(line.exec(String((await service.rest('GET', '/metrics')).body))?.[1])
  const failures = /^patient_lookups_total\{outcome="failed"\} (\d+)/m
  const locks = /^patient_lookup_locks_total\{by="identity"\} (\d+)/m
  const [failed, locked] = [await count(failures), await count(locks)]
  const key = await newKey()
  const person = await voice.person()
  for (let index = 0; index < 11; index++) await look(person, wrongName(index), { key })
  expect([await count(failures), await count(locks)]).toEqual([failed + 10, locked + 1])
})
