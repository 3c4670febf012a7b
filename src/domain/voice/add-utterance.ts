import { createHash } from 'node:crypto'
import { Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { Failure } from '../../platform/failure.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { findMedications } from '../drugs/find-medications.ts'
import { noSuchCall } from './call.ts'
import { callActivity } from './events.ts'
import { insightsInTurns } from './insights/insights-of.ts'
import { analyseCallQueue } from './queues.ts'
import { utteranceText } from './sealed-columns.ts'

export interface NewUtterance {
  text: string
  /** Default `user` (docs/contract.md, Utterances). */
  speaker?: string | null
  /** Default now. */
  timestamp?: Date | null
}

export interface UtteranceIntake {
  utteranceId: number
  voiceCallId: number
  duplicate: boolean
  /** Whether a topic, a medication or a sentiment other than neutral was found. */
  insightsExtracted: boolean
}

interface StoredUtterance {
  /** Null where the call has it already, has its words erased, or has ended and takes none that are late. */
  utteranceId: number | null
  late: boolean
  erased: boolean
  /** What is to be analysed now: of a late one alone. */
  revision: number | null
}

/**
 * Stores something said in a call, whether it arrives during the call or after it, with its insights. A single statement writes
 * the utterance, merges its topics, medications and J-codes into the call and writes the audit event, so that all or nothing is
 * stored and simultaneous utterances cannot overwrite each other's insights. A repeated utterance changes nothing.
 * @throws Failure NOT_FOUND; CONFLICT for a call whose words are erased
 */
export async function addUtterance(work: UnitOfWork, voiceCallId: number, input: NewUtterance): Promise<UtteranceIntake> {
  const speaker = input.speaker ?? 'user'
  const spokenAt = input.timestamp ?? new Date()
  const { topics, sentiment } = await insightsInTurns({ speaker, text: input.text })
  await ownTurn()
  const found = findMedications(input.text)
  const medications = found.map(({ name }) => name)
  const jcodes = Object.fromEntries(found.flatMap(({ name, jcode }) => (jcode === null ? [] : [[name, jcode]])))
  const insightsExtracted = topics.length > 0 || medications.length > 0 || sentiment.state !== 'neutral'
  const { session, actor, events } = work
  const { fields } = session
  const hash = createHash('sha256')
    .update(JSON.stringify([speaker, input.text, spokenAt.getTime()]))
    .digest('base64url')
  const fingerprint = fields.fingerprint(hash)

  const store = async ({ prisma }: Session, takesLate: boolean): Promise<StoredUtterance | undefined> => {
    const [stored] = await prisma.$queryRaw<StoredUtterance[]>`
      WITH this_call AS (
        SELECT id, patient_id, completed_at IS NOT NULL AS late, erased_at IS NOT NULL AS erased FROM voice_call WHERE id = ${voiceCallId} FOR NO KEY UPDATE
      ), added AS (
        INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, topics, medications, jcodes, emotional_state, sentiment_score)
        SELECT id, ${speaker}, ${fields.seal(utteranceText, voiceCallId, input.text)}, ${spokenAt.toISOString()}::timestamptz, ${fingerprint}, ${topics}::text[], ${medications}::text[],
          ${JSON.stringify(jcodes)}::jsonb, ${sentiment.state}, ${sentiment.score} FROM this_call WHERE NOT erased AND (${takesLate} OR NOT late)
        ON CONFLICT (voice_call_id, fingerprint) DO NOTHING
        RETURNING id
      ), merged AS (
        UPDATE voice_call SET
          topics_discussed = topics_discussed || ARRAY(SELECT topic FROM unnest(${topics}::text[]) AS topic WHERE topic <> ALL (topics_discussed)),
          medications_discussed = medications_discussed
            || ARRAY(SELECT name FROM unnest(${medications}::text[]) AS name WHERE name <> ALL (medications_discussed)),
          jcodes_discussed = jcodes_discussed || ${JSON.stringify(jcodes)}::jsonb,
          -- An utterance after the report has to be analysed too.
          analysis_revision = analysis_revision + CASE WHEN completed_at IS NULL THEN 0 ELSE 1 END,
          analysis_status = CASE WHEN status = 'completed' THEN 'pending' ELSE analysis_status END,
          updated_at = now()
        WHERE id = ${voiceCallId} AND EXISTS (SELECT 1 FROM added)
          AND (${topics.length + medications.length} > 0 OR completed_at IS NOT NULL)
        RETURNING analysis_revision AS revision
      ), audited AS (
        INSERT INTO audit_event (actor, surface, address, request_id, action, patient_ids, record_ids)
        SELECT ${actor.id}, ${actor.surface}, ${actor.address ?? null}, ${actor.requestId}, 'utterance.create',
          array_remove(ARRAY[patient_id], NULL), ARRAY[added.id::text]
        FROM this_call, added
      ), told AS (${events.insertOf(callActivity, Prisma.sql`SELECT jsonb_build_object('voiceCallId', ${voiceCallId}::int, 'utteranceId', id) FROM added`)})
      SELECT (SELECT id FROM added) AS "utteranceId", late, erased, (SELECT revision FROM merged) AS revision FROM this_call`
    return stored
  }
  // Nearly all come while the call goes on: one statement, no transaction. A later one is analysed exactly if it is stored.
  const live = await store(session, false)
  const row = live?.late
    ? await session.transaction(async (inner) => {
        const stored = await store(inner, true)
        if (stored?.revision != null) await work.jobs.enqueue(inner, analyseCallQueue, { voiceCallId, revision: stored.revision })
        return stored
      })
    : live
  if (!row) throw noSuchCall(voiceCallId)
  if (row.erased) throw new Failure('CONFLICT', `What was said in call ${voiceCallId} is erased, for its age. It takes no more words.`)
  if (row.utteranceId === null) {
    const first = await session.prisma.utterance.findUniqueOrThrow({
      where: { voiceCallId_fingerprint: { voiceCallId, fingerprint } },
      select: { id: true },
    })
    return { utteranceId: first.id, voiceCallId, duplicate: true, insightsExtracted }
  }
  events.stored(session, callActivity)
  return { utteranceId: row.utteranceId, voiceCallId, duplicate: false, insightsExtracted }
}
