import type { Turn } from '../../../language/dialogue.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { addVoiceBenefits } from '../../benefits/verification/voice-benefits.ts'
import { lockCallById } from '../call.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { readBenefits } from '../payer-calls/read-benefits.ts'
import type { CallAnalyser } from './analysis-with-fallback.ts'
import { openCases, storeAnalysis } from './store-analysis.ts'
import { turnsOf } from './transcript-turns.ts'

/**
 * Analyses an ended call: the job `analyse-call`. What it finds is stored in one transaction, so a process that dies
 * leaves the call as it was and the job to be done again; a call that got more to analyse meanwhile is left to the
 * newer job. Of a call to a payer the benefits that were told are read as well. A call that failed is not analysed (docs/contract.md, Analysis), but an adverse event in its words
 * gets its case.
 */
export async function analyseCall(
  work: UnitOfWork,
  analyser: CallAnalyser,
  { voiceCallId, revision }: { voiceCallId: number; revision: number },
  stopping?: AbortSignal,
): Promise<void> {
  const { prisma } = work.session
  const call = await prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  if (!call || !isWaiting(call, revision)) return
  const functions = await prisma.functionInvocation.findMany({
    where: { voiceCallId },
    orderBy: { id: 'asc' },
    take: 1000,
    select: { functionName: true, outcome: true, result: true },
  })
  const said = await wordsOf(work.session, voiceCallId)
  const { analysis, analysedBy } = await analyser.analyse(
    {
      ...said,
      callType: call.callType,
      agentType: call.agentType,
      verified: call.verified,
      functions: functions.map(({ functionName, outcome, result }) => ({
        name: functionName,
        succeeded: outcome === 'succeeded' || outcome === 'repeated',
        message: messageOf(result),
      })),
      flaggedAdverseEvents: await prisma.adverseEvent.count({ where: { voiceCallId, source: 'agent' } }),
    },
    stopping,
  )
  const reported = isPayerCall(call) ? readBenefits(said.turns) : []
  await work.session.transaction(async (session) => {
    const locked = await lockCallById(session, voiceCallId)
    if (!isWaiting(locked, revision)) return
    const inner = { ...work, session }
    if (locked.status === 'completed') await storeAnalysis(inner, locked, analysis, analysedBy)
    else await openCases(inner, locked, analysis.adverseEvents)
    if (locked.status === 'completed') await addVoiceBenefits(inner, locked, isPayerCall(locked) ? reported : [])
  })
}

/** Whether this job is the one that the call waits for. */
const isWaiting = (call: { status: string; analysisStatus: string; analysisRevision: number }, revision: number) =>
  call.analysisRevision === revision && (call.status !== 'completed' || call.analysisStatus === 'pending')

/**
 * What was said: the transcript, or where there is none the utterances in the order of their times. A transcript need not
 * hold all that was streamed, so beside one the utterances are looked through as well.
 */
async function wordsOf({ prisma }: Session, voiceCallId: number): Promise<{ turns: Turn[]; streamed: Turn[] }> {
  const utterances = await prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { speaker: true, text: true },
  })
  const whole = await prisma.callTranscript.findUnique({ where: { voiceCallId } })
  return whole ? { turns: turnsOf(whole.transcript), streamed: utterances } : { turns: utterances, streamed: [] }
}

function messageOf(result: unknown): string | null {
  const message = (result as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}
