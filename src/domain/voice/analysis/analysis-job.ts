import type { Turn } from '../../../language/dialogue.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { addVoiceBenefits } from '../../benefits/verification/voice-benefits.ts'
import { lockCallById } from '../call.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { readBenefits } from '../payer-calls/read-benefits.ts'
import { callTranscript, invocationResult, utteranceText } from '../sealed-columns.ts'
import type { CallAnalyser } from './analysis-with-fallback.ts'
import { openCases, storeAnalysis } from './store-analysis.ts'
import { turnsOf } from './transcript-turns.ts'

/**
 * The job `analyse-call`: analyses an ended call. One transaction stores the result, so a killed process leaves the call as it
 * was and the job is done again. A call that got more to analyse meanwhile is left to its newer job. The benefits that a
 * payer stated in a payer call are read as well. A failed call is not analysed (docs/contract.md, Analysis), but an
 * adverse event in its words still opens a case.
 */
export async function analyseCall(
  work: UnitOfWork,
  analyser: CallAnalyser,
  { voiceCallId, revision }: { voiceCallId: number; revision: number },
  stopping?: AbortSignal,
): Promise<void> {
  const { prisma, fields } = work.session
  const call = await prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  if (!call || !isWaiting(call, revision)) return
  const functions = await prisma.functionInvocation.findMany({
    where: { voiceCallId },
    orderBy: { id: 'asc' },
    take: 1000,
    select: { functionName: true, outcome: true, sealedResult: true },
  })
  const said = await wordsOf(work.session, voiceCallId)
  const { analysis, analysedBy } = await analyser.analyse(
    {
      ...said,
      callType: call.callType,
      agentType: call.agentType,
      verified: call.verified,
      functions: functions.map(({ functionName, outcome, sealedResult }) => ({
        name: functionName,
        succeeded: outcome === 'succeeded' || outcome === 'repeated',
        message: messageOf(fields.openJson(invocationResult, voiceCallId, sealedResult)),
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

/** Whether the call still waits for this job. */
const isWaiting = (call: { status: string; analysisStatus: string; analysisRevision: number }, revision: number) =>
  call.analysisRevision === revision && (call.status !== 'completed' || call.analysisStatus === 'pending')

/**
 * What was said: the transcript, or without one the utterances in order of time. A transcript may lack part of what was
 * streamed, so the utterances are then searched for adverse events as well.
 */
async function wordsOf({ prisma, fields }: Session, voiceCallId: number): Promise<{ turns: Turn[]; streamed: Turn[] }> {
  const utterances = await prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { speaker: true, sealedText: true },
  })
  const turns = utterances.map(({ speaker, sealedText }) => ({ speaker, text: fields.open(utteranceText, voiceCallId, sealedText) }))
  const whole = await prisma.callTranscript.findUnique({ where: { voiceCallId } })
  if (!whole) return { turns, streamed: [] }
  return { turns: turnsOf(fields.open(callTranscript, voiceCallId, whole.sealedTranscript)), streamed: turns }
}

function messageOf(result: unknown): string | null {
  const message = (result as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}
