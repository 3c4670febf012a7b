import type { VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { addVoiceBenefits } from '../../benefits/verification/voice-benefits.ts'
import { lockCallById } from '../call.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import type { CallAnalyser } from './analysis-with-fallback.ts'
import { recordedCall } from './recorded-call.ts'
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
  const call = await work.session.prisma.voiceCall.findUnique({ where: { id: voiceCallId } })
  if (!call || !isWaiting(call, revision)) return
  const recorded = await recordedCall(work.session, call)
  const { analysis, analysedBy, said, ...reported } = await analyser.analyse(recorded, stopping)
  await work.session.transaction(async (session) => {
    const locked = await lockCallById(session, voiceCallId)
    if (!isWaiting(locked, revision)) return
    const inner = { ...work, session }
    if (locked.status !== 'completed') return void (await openCases(inner, locked, analysis.adverseEvents, said))
    await storeAnalysis(inner, locked, { analysis, analysedBy, said })
    await addVoiceBenefits(inner, locked, isPayerCall(locked) ? reported : nothing)
  })
}

const nothing = { benefits: [], benefitsByModel: [] }

/** Whether the call still waits for this job. One whose words are erased waits for none: nothing is not what was said. */
const isWaiting = (call: Pick<VoiceCall, 'status' | 'analysisStatus' | 'analysisRevision' | 'erasedAt'>, revision: number) =>
  call.analysisRevision === revision && call.erasedAt === null && (call.status !== 'completed' || call.analysisStatus === 'pending')
