import type { VoiceCall } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { recordEvent } from '../access/audit.ts'
import type { Work } from '../work.ts'
import { lockWholeCall, patientOf } from './call.ts'

/** What the platform tells after a call (SPEC.md, Post-call webhook). */
export interface CallReport {
  conversationId: string
  /** In the platform's own word. */
  status?: string | null
  durationSeconds?: number | null
  audioUrl?: string | null
  transcript?: string | null
}

const failedWords = /^(fail|error|cancel|reject|abort|dial[_ -]?failed|not[_ -]?connected|initiation)/
const unansweredWords = /^(no[_ -]?answer|unanswered|busy|voice[_ -]?mail|missed|dial[_ -]?(busy|no[_ -]?answer))/

/** Our status for a platform's word. The report comes after the call, so a word that we do not know means it took place. */
export function callStatusOf(word: string | null | undefined): VoiceCall['status'] {
  const folded = (word ?? '').trim().toLowerCase()
  return unansweredWords.test(folded) ? 'no_answer' : failedWords.test(folded) ? 'failed' : 'completed'
}

/**
 * Ends a call with what the platform tells of it, and asks for its analysis in the same transaction. The same report
 * again changes nothing; a fuller one adds what was missing, and a longer transcript is analysed again; a poorer one
 * takes nothing away.
 */
export async function completeCall({ session, actor, events }: Work, jobs: Jobs, report: CallReport): Promise<VoiceCall> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const before = await lockWholeCall(inner, report.conversationId)
    const longer = await isLongerTranscript(inner, before.id, report.transcript ?? '')
    const added = addedBy(report, before, longer)
    if (Object.keys(added).length === 0 && !longer) return before

    if (longer) {
      const transcript = report.transcript ?? ''
      await prisma.callTranscript.upsert({
        where: { voiceCallId: before.id },
        create: { voiceCallId: before.id, transcript },
        update: { transcript, receivedAt: new Date() },
      })
    }
    const status = added.status ?? before.status
    const analysed = status === 'completed' && (longer || before.status !== 'completed')
    const hasWords = longer || (await hasAnything(inner, before.id))
    const call = await prisma.voiceCall.update({
      where: { id: before.id },
      data: {
        ...added,
        completedAt: before.completedAt ?? new Date(),
        ...(analysed && hasWords ? { analysisStatus: 'pending', analysisRevision: { increment: 1 } } : {}),
        ...(before.analysisStatus === 'not_started' && !(analysed && hasWords) ? { analysisStatus: 'skipped' } : {}),
      },
    })
    if (analysed && hasWords) await jobs.enqueue(inner, 'analyse-call', { voiceCallId: call.id, revision: call.analysisRevision })
    const fields = [...Object.keys(added), ...(longer ? ['transcript'] : [])]
    await recordEvent(inner, actor, { action: 'voice_call.update', patientIds: patientOf(call), fields })
    inner.afterCommit(() => events.publish('callUpdated', { voiceCallId: call.id }))
    return call
  })
}

/** The fields that a report brings and the call lacks; the first report of an ended call decides, unless a later one has its words. */
function addedBy(report: CallReport, before: VoiceCall, longer: boolean) {
  const over = before.completedAt !== null
  const told = { status: callStatusOf(report.status), providerStatus: report.status ?? null }
  const changed = told.status !== before.status && (!over || (longer && told.status === 'completed'))
  return {
    ...(changed ? { status: told.status } : {}),
    ...(told.providerStatus !== null && told.providerStatus !== before.providerStatus && (changed || before.providerStatus === null)
      ? { providerStatus: told.providerStatus }
      : {}),
    ...(report.durationSeconds != null && report.durationSeconds > (before.durationSeconds ?? -1)
      ? { durationSeconds: report.durationSeconds }
      : {}),
    ...(report.audioUrl != null && before.audioUrl === null ? { audioUrl: report.audioUrl } : {}),
  }
}

async function isLongerTranscript({ prisma }: Session, voiceCallId: number, transcript: string): Promise<boolean> {
  if (transcript === '') return false
  const [row] = await prisma.$queryRaw<{ length: number }[]>`
    SELECT char_length(transcript) AS length FROM call_transcript WHERE voice_call_id = ${voiceCallId}`
  return [...transcript].length > (row?.length ?? 0)
}

const hasAnything = async ({ prisma }: Session, voiceCallId: number) =>
  (await prisma.utterance.findFirst({ where: { voiceCallId }, select: { id: true } })) !== null ||
  (await prisma.callTranscript.findUnique({ where: { voiceCallId }, select: { voiceCallId: true } })) !== null
