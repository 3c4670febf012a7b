import type { VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { callTranscript, invocationResult, utteranceText } from '../sealed-columns.ts'
import type { RecordedCall } from './call-reader.ts'

/** A call with all that was said in it and what its functions answered, as it came; nothing of words that are erased. */
export async function recordedCall(
  session: Session,
  { id: voiceCallId, callType, agentType, verified }: Pick<VoiceCall, 'id' | 'callType' | 'agentType' | 'verified'>,
): Promise<RecordedCall> {
  const { prisma, fields } = session
  const functions = await prisma.functionInvocation.findMany({
    where: { voiceCallId },
    orderBy: { id: 'asc' },
    take: 1000,
    select: { functionName: true, outcome: true, sealedResult: true },
  })
  return {
    ...(await wordsOf(session, voiceCallId)),
    callType,
    agentType,
    verified,
    functions: functions.map(({ functionName, outcome, sealedResult }) => {
      const { status, message } = answerOf(fields.openJson(invocationResult, voiceCallId, sealedResult))
      const ran = outcome === 'succeeded' || outcome === 'repeated'
      // One that ran may answer that it failed: a payer that does not answer, say.
      return {
        name: functionName,
        succeeded: ran && status !== 'failed',
        refused: outcome === 'identity_required',
        message: typeof message === 'string' ? message : null,
      }
    }),
    flaggedAdverseEvents: await prisma.adverseEvent.count({ where: { voiceCallId, source: 'agent' } }),
  }
}

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

const answerOf = (result: unknown) => (result ?? {}) as { status?: unknown; message?: unknown }
