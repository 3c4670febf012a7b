import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notUnderKeys } from '../../src/graphql/request-key.ts'
import { publicSchema } from '../../src/graphql/schema.ts'
import { apiKey, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// A mutation that names its request happens once (docs/contract.md, Mutations that happen once).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

let number = 0
const newKey = () => `request-${++number}-0123456789`
const person = (fields: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Quill',
  dateOfBirth: '1980-02-29',
  phone: '+15551234567',
  ...fields,
})
const create = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { patient { id firstName } } }'
const patients = async () => (await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM patient'))[0]?.count ?? 0

interface Sent {
  header?: string
  key?: string
}

async function send(query: string, variables: object = {}, { header, key = apiKey }: Sent = {}) {
  const answer = await service.rest('POST', '/graphql', {
    key,
    body: { query, variables },
    ...(header === undefined ? {} : { headers: { 'idempotency-key': header } }),
  })
  return { ...answer.body, replayed: answer.headers.get('idempotency-replayed'), requestId: answer.headers.get('x-request-id') }
}
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code

describe.each([
  ['the requestKey of its input', (input: object, key: string) => send(create, { input: { ...input, requestKey: key } })],
  ['an Idempotency-Key', (input: object, key: string) => send(create, { input }, { header: key })],
])('a creating mutation with %s', (_how, sent) => {
  test('happens once, and a repetition gets the first answer, marked as such', async () => {
    const key = newKey()
    const first = await sent(person(), key)
    const before = await patients()
    const second = await sent(person(), key)
    expect(first.errors).toBeUndefined()
    expect(second.data).toEqual(first.data)
    expect([first.replayed, second.replayed]).toEqual([null, 'true'])
    expect(await patients()).toBe(before)
  })

  test('is a conflict with other content', async () => {
    const key = newKey()
    await sent(person(), key)
    const before = await patients()
    const other = await sent(person({ firstName: 'Else' }), key)
    expect([codeOf(other), other.data]).toEqual(['CONFLICT', null])
    expect(await patients()).toBe(before)
  })

  test('happens once when ten come at the same time', async () => {
    const key = newKey()
    const before = await patients()
    const answers = await Promise.all(Array.from({ length: 10 }, () => sent(person(), key)))
    expect(new Set(answers.map(({ data }) => data.createPatient.patient.id)).size).toBe(1)
    expect(await patients()).toBe(before + 1)
  })

  test('that failed may be sent again', async () => {
    const key = newKey()
    expect(codeOf(await sent(person({ phone: 'x' }), key))).toBe('INVALID_INPUT')
    expect((await sent(person(), key)).data.createPatient.patient.firstName).toBe('Ada')
  })

  test('shows a repetition whose data it is, and the audit says so', async () => {
    const key = newKey()
    const { data } = await sent(person(), key)
    const { requestId } = await sent(person(), key)
    const events = await service.sql('SELECT action, patient_ids FROM audit_event WHERE request_id = $1', [requestId])
    expect(events).toEqual([{ action: 'patient.read', patient_ids: [data.createPatient.patient.id] }])
  })
})

describe('an Idempotency-Key', () => {
  const two = `mutation($one: CreatePatientInput!, $two: CreatePatientInput!) {
    one: createPatient(input: $one) { patient { id } } two: createPatient(input: $two) { patient { id } }
  }`

  test('covers the whole document', async () => {
    const header = newKey()
    const variables = { one: person(), two: person({ firstName: 'Bea' }) }
    const first = await send(two, variables, { header })
    const before = await patients()
    expect((await send(two, variables, { header })).data).toEqual(first.data)
    expect(await patients()).toBe(before)
  })

  test('undoes the whole document where a part of it fails, and shows nothing of what was undone', async () => {
    const before = await patients()
    const answer = await send(two, { one: person(), two: person({ phone: 'x' }) }, { header: newKey() })
    expect([answer.data, codeOf(answer)]).toEqual([null, 'INVALID_INPUT'])
    expect(await patients()).toBe(before)
  })

  test('changes nothing for a query', async () => {
    const header = newKey()
    expect((await send('{ caller { id } }', {}, { header })).data.caller.id).toBe('API_KEY#1')
    expect(await send('{ patients { totalCount } }', {}, { header })).toMatchObject({ data: { patients: {} }, replayed: null })
  })

  test.each(['with space', 'x'.repeat(256)])('%j is refused', async (header) => {
    expect(codeOf(await send(create, { input: person() }, { header }))).toBe('INVALID_INPUT')
  })

  test('that differs from the requestKey is refused', async () => {
    const input = { ...person(), requestKey: newKey() }
    expect(codeOf(await send(create, { input }, { header: newKey() }))).toBe('INVALID_INPUT')
    expect((await send(create, { input }, { header: input.requestKey })).errors).toBeUndefined()
  })

  test.each(Object.keys(notUnderKeys))('is not for %s, which says what to do instead', async (name) => {
    expect(publicSchema.getMutationType()?.getFields()[name]).toBeDefined()
    const values: Record<string, string> = {
      patientLookup: 'conversationId: "k", firstName: "A", lastName: "B", dob: "1990-01-01", memberId: "X"',
      verifyBenefits: 'conversationId: "k"',
      checkPaRequirements: 'conversationId: "k", medication: "Humira"',
      flagAdverseEvent: 'conversationId: "k", eventDescription: "A rash", severity: "mild"',
      requestCallback: 'conversationId: "k"',
      sendFollowUpEmail: 'conversationId: "k"',
      endCall: 'voiceCallId: 1',
      transferCall: 'voiceCallId: 1, phoneNumber: "+15551234567"',
      sendChatMessage: 'message: "Hello"',
      retryJob: 'id: "x"',
      draftNote: 'workItemId: 1',
      createApiKey: 'name: "x", scopes: [care]',
    }
    const answer = await send(`mutation { ${name}(input: { ${values[name]} }) { __typename } }`, {}, { header: newKey() })
    expect([answer.data, codeOf(answer)]).toEqual([null, 'INVALID_INPUT'])
    expect(answer.errors[0].message).toContain('send it without an Idempotency-Key')
  })
})

describe('a requestKey', () => {
  test('names one mutation, so a document holds no other', async () => {
    const before = await patients()
    const answer = await send(
      `mutation($one: CreatePatientInput!, $two: CreatePatientInput!) {
        one: createPatient(input: $one) { patient { id } } ...More
      }
      fragment More on Mutation { two: createPatient(input: $two) { patient { id } } }`,
      { one: { ...person(), requestKey: newKey() }, two: person() },
    )
    expect([answer.data, codeOf(answer)]).toEqual([null, 'INVALID_INPUT'])
    expect(await patients()).toBe(before)
  })

  test('counts over graphql-sse as well', async () => {
    const client = createClient({
      url: `${service.url()}/graphql/stream`,
      headers: { authorization: `Bearer ${apiKey}` },
      retryAttempts: 0,
    })
    const variables = { input: { ...person(), requestKey: newKey() } }
    const once = async () => (await client.iterate({ query: create, variables }).next()).value
    const first = await once()
    const before = await patients()
    expect(await once()).toEqual(first)
    expect(await patients()).toBe(before)
    client.dispose()
  })

  test('is the caller’s own', async () => {
    const { createApiKey } = (await service.graphql('mutation { createApiKey(input: { name: "k", scopes: [care] }) { key } }')).data
    const variables = { input: { ...person(), requestKey: newKey() } }
    const { data } = await send(create, variables)
    expect((await send(create, variables, { key: createApiKey.key })).data.createPatient.patient.id).not.toBe(data.createPatient.patient.id)
  })

  test('of a visitor, who shares an address with others, has 16 characters at least', async () => {
    const session = 'mutation($input: CreateChatSessionInput!) { createChatSession(input: $input) { sessionToken } }'
    expect(codeOf(await send(session, { input: { requestKey: 'short' } }, { key: widgetKey }))).toBe('INVALID_INPUT')
    const variables = { input: { requestKey: newKey() } }
    const first = await send(session, variables, { key: widgetKey })
    expect(first.errors).toBeUndefined()
    expect((await send(session, variables, { key: widgetKey })).data).toEqual(first.data)
  })

  test('keeps the change and its announcement together: subscribers hear of it once', async () => {
    const client = createClient({
      url: `${service.url()}/graphql/stream`,
      headers: { authorization: `Bearer ${apiKey}` },
      retryAttempts: 0,
    })
    const heard: unknown[] = []
    const heed = (async () => {
      for await (const { data } of client.iterate({ query: 'subscription { patientUpdated { firstName } }' })) heard.push(data)
    })()
    const open = async () => /event_subscribers [1-9]/.test(String((await service.rest('GET', '/metrics', { key: null })).body))
    await until(open)
    const variables = { input: { ...person({ firstName: 'Heard' }), requestKey: newKey() } }
    await send(create, variables)
    await send(create, variables)
    await send(create, { input: { ...person({ firstName: 'Last' }), requestKey: newKey() } })
    await until(() => JSON.stringify(heard).includes('Last'))
    expect(heard.filter((data) => JSON.stringify(data).includes('Heard'))).toHaveLength(1)
    client.dispose()
    await heed.catch(() => {})
  })
})
