import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStream } from '../support/event-stream.ts'
import { patientBody, startTestService, type TestService, until } from '../support/service.ts'

// docs/contract.md, Subscriptions: listeners to one change share what it costs.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const listeners = 100

test('a hundred listeners to one change read it once and write one audit batch, an event for each of them', async () => {
  const query = 'subscription { patientUpdated { id firstName medicationNames } }'
  const streams = await Promise.all(
    Array.from({ length: listeners }, (_, index) =>
      openStream(`${service.url()}/graphql`, { query }, { headers: { 'x-request-id': `listener-${index}` } }),
    ),
  )
  onTestFinished(() => {
    for (const stream of streams) stream.cut()
  })
  for (const stream of streams) await until(stream.id)
  const statements = await counted(async () => {
    const { body } = await service.rest('POST', '/v1/patients', { body: patientBody() })
    for (const stream of streams) await until(() => stream.told.length > 0)
    for (const { told } of streams) expect(told[0]?.result.data.patientUpdated.id).toBe(body.id)
    return body.id as number
  })
  const read = await service.sql<{ request_id: string }>(
    "SELECT request_id FROM audit_event WHERE action = 'patient.read' AND request_id LIKE 'listener-%' AND patient_ids = ARRAY[$1::int]",
    [statements.result],
  )
  expect(new Set(read.map(({ request_id }) => request_id)).size).toBe(listeners)
  expect(statements.reads).toBe(1)
  // One of the change itself, in its transaction, and one of all that it was shown to.
  expect(statements.batches).toBe(2)
})

/** The statements that the service runs meanwhile. */
async function counted<Result>(work: () => Promise<Result>) {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const result = await work()
  const texts = spy.mock.calls.map((call) => {
    const query: unknown = call[0]
    return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
  })
  spy.mockRestore()
  return {
    result,
    reads: texts.filter((text) => /^SELECT[\s\S]*FROM "public"."patient"/.test(text)).length,
    batches: texts.filter((text) => text.includes('INSERT INTO audit_event') && text.includes('json_to_recordset')).length,
  }
}
