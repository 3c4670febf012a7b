import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import { recordEvent, recordEvents } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { overviewWithoutWords, type ToldSummary } from './analysis/without-words.ts'

/** Records of one transaction at most. */
const batchSize = 500
/** Summaries read in one turn of the event loop. */
const callsInTurn = 25

const past = (days: number) => Prisma.sql`now() - ${days} * interval '1 day'`

/**
 * Erases what was said, word for word, in calls that neither began nor changed for so many days, and what identifies who called
 * (docs/operations.md, Retention and legal holds). The call stays, with its outcome, its overview and its figures. Function
 * invocations without a call go by their own age, once they are reviewed, and so do messages of platforms without one.
 *
 * Kept as they are: calls with an adverse event, whose source it is; calls with open work; calls one of whose patients is under a
 * legal hold; completed calls whose words are not analysed yet. What hangs on one record of a call keeps its others.
 * @returns how many calls were erased
 */
export async function eraseOldCalls(work: UnitOfWork, days: number): Promise<number> {
  const erased = await inBatches(() => eraseCalls(work, days))
  await inBatches(() => eraseStrayInvocations(work, days))
  await inBatches(() => eraseStrayMessages(work, days))
  return erased
}

async function inBatches(eraseBatch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await eraseBatch()
    total += count
    if (count < batchSize) return total
  }
}

const eraseCalls = ({ session, actor }: UnitOfWork, days: number): Promise<number> =>
  session.transaction(async (inner) => {
    // No hold is placed from here to the end, and what came to a call until it was locked is seen by the second look.
    await inner.prisma.$executeRaw`LOCK TABLE legal_hold IN SHARE MODE`
    const locked = await dueCalls(inner, days)
    if (locked.length === 0) return 0
    const calls = await dueCalls(
      inner,
      days,
      locked.map(({ id }) => id),
    )
    const kept: { id: number; overview: string | null }[] = []
    for (const [index, call] of calls.entries()) {
      if (index % callsInTurn === 0) await ownTurn()
      kept.push({ id: call.id, overview: overviewWithoutWords(call) })
    }
    await erase(inner, kept)
    const events = calls.map(({ id, patientIds }) => ({ action: 'voice_call.erase' as const, patientIds, recordIds: [id] }))
    await recordEvents(inner, actor, events)
    return locked.length
  })

interface DueCall extends ToldSummary {
  id: number
  patientIds: number[]
}

/** An erased call to which something came afterwards is due again. One in progress for so long is over, though nobody ended it. */
const dueCalls = ({ prisma }: Session, days: number, among?: number[]): Promise<DueCall[]> => prisma.$queryRaw`
  SELECT id, summary_overview AS overview, summary_patient_concern AS concern, summary_resolution AS resolution,
    key_findings AS findings, ARRAY(SELECT patients_of_call(id)) AS "patientIds"
  FROM voice_call
  WHERE created_at < ${past(days)} AND updated_at < ${past(days)} ${among ? Prisma.sql`AND id = ANY (${among}::int[])` : Prisma.empty}
    AND (erased_at IS NULL OR updated_at > erased_at)
    -- The sweep ends a call in progress that has words, and has them analysed.
    AND analysis_status <> 'pending'
    AND (status <> 'in_progress' OR (
      (SELECT count(*) FROM utterance WHERE voice_call_id = voice_call.id) = 0
      AND (SELECT count(*) FROM function_invocation AS invoked WHERE voice_call_id = voice_call.id AND invoked.created_at >= ${past(days)}) = 0))
    -- In FROM, where PostgreSQL looks them up call by call, and does not compare each call with each hold and each open item.
    AND NOT EXISTS (SELECT FROM records_of_call(voice_call.id) AS record (id) JOIN adverse_event ON voice_call_id = record.id)
    AND NOT EXISTS (SELECT FROM patients_of_call(voice_call.id) AS own (id) JOIN legal_hold ON patient_id = own.id WHERE lifted_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM records_of_call(voice_call.id) AS record (id) CROSS JOIN LATERAL (
        SELECT work_item_id FROM function_invocation WHERE voice_call_id = record.id
        UNION ALL SELECT work_item_id FROM follow_up_action WHERE voice_call_id = record.id
        UNION ALL SELECT work_item_id FROM callback_request WHERE voice_call_id = record.id
        UNION ALL SELECT work_item_id FROM benefit_contradiction WHERE voice_call_id = record.id
      ) AS own JOIN work_item ON work_item.id = own.work_item_id WHERE closed_at IS NULL)
  ORDER BY created_at LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`

/** What is left of an invocation's words. */
const noWords = Prisma.sql`parameters = '{}', parameters_beginning = '{}', parameters_length = 2, result = NULL, error = NULL, fingerprint = ''`

const erase = ({ prisma }: Session, kept: { id: number; overview: string | null }[]) => prisma.$executeRaw`
  WITH due AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS due (id INTEGER, overview TEXT)
  ), utterances AS (
    DELETE FROM utterance USING due WHERE voice_call_id = due.id
  ), transcripts AS (
    DELETE FROM call_transcript USING due WHERE voice_call_id = due.id
  ), invocations AS (
    UPDATE function_invocation SET ${noWords} FROM due WHERE voice_call_id = due.id
  ), messages AS (
    UPDATE platform_message SET body = '' FROM (
      SELECT call_id, due.id FROM due JOIN voice_call ON voice_call.id = due.id
      UNION SELECT alias, due.id FROM due JOIN call_alias ON voice_call_id = due.id
    ) AS own
    WHERE platform_message.call_id = own.call_id AND call_of_message(connection_id, platform_message.call_id) = own.id
  ), callbacks AS (
    UPDATE callback_request SET phone_number = NULL, preferred_time = NULL, reason = NULL FROM due WHERE voice_call_id = due.id
  ), actions AS (
    -- Quotations, and when somebody asked to be called back (analysis/follow-up-actions.ts).
    UPDATE follow_up_action SET action = regexp_replace(regexp_replace(action, '“[^”]*(”|$)|"[^"]*("|$)', '“…”', 'g'), '^Call back [(].*$', 'Call back')
    FROM due WHERE voice_call_id = due.id AND action ~ '[“"]|^Call back [(]'
  ), emails AS (
    -- One that still waits for a mail server is never sent (email/send-email.ts).
    UPDATE follow_up_email SET recipient = '', body = '', status = CASE WHEN status = 'sent' THEN status ELSE 'failed' END
    FROM due WHERE voice_call_id = due.id
  ), told AS (
    UPDATE told_benefits SET quotes = '{}', model_quotes = '{}' FROM due WHERE voice_call_id = due.id
  ), discrepancies AS (
    UPDATE benefit_contradiction SET quote = '', model_quote = '' FROM due WHERE voice_call_id = due.id
  )
  UPDATE voice_call SET erased_at = now(), updated_at = now(), phone_number = NULL, audio_url = NULL,
    summary_overview = due.overview, summary_patient_concern = NULL, summary_resolution = NULL, key_findings = '{}',
    status = CASE WHEN status = 'in_progress' THEN 'completed' ELSE status END,
    analysis_status = CASE WHEN analysis_status = 'not_started' THEN 'skipped' ELSE analysis_status END,
    completed_at = coalesce(completed_at, updated_at)
  FROM due WHERE voice_call.id = due.id`

/** Invocations that could not run and named no conversation: no call's age is theirs. */
const eraseStrayInvocations = ({ session, actor }: UnitOfWork, days: number): Promise<number> =>
  session.transaction(async (inner) => {
    const erased = await inner.prisma.$queryRaw<{ id: number }[]>`
      UPDATE function_invocation SET ${noWords}
      WHERE id IN (
        SELECT id FROM function_invocation
        WHERE voice_call_id IS NULL AND error IS NOT NULL AND created_at < ${past(days)}
          AND NOT EXISTS (SELECT FROM work_item WHERE work_item.id = work_item_id AND closed_at IS NULL)
        ORDER BY created_at LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id`
    if (erased.length > 0) {
      await recordEvent(inner, actor, {
        action: 'function_invocation.update',
        patientIds: [],
        recordIds: erased.map(({ id }) => id),
        fields: ['parameters', 'result', 'error'],
      })
    }
    return erased.length
  })

/** Messages of platforms that named no call, or one that nothing else told of. */
const eraseStrayMessages = ({ session }: UnitOfWork, days: number): Promise<number> => session.prisma.$executeRaw`
  UPDATE platform_message SET body = '' WHERE id IN (
    SELECT id FROM platform_message AS message WHERE body <> '' AND received_at < ${past(days)} AND state <> 'received'
      AND (call_id IS NULL OR call_of_message(connection_id, call_id) IS NULL)
    ORDER BY received_at LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED)`
