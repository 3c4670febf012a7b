import type pg from 'pg'
import { all, CommandError, isServed, serviceUrl } from '../client.ts'
import { withDatabase } from '../database/database.ts'
import { placeOf } from '../database/owner.ts'
import { callPrefix } from './calls.ts'
import { searches } from './chat-scripts.ts'
import { demoPage } from './chats.ts'
import { mrnPrefix } from './people.ts'

const days = 28

/** How a row tells of what it is: the record whose age it takes. */
const ofPatient = `'patient ' || t.patient_id`
const ofCall = `'call ' || t.voice_call_id`
const ofCallOrPatient = `coalesce(${ofCall}, ${ofPatient})`
const ofVerification = `'patient ' || (SELECT patient_id FROM benefits_verification WHERE id = t.verification_id)`
const ofMessage = (id: string) => `'chat ' || (SELECT session_id FROM chat_message WHERE id = ${id})`
const ofCase = `coalesce(${ofCall}, ${ofMessage('t.chat_message_id')}, ${ofPatient})`

/** Records that hang on a patient, a call, a conversation, a safety case or an item of work, and their times. What is due stays due. */
const tables: readonly [table: string, of: string, times: readonly string[]][] = [
  ['patient', `'patient ' || t.id`, ['created_at', 'updated_at']],
  ['medication_record', ofPatient, ['first_mentioned_at', 'created_at']],
  ['voice_call', `'call ' || t.id`, ['created_at', 'updated_at', 'completed_at']],
  ['caller_verification', ofCall, ['verified_at']],
  ['call_transcript', ofCall, ['received_at']],
  ['utterance', ofCall, ['spoken_at', 'created_at']],
  ['function_invocation', ofCall, ['created_at', 'reviewed_at']],
  ['told_benefits', ofCall, ['told_at']],
  ['follow_up_email', ofCall, ['sent_at', 'created_at']],
  ['adverse_event', ofCase, ['reviewed_at', 'aware_at', 'created_at']],
  ['gathered_report', `'case ' || t.adverse_event_id`, ['created_at']],
  ['follow_up_action', `coalesce(${ofCall}, 'case ' || t.adverse_event_id, ${ofPatient})`, ['closed_at', 'created_at']],
  ['callback_request', ofCallOrPatient, ['closed_at', 'created_at']],
  ['pa_case', ofPatient, ['requested_at', 'decided_at', 'created_at', 'updated_at']],
  ['pa_case_event', `'patient ' || (SELECT patient_id FROM pa_case WHERE id = t.pa_case_id)`, ['created_at']],
  ['benefits_verification', ofPatient, ['created_at', 'updated_at', 'completed_at']],
  ['verification_method', ofVerification, ['updated_at']],
  ['verification_event', ofVerification, ['created_at']],
  ['benefit_contradiction', ofCallOrPatient, ['resolved_at', 'created_at']],
  ['chat_session', `'chat ' || t.id`, ['created_at', 'last_message_at']],
  ['chat_message', `'chat ' || t.session_id`, ['created_at', 'updated_at', 'followed_at']],
  ['chat_feedback', ofMessage('t.message_id'), ['created_at']],
  ['search_query', `'search ' || t.folded`, ['first_asked_at', 'last_asked_at']],
  ['search_event', `'searched ' || t.ctid`, ['asked_at']],
  ['work_item', `'work ' || t.id`, ['opened_at', 'closed_at']],
  ['work_event', `'work ' || t.work_item_id`, ['at']],
]

/** Items of work are as old as the record that is decided. */
const decided = ['adverse_event', 'follow_up_action', 'callback_request', 'pa_case', 'benefit_contradiction', 'function_invocation']

/** Tables whose figures are summed up, by the name of their figures. */
const summed = { patients: 'patient', calls: 'voice_call', verifications: 'benefits_verification', pa_cases: 'pa_case' }

/** What is dated ends at half past ten of yesterday: a second run finds nothing of today. */
const today = `date_trunc('day', now(), 'UTC') - interval '90 minutes'`

/** From so many days ago, the first record's, to yesterday, the last one's; always in the working hours of the United States. */
const age = (place: string) => `t.created_at - (date_trunc('day', now(), 'UTC') - ceil(${days} * (1 - ${place})) * interval '1 day'
    + interval '14 hours' + (t.id * 7919 % 510) * interval '1 minute')`

const roots = (name: string, table: string, which: string) => `
  INSERT INTO age SELECT '${name} ' || t.id, ${age('t.place')}
  FROM (SELECT id, created_at, (row_number() OVER (ORDER BY id) - 0.5) / count(*) OVER () AS place
    FROM ${table} WHERE created_at > ${today} AND ${which}) AS t`

const likeEachOther = 'result_count, best_relevance, asked_at'

/**
 * Searches are kept apart from their words, and told only by a hash of who asked that day: the demonstration's are those of the one session
 * that has an event for each of its queries. A query that somebody else has asked, too, stays as it is.
 */
const searched = `
  CREATE TEMPORARY TABLE searched ON COMMIT DROP AS
  WITH query AS (
    SELECT *, row_number() OVER (PARTITION BY ${likeEachOther} ORDER BY place) AS nth FROM (
      SELECT folded, place, result_count, best_relevance, date_bin('15 minutes', first_asked_at, '2000-01-01 00:00:00Z') AS asked_at
      FROM search_query JOIN unnest(ARRAY[${searches.map((text) => `'${text}'`).join(', ')}]) WITH ORDINALITY AS wanted (text, place) USING (text)
      WHERE asked = 1 AND first_asked_at > ${today}) AS wanted),
  event AS (
    SELECT ctid AS event, *, row_number() OVER (PARTITION BY session, ${likeEachOther} ORDER BY ctid) AS nth FROM search_event),
  pair AS (SELECT * FROM query JOIN event USING (${likeEachOther}, nth))
  SELECT folded, event, age FROM (SELECT *, ${age(`(t.place - 0.5) / ${searches.length}`)} AS age
    FROM (SELECT *, asked_at AS created_at, place * 15 AS id FROM pair) AS t) AS t
  WHERE session = (SELECT session FROM pair GROUP BY session HAVING count(*) = (SELECT count(*) FROM query) LIMIT 1)`

const of = (table: string) => tables.find(([name]) => name === table)?.[1]

const statements = [
  'CREATE TEMPORARY TABLE age (of text PRIMARY KEY, age interval) ON COMMIT DROP',
  roots('call', 'voice_call', `call_id LIKE '${callPrefix}%' AND status <> 'in_progress'`),
  roots('chat', 'chat_session', `page_url LIKE '${demoPage}%'`),
  // Somebody who called was enrolled that day; the others, one after the other.
  `INSERT INTO age SELECT DISTINCT ON (caller.id) 'patient ' || caller.id, age FROM voice_call AS t JOIN age ON of = 'call ' || t.id
    JOIN LATERAL patients_of_call(t.id) AS caller (id) ON true
    JOIN patient ON patient.id = caller.id AND patient.mrn LIKE '${mrnPrefix}%' ORDER BY caller.id, t.id`,
  `${roots('patient', 'patient', `mrn LIKE '${mrnPrefix}%'`)} ON CONFLICT DO NOTHING`,
  searched,
  `INSERT INTO age SELECT 'search ' || folded, age FROM searched UNION ALL SELECT 'searched ' || event, age FROM searched`,
  `INSERT INTO age SELECT 'case ' || t.id, age FROM adverse_event AS t JOIN age ON of = ${ofCase}`,
  ...decided.map(
    (table) => `INSERT INTO age SELECT 'work ' || t.work_item_id, age FROM ${table} AS t JOIN age ON of = ${of(table)}
    WHERE t.work_item_id IS NOT NULL ON CONFLICT DO NOTHING`,
  ),
  // Triggers would write what is done here into the history, which itself takes no change.
  ...tables.map(([table]) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ...tables.map(
    ([table, of, times]) => `UPDATE ${table} AS t SET ${times.map((time) => `${time} = t.${time} - age`).join(', ')}
    FROM age WHERE age.of = ${of}`,
  ),
  ...tables.map(([table]) => `ALTER TABLE ${table} ENABLE TRIGGER USER`),
  ...Object.entries(summed).map(
    ([kind, table]) => `INSERT INTO figure_stale (kind, hour)
    SELECT DISTINCT '${kind}', date_trunc('hour', t.created_at, 'UTC') FROM ${table} AS t JOIN age ON age.of = ${of(table)}`,
  ),
]

/**
 * Dates what the demonstration made today over the last four weeks. No surface takes the time of a record, and none should, so this sets
 * the times of the demonstration's own rows in the database, as its owner; nothing else does. The audit stays as it is: it tells when
 * things were really done.
 * @throws CommandError where the database has other patients or none of the demonstration, or is not that of the service that runs
 */
export async function datePast({ besideOthers = false }: { besideOthers?: boolean | undefined }): Promise<void> {
  const place = placeOf()
  const isRunning = await isServed()
  // One process at a time has the embedded database: a service that runs beside it has it open, or another one.
  if (isRunning && 'dataDir' in place)
    throw new CommandError(
      `A service runs at ${serviceUrl()}. If its DATA_DIR is ${place.dataDir}, stop it first. If not, set DATA_DIR or DATABASE_URL to the database that it uses.`,
    )
  return withDatabase((pool) => datePastIn(pool, { besideOthers, before: isRunning ? refuseAnotherDatabase : undefined }))
}

interface DateOptions {
  besideOthers?: boolean
  /** Looks at the database first. */
  before?: ((session: pg.PoolClient) => Promise<void>) | undefined
}

/** The same in a database that is open, in one transaction. @throws CommandError as `datePast` does */
export async function datePastIn(pool: Pick<pg.Pool, 'connect'>, { besideOthers = false, before }: DateOptions = {}): Promise<void> {
  const session = await pool.connect()
  try {
    await session.query('BEGIN')
    await before?.(session)
    // Whoever waits for a table has everybody else wait behind them.
    await session.query("SET LOCAL lock_timeout = '5s'")
    const { rows } = await session.query('SELECT FROM patient WHERE mrn IS NULL OR NOT starts_with(mrn, $1) LIMIT 1', [mrnPrefix])
    if (rows.length > 0 && !besideOthers)
      throw new CommandError('This database has patients that the demonstration did not make. If you mean it: --beside-others.')
    const made = await session.query('SELECT FROM patient WHERE starts_with(mrn, $1) LIMIT 1', [mrnPrefix])
    if (made.rows.length === 0)
      throw new CommandError('This database holds nothing of the demonstration. Run care demo first, or set DATA_DIR or DATABASE_URL.')
    for (const statement of statements) await session.query(statement)
    await session.query('COMMIT')
  } catch (error) {
    await session.query('ROLLBACK')
    throw error
  } finally {
    session.release()
  }
}

/** @throws CommandError unless the database has the demonstration's patients as the running service shows them. */
async function refuseAnotherDatabase(session: pg.PoolClient): Promise<void> {
  const shown = await all<{ id: number; mrn: string; createdAt: string }>('patients', 'PatientFilter', 'id mrn createdAt', {
    search: mrnPrefix,
  })
  const { rows } = await session.query(
    `SELECT FROM unnest($1::int[], $2::text[], $3::timestamptz[]) AS shown (id, mrn, at)
    JOIN patient USING (id, mrn) WHERE date_trunc('milliseconds', created_at) = date_trunc('milliseconds', at)`,
    [shown.map(({ id }) => id), shown.map(({ mrn }) => mrn), shown.map(({ createdAt }) => createdAt)],
  )
  if (shown.length === 0 || rows.length < shown.length)
    throw new CommandError(`The service at ${serviceUrl()} does not use this database: set DATABASE_URL to the one that it uses.`)
}
