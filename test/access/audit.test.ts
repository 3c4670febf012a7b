import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedTypes } from '../../src/graphql/audit-reads.ts'
import { schema } from '../../src/graphql/schema.ts'
import { getDatamodel } from '../../src/platform/database/generated/pothos.ts'
import { auditEventsOf } from '../support/audit.ts'
import { openStream } from '../support/event-stream.ts'
import { patientBody, startTestService, type TestService, until } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const create = async (fields: object = {}) => (await service.rest('POST', '/v1/patients', { body: patientBody(fields) })).body.id as number

const eventsOf = (patientId: number) => auditEventsOf(service, patientId, 'action', 'surface', 'actor', 'requestId', 'patientIds', 'fields')
const actions = async (patientId: number) => (await eventsOf(patientId)).map(({ action, surface }) => `${surface} ${action}`)

test('every type whose rows belong to a patient is audited', () => {
  const { models } = getDatamodel().datamodel as unknown as { models: Record<string, { fields: { name: string }[] }> }
  const ofPatients = Object.entries(models).filter(
    ([name, { fields }]) => name === 'Patient' || fields.some((field) => field.name === 'patientId'),
  )
  const shown = ofPatients.map(([name]) => name).filter((name) => schema.getType(name) !== undefined)
  expect(Object.keys(auditedTypes)).toEqual(expect.arrayContaining(shown))
})

describe('REST', () => {
  test('records every read and change with its caller and request', async () => {
    const id = await create()
    const { headers } = await service.rest('GET', `/v1/patients/${id}`)
    await service.rest('PUT', `/v1/patients/${id}`, { body: { phone: '+15550009999', email: 'a@b.example' } })
    await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name: 'Humira' } })
    await service.rest('GET', `/v1/patients/${id}/medications`)
    await service.rest('DELETE', `/v1/patients/${id}`)
    const events = await eventsOf(id)
    expect(events.map(({ action }) => action).reverse()).toEqual([
      'patient.create',
      'patient.read',
      'patient.update',
      'medication_record.create',
      'patient.read',
      'medication_record.read',
      'patient.deactivate',
    ])
    expect(events.at(-2)).toMatchObject({
      surface: 'rest',
      actor: 'API_KEY#1',
      requestId: headers.get('x-request-id'),
    })
    expect(events.find(({ action }) => action === 'patient.update')?.fields.sort()).toEqual(['email', 'phone'])
  })

  test('a list is one event that names all patients shown', async () => {
    const [one, two] = [await create({ last_name: 'Listed' }), await create({ last_name: 'Listed' })]
    await service.rest('GET', '/v1/patients?search=listed')
    const [event] = await eventsOf(one)
    expect(event).toMatchObject({ action: 'patient.read', patientIds: [two, one] })
  })

  test('a response without a patient leaves no event', async () => {
    await service.rest('GET', '/v1/patients/999999')
    expect(await eventsOf(999999)).toEqual([])
  })

  test('a refused change leaves no event', async () => {
    const id = await create()
    await service.rest('PUT', `/v1/patients/${id}`, { body: { phone: 'x' } })
    expect(await actions(id)).toEqual(['rest patient.create'])
  })
})

describe('GraphQL', () => {
  test('records reads through every path to a patient', async () => {
    const id = await create({ last_name: 'Graphed' })
    await service.graphql(
      'mutation($id: Int!) { addMedication(input: { patientId: $id, medicationName: "Ajovy" }) { medication { id } } }',
      { id },
    )
    for (const query of [
      '{ patients(filter: { search: "graphed" }) { edges { node { firstName } } } }',
      `{ patient(id: ${id}) { medications { id } } }`,
    ]) {
      const before = (await actions(id)).length
      expect((await service.graphql(query)).errors).toBeUndefined()
      expect((await actions(id)).length, query).toBeGreaterThan(before)
    }
    expect((await actions(id)).slice(0, 2).sort()).toEqual(['graphql medication_record.read', 'graphql patient.read'])
  })
})

test('a replayed response counts as a read of its patient', async () => {
  const send = () => service.rest('POST', '/v1/patients', { body: patientBody(), headers: { 'idempotency-key': 'audited' } })
  const { body } = await send()
  expect((await send()).headers.get('idempotency-replayed')).toBe('true')
  expect(await actions(body.id)).toEqual(['rest patient.read', 'rest patient.create'])
})

test('callers who use one request id keep their own events', async () => {
  const [one, two] = [await create(), await create()]
  const { data } = await service.graphql('mutation { createApiKey(input: { name: "second", scopes: [care] }) { key apiKey { id } } }')
  const headers = { 'x-request-id': 'one-trace-id' }
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      service.rest('GET', `/v1/patients/${index % 2 ? one : two}`, { headers, ...(index % 2 ? { key: data.createApiKey.key } : {}) }),
    ),
  )
  const second = `key:${data.createApiKey.apiKey.id}`
  expect((await eventsOf(two)).some(({ actor }) => actor === second)).toBe(false)
  expect((await eventsOf(one)).filter(({ action }) => action === 'patient.read').every(({ actor }) => actor === second)).toBe(true)
})

test('audit events cannot be changed, deleted or truncated, not even by SQL', async () => {
  await create()
  for (const statement of ["UPDATE audit_event SET actor = 'x'", 'DELETE FROM audit_event', 'TRUNCATE audit_event']) {
    await expect(service.sql(statement)).rejects.toThrow('append-only')
  }
})

test('a read fails if its audit event cannot be stored, over REST, GraphQL and a subscription', async () => {
  const subscription = { query: 'subscription { patientUpdated { id lastName } }' }
  const listen = (lastEventId?: string) => openStream(`${service.url()}/graphql`, subscription, { lastEventId })
  const before = await listen()
  const lastEventId = await until(before.id)
  before.cut()
  const id = await create()
  await service.sql('ALTER TABLE audit_event RENAME TO audit_event_away')
  const { status, body } = await service.rest('GET', `/v1/patients/${id}`)
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('Quill')
  const answer = await service.graphql('query($id: Int!) { patient(id: $id) { lastName } }', { id })
  expect(answer).toMatchObject({ data: null, errors: [{ extensions: { code: 'INTERNAL' } }] })
  const updates = await listen(lastEventId)
  await until(() => updates.told.length > 0)
  expect(JSON.stringify(updates.told)).not.toContain('Quill')
  expect(updates.told[0]?.result.errors[0].extensions.code).toBe('INTERNAL')
  updates.cut()
  await service.sql('ALTER TABLE audit_event_away RENAME TO audit_event')
  expect((await service.rest('GET', `/v1/patients/${id}`)).status).toBe(200)
})

test.each(['\u0000', '\ud800'])(
  'an id that no database can hold (%j) keeps neither its own attempt nor what others read out of the audit',
  async (payerId) => {
    const id = await create()
    const text = 'mutation($input: SetPayerTimesInput!) { setPayerTimes(input: $input) { payer { id } } }'
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => service.graphql(text, { input: { payerId } })),
      ...Array.from({ length: 10 }, () => service.rest('GET', `/v1/patients/${id}`)),
    ])
    expect(answers.slice(5).map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
    const attempts = await service.sql("SELECT 1 FROM audit_event WHERE action = 'payer.update' AND outcome <> 'succeeded'")
    expect(attempts.length).toBeGreaterThan(0)
  },
)
