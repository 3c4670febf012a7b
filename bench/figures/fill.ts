import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'

/** How many patients; calls are twice as many, and the rest as it follows from both. */
export interface Size {
  patients: number
}

const years = 2

/** Fills a fresh database with two years of records, evenly spread, up to this moment. Constraints and indexes of other lists are left out. */
export async function fill(database: Database, { patients }: Size): Promise<void> {
  const client = await database.pool.connect()
  const insert = async (name: string, sql: string) => {
    const start = performance.now()
    const { rowCount } = await client.query({ text: sql, query_timeout: 3_600_000 } as pg.QueryConfig)
    process.stdout.write(`${name}: ${rowCount?.toLocaleString('en')} rows in ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
  }
  /** The i-th of n instants. */
  const at = (n: number) => `now() - interval '${years} years' * (1 - (i + random()) / ${n}.0)`
  const any = (values: readonly string[]) => `(ARRAY['${values.join("','")}'])[1 + floor(random() * ${values.length})::int]`
  const medicines = Array.from({ length: 60 }, (_, index) => `Medicine ${index + 1}`)
  const payers = Array.from({ length: 25 }, (_, index) => `payer-${index + 1}`)
  const outcomes = [
    'adverse_event_reported',
    'pa_required',
    'coverage_confirmed',
    'not_covered',
    'transferred',
    'callback_requested',
  ].concat(['information_provided', 'identity_not_verified', 'declined', 'wrong_number', 'unresolved', 'no_conversation'])
  try {
    await client.query('SET session_replication_role = replica; SET statement_timeout = 0; DROP INDEX IF EXISTS patient_search_text_idx')
    await insert(
      'patients',
      `
      INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id, state, status, has_adverse_events, created_at)
      SELECT 'Ada', 'Quill', '1980-01-01', '+15551234567', 'MRN-' || i, ${any(payers)}, 'M' || i, 'S' || floor(random() * 51)::int,
        CASE WHEN random() < 0.1 THEN 'inactive' ELSE 'active' END::patient_status, random() < 0.03, ${at(patients)}
      FROM generate_series(0, ${patients - 1}) AS i`,
    )
    await insert(
      'calls',
      `
      INSERT INTO voice_call (call_id, direction, status, duration_seconds, patient_id, call_type, verified, topics_discussed, medications_discussed,
        call_outcome, patient_satisfaction_score, callback_requested, summary_overview, summary_patient_concern, summary_resolution, created_at)
      SELECT 'call-' || i, (CASE WHEN random() < 0.2 THEN 'outbound' ELSE 'inbound' END)::call_direction,
        (CASE WHEN random() < 0.9 THEN 'completed' WHEN random() < 0.5 THEN 'no_answer' ELSE 'failed' END)::call_status,
        30 + random() * 600, CASE WHEN random() < 0.8 THEN 1 + floor(random() * ${patients})::int END, ${any(['patient', 'payer'])},
        random() < 0.7, ARRAY[${any(['benefits_verification', 'pa_requirements', 'adverse_event'])}], ARRAY[${any(medicines)}],
        ${any(outcomes)}, 1 + floor(random() * 5), random() < 0.08, repeat('What the call was about. ', 6), repeat('The concern. ', 4),
        repeat('What came of it. ', 4), ${at(2 * patients)}
      FROM generate_series(0, ${2 * patients - 1}) AS i`,
    )
    await insert(
      'PA cases',
      `
      INSERT INTO pa_case (patient_id, payer_id, drug_key, medication_name, status, requested_at, decided_at, created_at)
      SELECT i + 1, ${any(payers)}, ${any(medicines)}, 'Medicine', status::pa_case_status,
        CASE WHEN status IN ('pending', 'approved', 'denied') THEN created + interval '1 day' END,
        CASE WHEN status IN ('approved', 'denied') THEN created + interval '1 day' + random() * interval '20 days' END, created
      FROM generate_series(0, ${patients - 1}) AS i,
        LATERAL (SELECT ${at(patients)} AS created, ${any(['open', 'not_required', 'pending', 'approved', 'approved', 'denied'])} AS status) AS one`,
    )
    await insert(
      'verifications',
      `
      INSERT INTO benefits_verification (patient_id, pa_case_id, payer_id, member_id, trigger, status, requested_by, created_at, completed_at)
      SELECT i + 1, i + 1, ${any(payers)}, 'M', ${any(['patient_created', 'agent', 'requested'])}::verification_trigger,
        ${any(['VERIFIED', 'VERIFIED', 'VERIFIED', 'PARTIAL', 'FAILED'])}::verification_status, 'bench', created, created + random() * interval '1 minute'
      FROM generate_series(0, ${patients - 1}) AS i, LATERAL (SELECT ${at(patients)} AS created) AS one`,
    )
    const events = Math.ceil(patients / 25)
    await insert(
      'adverse events',
      `
      INSERT INTO adverse_event (patient_id, caller_verified, source, event_description, severity, medication_name, review_state, reviewed_at, created_at)
      SELECT 1 + floor(random() * ${patients})::int, true, ${any(['agent', 'analysis', 'chat'])}::adverse_event_source, 'A rash on both arms',
        ${any(['mild', 'moderate', 'severe', 'life-threatening'])}, ${any(medicines)},
        ${any(['open', 'in_review', 'confirmed', 'confirmed', 'dismissed'])}::review_state, created + random() * interval '5 days', created
      FROM generate_series(0, ${events - 1}) AS i, LATERAL (SELECT ${at(events)} AS created) AS one`,
    )
    const conversations = Math.ceil(patients / 5)
    await insert(
      'conversations',
      `
      INSERT INTO chat_session (widget_client_id, token_hash, created_at)
      SELECT (SELECT min(id) FROM widget_client), 'hash-' || i, ${at(conversations)} FROM generate_series(0, ${conversations - 1}) AS i`,
    )
    await insert(
      'chat messages',
      `
      INSERT INTO chat_message (session_id, role, content, state, query_type, answered_by, tier, first_token_ms, created_at)
      SELECT 1 + i / 10, (CASE i % 2 WHEN 0 THEN 'user' ELSE 'assistant' END)::chat_role, repeat('Words of a message. ', 15), 'complete',
        CASE i % 2 WHEN 1 THEN ${any(['dosing', 'side_effects', 'patient_support', 'storage', 'faq', 'adverse_event', 'emergency'])} END,
        'local', ${any(['answer', 'answer', 'uncertain', 'not_found'])}::answer_tier, 50 + random() ^ 4 * 2000, ${at(10 * conversations)}
      FROM generate_series(0, ${10 * conversations - 1}) AS i`,
    )
    await insert(
      'feedback',
      `
      INSERT INTO chat_feedback (message_id, helpful)
      SELECT id, random() < 0.8 FROM chat_message WHERE role = 'assistant' AND random() < 0.1`,
    )
    await insert(
      'searches',
      `
      INSERT INTO search_event (asked_at, session, result_count, best_relevance)
      SELECT date_bin('15 minutes', ${at(patients)}, '2000-01-01Z'), md5((i / 4)::text), floor(random() * 6), random() FROM generate_series(0, ${patients - 1}) AS i`,
    )
  } finally {
    client.release(true)
  }
  await database.maintain('VACUUM (ANALYZE)')
}
