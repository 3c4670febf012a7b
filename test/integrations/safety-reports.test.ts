import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { verify } from '../support/event-receiver.ts'
import { startSafetyReports } from '../support/safety-reports.ts'
import { nodes, until } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// docs/safety-reporting.md, with a receiver on this machine.

const reports = await startSafetyReports()
const { receiver, service, voice, subscription, program, addProgram, reportsOf, enter, oneInState, submitted, decide, chat, hoursLater } =
  reports
afterAll(() => reports[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(() => ({ status: 200 }))
})

describe('what goes out', () => {
  test('what staff entered goes out at once, signed, with initials, age and sex and no name', async () => {
    const person = await voice.person({ first_name: 'Zelda', last_name: 'Quartermain', date_of_birth: '1980-02-29' })
    await voice.query('mutation($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { id } } }', {
      input: { id: person.id, sex: 'female', timeZone: 'America/Chicago', language: 'es' },
    })
    const id = await enter({
      patientId: person.id,
      eventDescription: 'Zelda (call 555 010 0123, zq@mail.example) has hives, says Mo',
      lotNumber: 'A1234',
      reporter: 'caregiver',
      reporterName: 'Mo Lee',
      reporterContact: '+15550100',
    })
    const report = await oneInState(id, 'sent')
    expect(report).toMatchObject({ version: 1, unreviewed: false, program: { id: program }, work: { closedAt: expect.any(String) } })
    const [event] = submitted()
    if (!event) throw new Error()
    verify(subscription.verifier, event)
    expect(event.data).toMatchObject({
      report: {
        kind: 'initial',
        version: 1,
        incomplete: true,
        acknowledge: { url: 'http://127.0.0.1:1/safety-reports/acknowledge', token: expect.any(String) },
      },
      D_patient: { D_1_initials: 'ZQ', D_2_2_age_at_onset_years: expect.any(Number), D_5_sex: 'female' },
      C_2_primary_source: { C_2_r_4_qualification: 'caregiver', C_2_r_1_name: null, C_2_r_2_contact: null },
      G_k_drug: { G_k_2_2_name_as_reported: 'Cosentyx', G_k_4_r_7_lot_number: 'A1234' },
      incomplete: expect.arrayContaining(['onset', 'outcome']),
    })
    expect(event.body).not.toMatch(/Zelda|Quartermain|\bMo\b|5550100|0123|zq@/)
    // The disclosure is in the audit, and what was sent is in the record.
    expect(await auditEventsOf(service, person.id, 'action')).toContainEqual({ action: 'safety_report.send' })
    expect(report.document.D_patient).toEqual(event.data.D_patient)
    expect(JSON.stringify(report.document)).not.toContain(JSON.parse(event.body).data.report.acknowledge.token)
    const { safetyReportPdf } = await voice.query('query($id: Int!) { safetyReportPdf(id: $id) }', { id: report.id })
    expect(Buffer.from(safetyReportPdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(await auditEventsOf(service, person.id, 'action')).toContainEqual({ action: 'safety_report.read' })
  })

  test('name and contact of the reporter go along once they agreed to be asked', async () => {
    const id = await enter({ reporterName: 'Mo Lee', reporterContact: '+15550100', reporterMayBeContacted: true })
    await oneInState(id, 'sent')
    expect(submitted()[0]?.data.C_2_primary_source).toMatchObject({ C_2_r_1_name: 'Mo Lee', C_2_r_2_contact: '+15550100' })
  })

  test('what an agent flagged goes out without waiting, marked unreviewed', async () => {
    await voice.invoke(newConversation('report'), 'flag_adverse_event', {
      event_description: 'Hives',
      severity: 'severe',
      medication_name: 'Cosentyx Sensoready Pen',
    })
    const event = await until(() => submitted().at(-1), 12)
    expect(event.data).toMatchObject({ report: { unreviewed: true } })
  })

  test('what only a reader found waits for triage, and goes out with it', async () => {
    const id = await chat('I got hives all over after my Cosentyx shot yesterday, lot A77B2')
    const waiting = await oneInState(id, 'waiting')
    expect(waiting.work.dueAt).toBe(waiting.dueAt)
    expect(submitted()).toEqual([])
    await decide('triageSafetyReport', { id: waiting.id, elements: ['event', 'medicine'] })
    expect((await oneInState(id, 'waiting')).state).toBe('waiting')
    await decide('triageSafetyReport', { id: waiting.id, elements: ['event', 'medicine', 'patient', 'reporter'] })
    const sent = await oneInState(id, 'sent')
    expect(sent).toMatchObject({ unreviewed: false })
    expect(sent.document.G_k_drug).toMatchObject({ G_k_4_r_7_lot_number: 'A77B2' })
  })

  test('at the end of its time it goes out by itself, marked unreviewed, where event, medicine and a person are there', async () => {
    const id = await chat('I broke out in hives after my Cosentyx injection on Monday')
    await oneInState(id, 'waiting')
    await hoursLater(id, 22)
    expect(await oneInState(id, 'sent')).toMatchObject({ unreviewed: true })
  })

  test('a case without a person waits, and its clock runs out loud', async () => {
    await service.sql(
      "INSERT INTO adverse_event (caller_verified, source, event_description, medication_name) VALUES (false, 'analysis', 'hives', 'Cosentyx')",
    )
    const [{ id } = { id: 0 }] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM adverse_event')
    await oneInState(id, 'waiting')
    await hoursLater(id, 20)
    await until(
      () =>
        receiver
          .of('safety_report.due')
          .some(
            ({ data }) =>
              data.adverse_event_id === id &&
              data.overdue === false &&
              receiver.of('safety_report.due').filter((one) => one.data.adverse_event_id === id).length === 2,
          ),
      30,
    )
    await hoursLater(id, 6)
    await until(() => receiver.of('safety_report.due').some(({ data }) => data.adverse_event_id === id && data.overdue === true), 12)
    const [report] = await reportsOf(id)
    expect(report).toMatchObject({ state: 'waiting', work: { priority: 'urgent' } })
    expect(report.timeLeft).toBeLessThan(0)
  })

  test('a gathered case never goes out by itself', async () => {
    await service.sql(
      "INSERT INTO adverse_event (caller_verified, source, event_description, medication_name, claimed_patient, gathers) VALUES (false, 'chat', 'hives', 'Cosentyx', 'Joe', true)",
    )
    const [{ id } = { id: 0 }] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM adverse_event')
    await oneInState(id, 'waiting')
    await hoursLater(id, 30)
    await until(() => receiver.of('safety_report.due').some(({ data }) => data.adverse_event_id === id && data.overdue === true), 12)
    expect((await reportsOf(id))[0]).toMatchObject({ state: 'waiting' })
  })
})

describe('what becomes of a case', () => {
  test('a change that says something else goes out as a follow-up, one that does not goes nowhere', async () => {
    const id = await enter()
    await oneInState(id, 'sent')
    await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { id, state: 'in_review' },
    })
    await voice.query('mutation($input: UpdateAdverseEventInput!) { updateAdverseEvent(input: $input) { adverseEvent { id } } }', {
      input: { id, outcome: 'recovered', onset: '2026-11' },
    })
    const followUp = await oneInState(id, 'sent', 'follow_up')
    expect(followUp).toMatchObject({ version: 2 })
    expect(followUp.document.E_i_reaction).toMatchObject({ E_i_7_outcome: 'recovered', E_i_4_date_of_start: '2026-11' })
    expect((await reportsOf(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['initial', 'follow_up'])
  })

  test('a case that is dismissed after sending is nullified, and one before it is withdrawn', async () => {
    const sent = await enter()
    await oneInState(sent, 'sent')
    const waiting = await chat('I got a horrible rash from Cosentyx')
    await oneInState(waiting, 'waiting')
    for (const id of [sent, waiting]) {
      await voice.query('mutation($input: ReviewAdverseEventInput!) { reviewAdverseEvent(input: $input) { adverseEvent { id } } }', {
        input: { id, state: 'dismissed' },
      })
    }
    expect((await oneInState(sent, 'sent', 'nullification')).document.report).toMatchObject({ C_1_11_nullified: true, version: 2 })
    expect(await oneInState(waiting, 'withdrawn')).toMatchObject({ document: null })
  })

  test('no program or several: work, and nothing is sent until staff choose', async () => {
    const other = await addProgram({ manufacturer: 'Sandoz', medicines: ['secukinumab', 'Humira'], dueHours: 12 })
    const generic = await enter({ medicationName: 'secukinumab' })
    const unnamed = await enter({ medicationName: null })
    await oneInState(unnamed, 'unmatched')
    // The generic name is of both: the brand's ingredient, and the other's own.
    const report = await oneInState(generic, 'unmatched')
    expect(report.program).toBeNull()
    expect(new Date(report.dueAt).getTime() - new Date(report.awareAt).getTime()).toBe(12 * 3_600_000)
    await decide('assignSafetyReport', { id: report.id, programId: other })
    expect(await oneInState(generic, 'sent')).toMatchObject({ program: { id: other } })
    // A brand is its own maker's.
    const brand = await enter({ medicationName: 'Cosentyx' })
    expect(await oneInState(brand, 'sent')).toMatchObject({ program: { id: program } })
    await voice.query('mutation($input: UpdateSafetyProgramInput!) { updateSafetyProgram(input: $input) { safetyProgram { id } } }', {
      input: { id: other, ended: true },
    })
  })
})

describe('acknowledgement and reconciliation', () => {
  test('the link of the message acknowledges, once it is pressed, with their number', async () => {
    const id = await enter()
    await oneInState(id, 'sent')
    const event = await until(() => submitted()[0])
    const { token } = (event.data.report as { acknowledge: { token: string } }).acknowledge
    const page = await service.rest('GET', '/safety-reports/acknowledge', { key: null })
    expect(page.status).toBe(200)
    expect((await reportsOf(id))[0].state).toBe('sent')
    const wrong = await service.rest('POST', '/safety-reports/acknowledge', { key: null, body: { token: 'x'.repeat(32) } })
    expect(wrong.status).toBe(404)
    const answer = await service.rest('POST', '/safety-reports/acknowledge', { key: null, body: { token, receiver_number: 'NVS-1' } })
    expect(answer.body).toEqual({ version: 1, acknowledged_at: expect.any(String), receiver_number: 'NVS-1' })
    expect(await oneInState(id, 'acknowledged')).toMatchObject({ receiverNumber: 'NVS-1', acknowledgedBy: 'report-receiver' })
    await until(() => receiver.of('safety_report.acknowledged').length === 1)
  })

  test('what nobody acknowledged within a day comes back as work, and staff can record it', async () => {
    const id = await enter()
    await oneInState(id, 'sent')
    await hoursLater(id, 25)
    const late = await oneInState(id, 'unacknowledged')
    expect(late.work.closedAt).toBeNull()
    await decide('acknowledgeSafetyReport', { id: late.id, receiverNumber: '77' })
    expect(await oneInState(id, 'acknowledged')).toMatchObject({ receiverNumber: '77', work: { closedAt: expect.any(String) } })
  })

  test('a comparison finds what they dropped and what they have beyond it, and what they dropped can go again', async () => {
    const [kept, dropped] = [await enter(), await enter()]
    const numbers = new Map<number, string>()
    for (const id of [kept, dropped]) {
      await oneInState(id, 'sent')
      numbers.set(id, (await voice.query('query($id: Int!) { adverseEvent(id: $id) { caseNumber } }', { id })).adverseEvent.caseNumber)
    }
    const others = await service.sql<{ case_number: string; version: number }>(
      `SELECT case_number, version FROM safety_report JOIN adverse_event ON adverse_event.id = adverse_event_id
       WHERE program_id = $1 AND sent_at IS NOT NULL AND adverse_event_id <> $2`,
      [program, dropped],
    )
    const csv = [
      'Case Number,Version,Receiver number',
      ...others.map(({ case_number, version }) => `${case_number},${version},R-${version}`),
      'AE-1999-000001,1,',
    ].join('\r\n')
    const { made } = await voice.query(
      `mutation($input: ReconcileSafetyReportsInput!) { made: reconcileSafetyReports(input: $input) { safetyReconciliation { sent received differences } } }`,
      { input: { programId: program, from: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', csv } },
    )
    expect(made.safetyReconciliation.differences).toEqual([
      { kind: 'not_received', caseNumber: numbers.get(dropped), version: 1, safetyReportId: expect.any(Number) },
      { kind: 'not_sent', caseNumber: 'AE-1999-000001', version: 1, safetyReportId: null },
    ])
    expect(await oneInState(kept, 'acknowledged')).toMatchObject({ receiverNumber: 'R-1' })
    const missing = await oneInState(dropped, 'unacknowledged')
    expect(missing.work.closedAt).toBeNull()
    const { followUpActions } = await voice.query('{ followUpActions(first: 100) { edges { node { action } } } }')
    expect(nodes(followUpActions).some(({ action }: { action: string }) => action.startsWith('Ask Novartis about 1 safety report'))).toBe(
      true,
    )
    const before = submitted(numbers.get(dropped)).length
    await decide('resendSafetyReport', { id: missing.id })
    await until(() => submitted(numbers.get(dropped)).length === before + 1, 12)
    const [first, again] = submitted(numbers.get(dropped))
    expect(again?.id).toBe(first?.id)
    expect(again?.body).toBe(first?.body)
    await oneInState(dropped, 'sent')
  })

  test('a list that cannot be read changes nothing', async () => {
    const { errors } = await service.graphql(
      'mutation($input: ReconcileSafetyReportsInput!) { reconcileSafetyReports(input: $input) { safetyReconciliation { id } } }',
      {
        input: { programId: program, from: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', csv: 'case_number,version\nAE-1,one' },
      },
    )
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: ['csv'], message: expect.stringContaining('line 2') }],
    })
  })

  test('a day is counted once it has ended', async () => {
    const { safetyReconciliations } = await voice.query(
      '{ safetyReconciliations(first: 50) { edges { node { sent received madeBy program { id } } } } }',
    )
    const daily = nodes(safetyReconciliations).filter(({ madeBy }: { madeBy: string }) => madeBy === 'service')
    expect(new Set(daily.map((one: { program: { id: number } }) => one.program.id)).size).toBe(daily.length)
  })
})

test('a receiver that refuses a report leaves it failed as work, and it goes when the receiver is back', async () => {
  receiver.answer(({ type }) => ({ status: type === 'safety_report.submitted' ? 500 : 200 }))
  const id = await enter()
  await until(() => submitted().length > 0, 20)
  expect((await reportsOf(id))[0]).toMatchObject({ state: 'sending' })
  receiver.answer(() => ({ status: 200 }))
  await service.sql("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting'")
  await oneInState(id, 'sent')
  expect(new Set(submitted().map(({ body }) => body)).size).toBe(1)
})

test('figures count reports by how they went', async () => {
  const { safetyReportStats } = await voice.query(
    `query($input: SafetyReportStatsInput!) { safetyReportStats(input: $input) { total { safetyReports sent overdue unacknowledged averageSecondsToSent } } }`,
    { input: { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' } },
  )
  expect(safetyReportStats.total.sent).toBeGreaterThan(5)
  expect(safetyReportStats.total.averageSecondsToSent).toBeGreaterThan(0)
})
