import type { Session } from '../../../platform/database/session.ts'
import type { Work } from '../../work.ts'
import { lockCallById } from '../call.ts'
import type { Turn } from '../conversation.ts'
import type { CallAnalyser } from './call-analyser.ts'
import { storeAnalysis } from './store-analysis.ts'
import { turnsOf } from './transcript-turns.ts'

/**
 * Analyses an ended call: the job `analyse-call`. What it finds is stored in one transaction, so a process that dies
 * leaves the call as it was and the job to be done again; a call that got more to analyse meanwhile is left to the
 * newer job.
 */
export async function analyseCall(
  work: Work,
  analyser: CallAnalyser,
  { voiceCallId, revision }: { voiceCallId: number; revision: number },
) {
  const { prisma } = work.session
  const call = await prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  if (call?.analysisStatus !== 'pending' || call.analysisRevision !== revision) return
  const functions = await prisma.functionInvocation.findMany({ where: { voiceCallId }, orderBy: { id: 'asc' } })
  const { analysis, analysedBy } = await analyser.analyse({
    turns: await turnsOfCall(work.session, voiceCallId),
    callType: call.callType,
    agentType: call.agentType,
    verified: call.verified,
    functions: functions.map(({ functionName, outcome, result }) => ({
      name: functionName,
      succeeded: outcome === 'succeeded' || outcome === 'repeated',
      message: messageOf(result),
    })),
    flaggedAdverseEvents: await prisma.adverseEvent.count({ where: { voiceCallId, source: 'agent' } }),
  })
  await work.session.transaction(async (session) => {
    const locked = await lockCallById(session, voiceCallId)
    if (locked.analysisRevision !== revision || locked.analysisStatus !== 'pending') return
    await storeAnalysis({ ...work, session }, locked, analysis, analysedBy)
  })
}

/** What was said: the transcript, or where there is none the utterances in the order of their times. */
async function turnsOfCall({ prisma }: Session, voiceCallId: number): Promise<Turn[]> {
  const whole = await prisma.callTranscript.findUnique({ where: { voiceCallId } })
  if (whole) return turnsOf(whole.transcript)
  return prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { speaker: true, text: true },
  })
}

function messageOf(result: unknown): string | null {
  const message = (result as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}
