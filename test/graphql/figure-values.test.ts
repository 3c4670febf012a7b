import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statsOf } from '../support/figures.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// What figures say of known records (docs/contract.md, Figures).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
const stats = statsOf(() => service)

describe('known records', () => {
  const [from, to] = ['2026-03-08T00:00:00Z', '2026-03-10T00:00:00Z']
  const whole = { from, to }

  test('calls: outcomes, durations, satisfaction, verification and callbacks', async () => {
    await service.sql(`INSERT INTO voice_call (call_id, status, call_outcome, duration_seconds, patient_satisfaction_score, verified, callback_requested, created_at) VALUES
      ('known-1', 'completed', 'pa_required', 100, 5, true, false, '2026-03-08T04:59:59.999Z'),
      ('known-2', 'completed', 'pa_required', 200, 2, true, true, '2026-03-08T05:00:00Z'),
      ('known-3', 'no_answer', NULL, NULL, NULL, false, false, '2026-03-09T03:59:59Z'),
      ('known-4', 'completed', 'declined', 0, NULL, false, false, '2026-03-09T04:00:00Z'),
      ('known-5', 'completed', 'declined', 50, 1, true, true, '2026-03-10T00:00:00Z')`)
    const figures =
      'calls completedCalls verifiedCalls verifiedShare callbacksRequested averageDurationSeconds ratedCalls averageSatisfaction'
    const input = { ...whole, interval: 'day', timeZone: 'America/New_York', groupBy: 'outcome' }
    const answer = await stats(
      'callStats',
      input,
      `total { ${figures} points { from calls averageSatisfaction } } groupCount groups { group calls points { calls } }`,
    )
    expect(answer).toEqual({
      total: {
        ...{ calls: 4, completedCalls: 3, verifiedCalls: 2, verifiedShare: 0.5, callbacksRequested: 1 },
        ...{ averageDurationSeconds: 100, ratedCalls: 2, averageSatisfaction: 3.5 },
        points: [
          { from: '2026-03-08T00:00:00.000Z', calls: 1, averageSatisfaction: 5 },
          { from: '2026-03-08T05:00:00.000Z', calls: 2, averageSatisfaction: 2 },
          { from: '2026-03-09T04:00:00.000Z', calls: 1, averageSatisfaction: null },
        ],
      },
      groupCount: 3,
      groups: [
        { group: 'pa_required', calls: 2, points: [{ calls: 1 }, { calls: 1 }, { calls: 0 }] },
        { group: null, calls: 1, points: [{ calls: 0 }, { calls: 1 }, { calls: 0 }] },
        { group: 'declined', calls: 1, points: [{ calls: 0 }, { calls: 0 }, { calls: 1 }] },
      ],
    })
    const largest = await stats(
      'callStats',
      { ...whole, groupBy: 'outcome', mostGroups: 1 },
      'groupCount total { points { from } } groups { group }',
    )
    expect(largest).toEqual({ groupCount: 3, total: { points: [] }, groups: [{ group: 'pa_required' }] })
  })

  test('a call counts once for each of its topics and medicines, and once in the total', async () => {
    await service.sql(`INSERT INTO voice_call (call_id, topics_discussed, medications_discussed, created_at) VALUES
      ('topics-1', '{adverse_event,pa_requirements}', '{Humira}', '2026-04-01T00:00:00Z'), ('topics-2', '{adverse_event}', '{}', '2026-04-01T00:00:00Z')`)
    const input = { from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' }
    const selection = 'total { calls } groups { group calls }'
    expect(await stats('callStats', { ...input, groupBy: 'topic' }, selection)).toEqual({
      total: { calls: 2 },
      groups: [
        { group: 'adverse_event', calls: 2 },
        { group: 'pa_requirements', calls: 1 },
      ],
    })
    expect(await stats('callStats', { ...input, groupBy: 'medication' }, selection)).toEqual({
      total: { calls: 2 },
      groups: [
        { group: null, calls: 1 },
        { group: 'Humira', calls: 1 },
      ],
    })
  })

  test('nothing counts as zero, and what is made of nothing is null', async () => {
    const answer = await stats(
      'callStats',
      { from: '2001-01-01T00:00:00Z', to: '2001-01-02T00:00:00Z', interval: 'day' },
      'total { calls verifiedShare averageSatisfaction points { calls verifiedShare } }',
    )
    expect(answer.total).toEqual({ calls: 0, verifiedShare: null, averageSatisfaction: null, points: [{ calls: 0, verifiedShare: null }] })
    const chat = await stats(
      'chatStats',
      { from: '2001-01-01T00:00:00Z', to: '2001-01-02T00:00:00Z' },
      'total { messages conversations helpfulShare firstTokenMsP95 }',
    )
    expect(chat.total).toEqual({ messages: 0, conversations: 0, helpfulShare: null, firstTokenMsP95: null })
  })

  test('patients, verifications and prior authorization cases', async () => {
    await service.sql(`INSERT INTO patient (mrn, first_name, last_name, date_of_birth, phone, payer_id, state, status, has_adverse_events, created_at) VALUES
      ('F1', 'A', 'B', '1980-01-01', '+15550000001', 'aetna', 'NY', 'active', true, '2026-03-08T01:00:00Z'),
      ('F2', 'C', 'D', '1980-01-01', '+15550000002', 'aetna', 'CA', 'inactive', false, '2026-03-08T02:00:00Z'),
      ('F3', 'E', 'F', '1980-01-01', '+15550000003', NULL, NULL, 'active', false, '2026-03-09T02:00:00Z')`)
    const ofPatients = 'total { patients activePatients patientsWithAdverseEvents adverseEventShare } groups { group patients }'
    expect(await stats('patientCounts', { ...whole, groupBy: 'payer' }, ofPatients)).toEqual({
      total: { patients: 3, activePatients: 2, patientsWithAdverseEvents: 1, adverseEventShare: 1 / 3 },
      groups: [
        { group: 'aetna', patients: 2 },
        { group: null, patients: 1 },
      ],
    })
    const [{ id } = { id: 0 }] = await service.sql<{ id: number }>(`INSERT INTO pa_case (patient_id, payer_id, drug_key, created_at)
      SELECT min(id), 'aetna', unnest(ARRAY['adalimumab', 'fremanezumab', '']), '2026-03-08T01:00:00Z' FROM patient RETURNING id`)
    await service.sql(
      `INSERT INTO benefits_verification (patient_id, pa_case_id, payer_id, member_id, trigger, status, requested_by, created_at, completed_at)
      SELECT patient_id, id, 'aetna', 'M', 'requested', unnest(ARRAY['VERIFIED', 'PARTIAL', 'PENDING'])::verification_status, 'test', '2026-03-08T01:00:00Z',
        unnest(ARRAY['2026-03-08T01:00:10Z', '2026-03-08T01:00:20Z', NULL])::timestamptz FROM pa_case WHERE id = $1`,
      [id],
    )
    const ofVerifications = 'total { verifications verified partial failed waiting verifiedShare averageSecondsToResult }'
    expect((await stats('verificationStats', whole, ofVerifications)).total).toEqual({
      ...{ verifications: 3, verified: 1, partial: 1, failed: 0, waiting: 1, verifiedShare: 0.5, averageSecondsToResult: 15 },
    })
    const move = (to: string) => service.sql('UPDATE pa_case SET status = $2::pa_case_status WHERE id = $1', [id, to])
    await move('pending')
    await move('approved')
    await service.sql("UPDATE pa_case SET requested_at = decided_at - interval '3 days' WHERE id = $1", [id])
    const ofCases = 'total { cases open notRequired pending approved denied approvedShare averageSecondsToDecision } groups { group cases }'
    expect(await stats('paCaseStats', { ...whole, groupBy: 'medication' }, ofCases)).toEqual({
      total: {
        cases: 2,
        open: 1,
        notRequired: 0,
        pending: 0,
        approved: 1,
        denied: 0,
        approvedShare: 1,
        averageSecondsToDecision: 3 * 24 * 3600,
      },
      groups: [
        { group: 'adalimumab', cases: 1 },
        { group: 'fremanezumab', cases: 1 },
      ],
    })
    await move('pending')
    expect((await stats('paCaseStats', whole, ofCases)).total).toMatchObject({
      pending: 1,
      approvedShare: null,
      averageSecondsToDecision: null,
    })
  })

  test('adverse events, chat and searches', async () => {
    await service.sql(`INSERT INTO adverse_event (caller_verified, source, event_description, severity, seriousness, medication_name, review_state, reviewed_at, created_at) VALUES
      (true, 'agent', 'x', 'severe', '{}', 'Humira', 'confirmed', '2026-03-08T03:00:00Z', '2026-03-08T01:00:00Z'),
      (false, 'chat', 'x', NULL, '{death,hospitalisation}', 'Humira', 'open', NULL, '2026-03-08T02:00:00Z'),
      (true, 'analysis', 'x', 'mild', '{hospitalisation}', NULL, 'in_review', '2026-03-08T03:00:00Z', '2026-03-09T02:00:00Z')`)
    const ofEvents =
      'total { adverseEvents open inReview confirmed dismissed serious averageSecondsToDecision } groups { group adverseEvents }'
    expect(await stats('adverseEventStats', { ...whole, groupBy: 'medication' }, ofEvents)).toEqual({
      total: { adverseEvents: 3, open: 1, inReview: 1, confirmed: 1, dismissed: 0, serious: 2, averageSecondsToDecision: 7200 },
      groups: [
        { group: 'Humira', adverseEvents: 2 },
        { group: null, adverseEvents: 1 },
      ],
    })
    await service.sql(`WITH session AS (INSERT INTO chat_session (widget_client_id, token_hash) SELECT min(id), unnest(ARRAY['one', 'two']) FROM widget_client RETURNING id),
      message AS (INSERT INTO chat_message (session_id, role, query_type, tier, state, answered_by, first_token_ms, created_at)
        SELECT id, 'assistant', unnest(ARRAY['faq', 'emergency', 'faq', 'faq', 'faq']),
          unnest(ARRAY['answer', NULL, 'not_found', 'uncertain', 'answer']::answer_tier[]),
          unnest(ARRAY['complete', 'complete', 'complete', 'complete', 'failed']::chat_message_state[]), 'local', unnest(ARRAY[100, 50, 300, 200, 400]),
          unnest(ARRAY['2026-03-08T01:00:00Z', '2026-03-08T02:00:00Z', '2026-03-09T02:00:00Z', '2026-03-09T02:00:00Z', '2026-03-09T02:00:00Z'])::timestamptz
        FROM session RETURNING id, tier)
      INSERT INTO chat_feedback (message_id, helpful) SELECT id, tier = 'answer' FROM message WHERE tier IS NOT NULL`)
    const ofChat =
      'total { messages conversations answered answeredShare unanswered uncertain unansweredShare emergencies ratedAnswers helpfulShare firstTokenMsP50 points { messages conversations } } groups { group messages }'
    expect(await stats('chatStats', { ...whole, interval: 'day', groupBy: 'query_type' }, ofChat)).toEqual({
      total: {
        ...{
          messages: 10,
          conversations: 2,
          // Neither what it was unsure of nor what broke off was answered.
          answered: 2,
          answeredShare: 0.25,
          unanswered: 2,
          uncertain: 2,
          unansweredShare: 0.25,
          emergencies: 2,
          ratedAnswers: 8,
          helpfulShare: 0.5,
          firstTokenMsP50: 200,
        },
        points: [
          { messages: 4, conversations: 2 },
          { messages: 6, conversations: 2 },
        ],
      },
      groups: [
        { group: 'faq', messages: 8 },
        { group: 'emergency', messages: 2 },
      ],
    })
    await service.sql(`INSERT INTO search_event (asked_at, session, result_count, best_relevance) VALUES
      ('2026-03-08T01:00:00Z', 'a', 5, 0.9), ('2026-03-08T01:00:00Z', 'a', 2, 0.1), ('2026-03-09T01:00:00Z', 'b', 0, 0)`)
    const ofSearches = 'total { searches unanswered unansweredShare withoutResult sessions } groups { group searches }'
    expect(await stats('searchStats', { ...whole, groupBy: 'outcome' }, ofSearches)).toEqual({
      total: { searches: 3, unanswered: 2, unansweredShare: 2 / 3, withoutResult: 1, sessions: 2 },
      groups: [
        { group: 'answered', searches: 1 },
        { group: 'none', searches: 1 },
        { group: 'weak', searches: 1 },
      ],
    })
  })

  test('a search is counted without its words, under a hash that no query of the log has', async () => {
    const search = (query: string) => service.graphql(`{ search(query: "${query}") { query } }`)
    await search('is Zavorel stored cold')
    await search('may Zavorel freeze')
    await until(async () => (await service.sql("SELECT 1 FROM search_event WHERE asked_at > now() - interval '1 hour'")).length === 2)
    const events = await service.sql<{ session: string }>(
      "SELECT *, asked_at = date_bin('15 minutes', asked_at, '2000-01-01Z') AS quarter FROM search_event WHERE asked_at > now() - interval '1 hour'",
    )
    const logged = await service.sql<{ sessions: string[] }>('SELECT sessions FROM search_query')
    expect(events).toMatchObject([{ quarter: true }, { quarter: true }])
    expect(new Set(events.map(({ session }) => session)).size).toBe(1)
    expect(logged.flatMap(({ sessions }) => sessions)).not.toContain(events[0]?.session)
  })
})
