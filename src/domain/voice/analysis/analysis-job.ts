import type { VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { addVoiceBenefits } from '../../benefits/verification/voice-benefits.ts'
import { lockCallById } from '../call.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { callTranscript, invocationResult, utteranceText } from '../sealed-columns.ts'
import type { CallAnalyser } from './analysis-with-fallback.ts'
import type { RecordedCall } from './call-reader.ts'
import { openCases, storeAnalysis } from './store-analysis.ts'

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
  const { analysis, analysedBy, said, ...reported } = await analyser.analyse(
    {
      ...(await wordsOf(work.session, voiceCallId)),
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
  await work.session.transaction(async (session) => {
    const locked = await lockCallById(session, voiceCallId)
    if (!isWaiting(locked, revision)) return
    const inner = { ...work, session }
    if (locked.status === 'completed') await storeAnalysis(inner, locked, { analysis, analysedBy, said })
    else await openCases(inner, locked, analysis.adverseEvents, said)
    if (locked.status === 'completed') await addVoiceBenefits(inner, locked, isPayerCall(locked) ? reported : nothing)
  })
}

const nothing = { benefits: [], benefitsByModel: [] }

/** Whether the call still waits for this job. One whose words are erased waits for none: nothing is not what was said. */
const isWaiting = (call: Pick<VoiceCall, 'status' | 'analysisStatus' | 'analysisRevision' | 'erasedAt'>, revision: number) =>
  call.analysisRevision === revision && call.erasedAt === null && (call.status !== 'completed' || call.analysisStatus === 'pending')

/** What was said, as it came. */
async function wordsOf({ prisma, fields }: Session, voiceCallId: number): Promise<Pick<RecordedCall, 'transcript' | 'utterances'>> {
  const utterances = await prisma.utterance.findMany({
    where: { voiceCallId },
    orderBy: [{ spokenAt: 'asc' }, { id: 'asc' }],
    select: { speaker: true, sealedText: true },
  })
  const turns = utterances.map(({ speaker, sealedText }) => ({ speaker, text: fields.open(utteranceText, voiceCallId, sealedText) }))
  const whole = await prisma.callTranscript.findUnique({ where: { voiceCallId } })
  return { transcript: whole && fields.open(callTranscript, voiceCallId, whole.sealedTranscript), utterances: turns }
}

function messageOf(result: unknown): string | null {
  const message = (result as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}
