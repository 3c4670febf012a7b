import type { TestService } from './service.ts'

/**
 * Fills a fresh database with patients and one of everything that can hang on each; of calls and utterances as many as asked
 * for. Written past the service: what a test looks at is how they are read.
 */
export async function addRecords({ sql }: Pick<TestService, 'sql'>, { patients = 10, calls = 2, utterances = 3 } = {}): Promise<void> {
  await sql(
    `INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn, payer_id, member_id)
     SELECT 'Ada', 'Quill' || n, '1980-02-29', '+1555' || lpad(n::text, 7, '0'), 'SEED-' || n, 'aetna', 'W' || lpad(n::text, 9, '0')
     FROM generate_series(1, $1::int) AS n`,
    [patients],
  )
  await sql(
    `INSERT INTO voice_call (call_id, patient_id, verified, status, call_outcome, summary_overview, analysis_status)
     SELECT 'seed-' || patient.id || '-' || n, patient.id, true, 'completed', 'unresolved', 'They talked.', 'completed'
     FROM patient, generate_series(1, $1::int) AS n ORDER BY patient.id, n`,
    [calls],
  )
  await sql(
    `INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
     SELECT voice_call.id, 'user', 'I take it every day.', now(), 'seed-' || n, 'neutral', 0
     FROM voice_call, generate_series(1, $1::int) AS n`,
    [utterances],
  )
  for (const statement of oneEach) await sql(statement)
}

const firstCall = `(SELECT min(id) FROM voice_call WHERE patient_id = patient.id)`

const oneEach = [
  `INSERT INTO medication_record (patient_id, medication_name) SELECT id, 'Humira' FROM patient`,
  `INSERT INTO function_invocation (voice_call_id, patient_id, function_name, parameters, fingerprint, outcome, duration_ms)
   SELECT ${firstCall}, id, 'patient_lookup', '{}', 'seed-' || id, 'rejected', 1 FROM patient`,
  `INSERT INTO pa_case (patient_id, payer_id, drug_key, medication_name, medication_record_id)
   SELECT patient_id, 'aetna', 'adalimumab', 'Humira', id FROM medication_record`,
  `INSERT INTO benefits_verification (patient_id, pa_case_id, payer_id, member_id, trigger, requested_by, status)
   SELECT patient_id, id, payer_id, 'W1', 'requested', 'seed', 'VERIFIED' FROM pa_case`,
  `INSERT INTO verification_method (verification_id, method, status, voice_call_id)
   SELECT benefits_verification.id, 'voice', 'completed', ${firstCall} FROM benefits_verification JOIN patient ON patient.id = patient_id`,
  `INSERT INTO verification_event (verification_id, kind) SELECT id, 'requested' FROM benefits_verification`,
  `INSERT INTO benefit_contradiction (verification_id, patient_id, voice_call_id, field, api_value, voice_value, quote)
   SELECT benefits_verification.id, patient_id, ${firstCall}, 'copay_pcp', '10', '20', 'twenty'
   FROM benefits_verification JOIN patient ON patient.id = patient_id`,
  `INSERT INTO chat_session (widget_client_id, token_hash) SELECT (SELECT min(id) FROM widget_client), 'seed-' || id FROM patient`,
  `INSERT INTO chat_message (session_id, role, content) SELECT id, 'user', 'Where is it stored?' FROM chat_session`,
  `INSERT INTO chat_message (session_id, role, content, reply_to_id, tier, query_type)
   SELECT session_id, 'assistant', 'I do not know.', id, 'not_found', 'storage' FROM chat_message WHERE role = 'user'`,
  `INSERT INTO chat_feedback (message_id, helpful) SELECT id, false FROM chat_message WHERE role = 'assistant'`,
  `INSERT INTO adverse_event (voice_call_id, patient_id, chat_message_id, caller_verified, source, event_description, severity, medication_name)
   SELECT ${firstCall}, patient.id, chat_message.id, true, 'agent', 'A rash', 'mild', 'Humira'
   FROM patient JOIN chat_session ON token_hash = 'seed-' || patient.id JOIN chat_message ON session_id = chat_session.id AND role = 'user'`,
  `INSERT INTO gathered_report (adverse_event_id, chat_message_id, event_description) SELECT id, chat_message_id, 'A rash' FROM adverse_event`,
  `INSERT INTO follow_up_action (voice_call_id, patient_id, adverse_event_id, action, priority, assigned_to)
   SELECT voice_call_id, patient_id, id, 'Call back', 'high', 'care_coordinator' FROM adverse_event`,
  `INSERT INTO callback_request (voice_call_id, patient_id, claimed_patient_id) SELECT ${firstCall}, id, id FROM patient`,
  `INSERT INTO follow_up_email (voice_call_id, patient_id, recipient, subject, body) SELECT ${firstCall}, id, 'ada@example.org', 'Hello', 'Hello' FROM patient`,
]
