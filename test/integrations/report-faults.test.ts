import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../support/event-receiver.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'

// What goes wrong with one report is its own (docs/safety-reporting.md, "When it fails").

let service: TestService
let voice: ReturnType<typeof voiceOf>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let program: number

beforeAll(async () => {
  receiver = await startReceiver()
  service = await startTestService({ EVENT_PRIVATE_ORIGINS: receiver.origin })
  voice = voiceOf(service)
  program = await addProgram('Cosentyx', await subscribe())
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
})

const subscribe = async (): Promise<number> =>
  (
    await voice.query(
      'mutation($input: CreateEventSubscriptionInput!) { made: createEventSubscription(input: $input) { eventSubscription { id } } }',
      { input: { name: 'Desk', url: receiver.url, kinds: ['safety_report_due'] } },
    )
  ).made.eventSubscription.id

const addProgram = async (medicine: string, subscriptionId: number): Promise<number> =>
  (
    await voice.query('mutation($input: CreateSafetyProgramInput!) { made: createSafetyProgram(input: $input) { safetyProgram { id } } }', {
      input: { manufacturer: medicine, medicines: [medicine], channel: 'event', subscriptionId, dueHours: 24, timeZone: 'UTC' },
    })
  ).made.safetyProgram.id

const enter = async (medicationName: string): Promise<number> =>
  (
    await voice.query('mutation($input: EnterAdverseEventInput!) { made: enterAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { eventDescription: 'Hives', medicationName },
    })
  ).made.adverseEvent.id

interface Report {
  id: number
  state: string
  last_error: string | null
  event_delivery_id: string | null
}
const reportsOf = (caseId: number) =>
  service.sql<Report>('SELECT id, state, last_error, event_delivery_id FROM safety_report WHERE adverse_event_id = $1 ORDER BY id', [
    caseId,
  ])
const inState = (caseId: number, state: string) => until(async () => (await reportsOf(caseId)).find((one) => one.state === state), 15)
const lookNow = (caseId: number) => service.sql('UPDATE safety_report SET next_at = now() WHERE adverse_event_id = $1', [caseId])

test('a case that cannot be planned keeps no other from being reported', async () => {
  const broken = await addProgram('Humira', await subscribe())
  await service.sql("UPDATE safety_program SET time_zone = 'Nowhere/None' WHERE id = $1", [broken])
  const stuck = await enter('Humira')
  await inState(await enter('Cosentyx'), 'sent')
  expect(await reportsOf(stuck)).toEqual([])
  await service.sql("UPDATE safety_program SET time_zone = 'UTC' WHERE id = $1", [broken])
  await inState(stuck, 'sent')
})

test('a report whose delivery was given up goes again, and what staff send goes at once', async () => {
  receiver.answer(({ type }) => ({ status: type === 'safety_report.submitted' ? 500 : 200 }))
  const id = await enter('Cosentyx')
  const { event_delivery_id: first } = await inState(id, 'sending')
  await until(() => receiver.of('safety_report.submitted').length > 0, 15)
  await service.sql("UPDATE event_delivery SET state = 'dead', settled_at = now(), last_error = 'It answered 500.' WHERE id = $1", [first])
  const failed = await inState(id, 'failed')
  expect(failed.last_error).toBe('It answered 500.')
  receiver.answer(() => ({ status: 200 }))
  await voice.query('mutation($input: ResendSafetyReportInput!) { resendSafetyReport(input: $input) { safetyReport { id } } }', {
    input: { id: failed.id },
  })
  const sent = await inState(id, 'sent')
  expect(sent.event_delivery_id).not.toBe(first)
})

test('a program whose subscription has ended has its reports fail aloud, and go once it has another', async () => {
  const ended = await subscribe()
  const other = await addProgram('Taltz', ended)
  await service.sql("UPDATE event_subscription SET state = 'ended' WHERE id = $1", [ended])
  const id = await enter('Taltz')
  expect((await inState(id, 'failed')).last_error).toContain('has ended')
  await voice.query('mutation($input: UpdateSafetyProgramInput!) { updateSafetyProgram(input: $input) { safetyProgram { id } } }', {
    input: { id: other, subscriptionId: await subscribe() },
  })
  await lookNow(id)
  await inState(id, 'sent')
})

test('who takes up a case for review, or fills in a detail, sends nothing yet', async () => {
  await service.sql(
    "INSERT INTO adverse_event (caller_verified, source, event_description, medication_name) VALUES (false, 'chat', 'hives', 'Cosentyx')",
  )
  const [{ id } = { id: 0 }] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM adverse_event')
  await inState(id, 'waiting')
  const review = (state: string) =>
    voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { id, state },
    })
  await review('in_review')
  await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, outcome: 'recovered' },
  })
  // A later case was looked at: so was this one.
  await inState(await enter('Cosentyx'), 'sent')
  expect(await reportsOf(id)).toMatchObject([{ state: 'waiting' }])
  await review('confirmed')
  await inState(id, 'sent')
})

test('a list is not compared with more reports than one transaction holds well', async () => {
  await service.sql(
    `INSERT INTO safety_report (adverse_event_id, program_id, version, kind, state, aware_at, due_at, sent_at, last_sent_at)
     SELECT (SELECT min(id) FROM adverse_event), $1, n, 'follow_up', 'sent', now(), now(), now(), now() FROM generate_series(1000, 3001) AS n`,
    [program],
  )
  const { errors } = await service.graphql(
    'mutation($input: ReconcileSafetyReportsInput!) { reconcileSafetyReports(input: $input) { safetyReconciliation { id } } }',
    { input: { programId: program, from: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', csv: 'case_number,version\nAE-1,1' } },
  )
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['until'] }] })
})
