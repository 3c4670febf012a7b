import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSafetyReports } from '../support/safety-reports.ts'
import { until } from '../support/service.ts'

// What staff decide about safety reports, and what becomes of them beside it (docs/safety-reporting.md).

const reports = await startSafetyReports()
const { receiver, service, voice, subscription, program, addProgram, reportsOf, enter, oneInState, submitted, decide } = reports
afterAll(() => reports[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(() => ({ status: 200 }))
})

test('a report that staff send themselves is not sent again by the service', async () => {
  const manual = await addProgram({ manufacturer: 'By hand', medicines: ['Ajovy'], channel: 'manual', subscriptionId: null })
  const waiting = await oneInState(await enter({ medicationName: 'Ajovy' }), 'waiting')
  expect(waiting.program).toEqual({ id: manual })
  await decide('recordSafetyReportSent', { id: waiting.id })
  expect(await decide('resendSafetyReport', { id: waiting.id })).toBe('CONFLICT')
})

test('a case that is dismissed is reported to nobody, and says so', async () => {
  const id = await enter({ medicationName: null })
  await oneInState(id, 'unmatched')
  await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, state: 'dismissed' },
  })
  await oneInState(id, 'withdrawn')
  const { errors } = await service.graphql(
    'mutation($input: FileSafetyReportInput!) { fileSafetyReport(input: $input) { safetyReport { id } } }',
    { input: { adverseEventId: id, programId: await addProgram({ manufacturer: 'Late', medicines: ['Cimzia'] }) } },
  )
  expect(errors?.[0]?.extensions.code).toBe('CONFLICT')
  expect(await reportsOf(id)).toHaveLength(1)
})

test('a report that gets its program is due as that program has it, and no program gets two of one case', async () => {
  const quick = await addProgram({ manufacturer: 'Quick', medicines: ['Stelara'], dueHours: 4 })
  const unnamed = await enter({ medicationName: null })
  const unmatched = await oneInState(unnamed, 'unmatched')
  const { made } = await voice.query(
    'mutation($input: FileSafetyReportInput!) { made: fileSafetyReport(input: $input) { safetyReport { id } } }',
    {
      input: { adverseEventId: unnamed, programId: quick },
    },
  )
  expect(made.safetyReport.id).not.toBe(unmatched.id)
  expect(await decide('assignSafetyReport', { id: unmatched.id, programId: quick })).toBe('CONFLICT')
  const other = await oneInState(await enter({ medicationName: null }), 'unmatched')
  await decide('assignSafetyReport', { id: other.id, programId: quick })
  const [{ hours } = { hours: 0 }] = await service.sql<{ hours: number }>(
    'SELECT round(extract(epoch FROM due_at - aware_at) / 3600)::int AS hours FROM safety_report WHERE id = $1',
    [other.id],
  )
  expect(hours).toBe(4)
})

test('a follow-up that is withdrawn keeps no other manufacturer from learning of the case', async () => {
  const right = await addProgram({ manufacturer: 'Right', medicines: ['Taltz'] })
  const id = await enter()
  await oneInState(id, 'sent')
  await service.sql("UPDATE safety_program SET review = 'always' WHERE id = $1", [program])
  await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, dose: '80 mg' },
  })
  const followUp = await oneInState(id, 'waiting', 'follow_up')
  await decide('withdrawSafetyReport', { id: followUp.id })
  await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, state: 'in_review', medicationName: 'Taltz' },
  })
  await until(async () => (await reportsOf(id)).some((one: { program: { id: number } | null }) => one.program?.id === right))
  await service.sql('UPDATE safety_program SET review = DEFAULT WHERE id = $1', [program])
})

test('the deadline of a report is its program’s: nobody takes it off the queue', async () => {
  const report = await oneInState(await enter({ medicationName: null }), 'unmatched')
  const assign = async (input: object) => {
    const text = 'mutation($input: AssignWorkInput!) { assignWork(input: $input) { workItem { dueAt } } }'
    const { errors } = await service.graphql(text, { input: { workItemId: report.work.id, ...input } })
    return errors?.[0]?.extensions
  }
  for (const dueAt of [null, '2040-01-01T00:00:00Z']) {
    expect(await assign({ dueAt })).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['dueAt'] }] })
  }
  expect(await assign({ assigneeId: null })).toBeUndefined()
  const [same] = await reportsOf(
    (await voice.query('{ adverseEvents(first: 1) { edges { node { id } } } }')).adverseEvents.edges[0].node.id,
  )
  expect([same.dueAt, same.work.dueAt]).toEqual([report.dueAt, report.dueAt])
})

test('a year that is mistyped is refused: such a report could never be planned', async () => {
  const text = 'mutation($input: EnterAdverseEventInput!) { enterAdverseEvent(input: $input) { adverseEvent { id } } }'
  const input = { eventDescription: 'Hives since yesterday', medicationName: 'Cosentyx', awareAt: '0026-11-27T10:00:00Z' }
  expect((await service.graphql(text, { input })).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' })
})

test('a follow-up is due by the terms of its program as they are now', async () => {
  const quick = await addProgram({ manufacturer: 'Terms', medicines: ['Skyrizi'] })
  const id = await enter({ medicationName: 'Skyrizi' })
  await oneInState(id, 'sent')
  await service.sql("UPDATE safety_program SET review = 'always' WHERE id = $1", [quick])
  await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
    input: { id, dose: '150 mg' },
  })
  await oneInState(id, 'waiting', 'follow_up')
  await voice.query('mutation($input: UpdateSafetyProgramInput!) { updateSafetyProgram(input: $input) { safetyProgram { id } } }', {
    input: { id: quick, dueHours: 4 },
  })
  await until(async () => {
    const { dueAt, awareAt } = await oneInState(id, 'waiting', 'follow_up')
    return new Date(dueAt).getTime() - new Date(awareAt).getTime() === 4 * 3_600_000
  })
})

test('what failed and was sent anew goes no second time when dead deliveries are replayed', async () => {
  const id = await enter()
  const { id: report } = await oneInState(id, 'sent')
  // As if its subscription had been given up before.
  await service.sql("UPDATE event_delivery SET state = 'dead' WHERE id = (SELECT event_delivery_id FROM safety_report WHERE id = $1)", [
    report,
  ])
  await service.sql("UPDATE safety_report SET state = 'failed', next_at = now() WHERE id = $1", [report])
  await until(() => submitted().length === 2)
  await oneInState(id, 'sent')
  const { replayEventDeliveries } = await voice.query(
    'mutation($input: ReplayEventDeliveriesInput!) { replayEventDeliveries(input: $input) { count } }',
    { input: { id: subscription.id } },
  )
  expect(replayEventDeliveries).toEqual({ count: 0 })
})

test('a report that goes out once more counts as sent when lists are compared, and its list leaves it on its way', async () => {
  const manual = await addProgram({ manufacturer: 'Compared', medicines: ['Tremfya'] })
  const id = await enter({ medicationName: 'Tremfya' })
  const { id: report } = await oneInState(id, 'sent')
  receiver.answer(() => ({ status: 500 }))
  await decide('resendSafetyReport', { id: report })
  const { caseNumber } = (await voice.query('query($id: Int!) { adverseEvent(id: $id) { caseNumber } }', { id })).adverseEvent
  const compare = async (lines: string[]) =>
    (
      await voice.query(
        `mutation($input: ReconcileSafetyReportsInput!) { made: reconcileSafetyReports(input: $input) { safetyReconciliation { sent differences } } }`,
        {
          input: {
            programId: manual,
            from: '2000-01-01T00:00:00Z',
            until: '2100-01-01T00:00:00Z',
            csv: ['Case Number,Version', ...lines].join('\n'),
          },
        },
      )
    ).made.safetyReconciliation
  expect(await compare(['AE-1999-000002,1'])).toMatchObject({ sent: 1, differences: [{ kind: 'not_received' }, { kind: 'not_sent' }] })
  expect((await reportsOf(id))[0].state).toBe('sending')
  expect(await compare([`${caseNumber},1`])).toEqual({ sent: 1, differences: [] })
  expect((await reportsOf(id))[0].state).toBe('acknowledged')
})
