import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { beginningOf, characters } from '../../platform/values.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { openCases } from './analysis/store-analysis.ts'
import { lockWholeCall, patientOf } from './call.ts'
import { callUpdated } from './events.ts'
import { analyseCallQueue } from './queues.ts'
import { callTranscript, transcriptBeginning } from './sealed-columns.ts'

/** The platform's report after a call (docs/contract.md, Post-call webhook). */
export interface CallReport {
  conversationId: string
  /** In the platform's own terms. */
  status?: string | null
  /** What that means, where a table of the platform's words says it; else it is read from the word. */
  meaning?: 'completed' | 'no_answer' | 'failed'
  /** Whether the carrier tells it of a call of an agent's platform. To a carrier a machine that picked up is an answer, too. */
  byCarrier?: boolean
  durationSeconds?: number | null
  audioUrl?: string | null
  transcript?: string | null
}

const word = (...words: string[]) => new RegExp(`(^|[^a-z])(${words.join('|')})`)
const unansweredWords = word('no[^a-z]?answer', 'not[^a-z]answered', 'unanswered', 'busy', 'voice[^a-z]?mail', 'missed')
const failedWords = word('fail', 'error', 'cancel', 'reject', 'abort', 'not[^a-z]connected')

/** Maps a platform's status to ours. The report comes after the call, so an unknown status means that the call took place. */
function callStatusOf(given: string | null | undefined): VoiceCall['status'] {
  const folded = (given ?? '').trim().toLowerCase()
  return unansweredWords.test(folded) ? 'no_answer' : failedWords.test(folded) ? 'failed' : 'completed'
}

/**
 * Completes a call with the platform's report, and enqueues its analysis in the same transaction. A repeated report changes
 * nothing. A fuller one adds what was missing, and a longer transcript is analysed again. A report with less removes nothing. To a
 * call whose words are erased every report is a repetition.
 */
export async function completeCall({ session, actor, events, jobs }: UnitOfWork, report: CallReport): Promise<VoiceCall> {
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    const before = await lockWholeCall(inner, report.conversationId)
    if (before.erasedAt !== null) return before
    const hasLongerTranscript = await isLongerTranscript(inner, before.id, report.transcript ?? '')
    const added = addedBy(report, before)
    if (Object.keys(added).length === 0 && !hasLongerTranscript) return before

    if (hasLongerTranscript) {
      const transcript = report.transcript ?? ''
      const said = {
        sealedTranscript: fields.seal(callTranscript, before.id, transcript),
        sealedBeginning: fields.seal(transcriptBeginning, before.id, beginningOf(transcript)),
        length: characters(transcript),
      }
      await prisma.callTranscript.upsert({
        where: { voiceCallId: before.id },
        create: { voiceCallId: before.id, ...said },
        update: { ...said, receivedAt: new Date() },
      })
    }
    const status = added.status ?? before.status
    const isNews = hasLongerTranscript || before.completedAt === null || status !== before.status
    const needsAnalysis = isNews && (hasLongerTranscript || (await hasWords(inner, before.id)))
    const call = await prisma.voiceCall.update({
      where: { id: before.id },
      data: {
        ...added,
        completedAt: before.completedAt ?? new Date(),
        ...(before.analysisStatus === 'not_started' ? { analysisStatus: 'skipped' } : {}),
        ...(needsAnalysis ? { analysisRevision: { increment: 1 } } : {}),
        ...(needsAnalysis && status === 'completed' ? { analysisStatus: 'pending' } : {}),
      },
    })
    // The words of a failed call are only searched for adverse events, and so are callbacks where there are no words.
    if (isNews && !needsAnalysis) await openCases({ session: inner, actor, events, jobs }, call)
    if (needsAnalysis) await jobs.enqueue(inner, analyseCallQueue, { voiceCallId: call.id, revision: call.analysisRevision })
    const changed = [...Object.keys(added), ...(hasLongerTranscript ? ['transcript'] : [])]
    await recordEvent(inner, actor, { action: 'voice_call.update', patientIds: patientOf(call), recordIds: [call.id], fields: changed })
    events.publish(inner, callUpdated, { voiceCallId: call.id })
    return call
  })
}

/**
 * The fields that a report adds to a call. The first report decides the status, unless a later one says that the call took place. What a
 * carrier tells counts until the agent's platform reports.
 */
function addedBy(report: CallReport, before: VoiceCall) {
  const byCarrier = report.byCarrier ?? false
  const isFirst = before.completedAt === null || (before.endedByCarrier && !byCarrier)
  const reported = { status: report.meaning ?? callStatusOf(report.status), providerStatus: report.status ?? null }
  const decides = isFirst || (reported.status === 'completed' && reported.status !== before.status && (!byCarrier || before.endedByCarrier))
  return {
    ...(decides && reported.status !== before.status ? { status: reported.status } : {}),
    ...(reported.providerStatus !== null && reported.providerStatus !== before.providerStatus && (decides || before.providerStatus === null)
      ? { providerStatus: reported.providerStatus }
      : {}),
    ...(isFirst && byCarrier !== before.endedByCarrier ? { endedByCarrier: byCarrier } : {}),
    ...(report.durationSeconds != null && report.durationSeconds > (before.durationSeconds ?? -1)
      ? { durationSeconds: report.durationSeconds }
      : {}),
    ...(report.audioUrl != null && before.audioUrl === null ? { audioUrl: report.audioUrl } : {}),
  }
}

async function isLongerTranscript({ prisma, fields }: Session, voiceCallId: number, transcript: string): Promise<boolean> {
  if (transcript === '') return false
  const known = await prisma.callTranscript.findUnique({ where: { voiceCallId }, select: { sealedTranscript: true } })
  return known === null || characters(transcript) > characters(fields.open(callTranscript, voiceCallId, known.sealedTranscript))
}

const hasWords = async ({ prisma }: Session, voiceCallId: number) =>
  (await prisma.utterance.findFirst({ where: { voiceCallId }, select: { id: true } })) !== null ||
  (await prisma.callTranscript.findUnique({ where: { voiceCallId }, select: { voiceCallId: true } })) !== null
