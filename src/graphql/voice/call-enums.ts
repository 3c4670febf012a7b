import type { CallFlag as CallFlagName } from '../../domain/voice/call-flags.ts'
import { payerCallType } from '../../domain/voice/payer-calls/payer-call-type.ts'
import type { Prisma } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'

export const CallDirection = builder.enumType('CallDirection', {
  description: 'Who called whom',
  values: { inbound: { description: 'Somebody called the agent' }, outbound: { description: 'The agent called somebody' } } as const,
})

export const CallStatus = builder.enumType('CallStatus', {
  description: 'Whether a call goes on, and how it ended',
  values: {
    in_progress: { description: 'It goes on' },
    completed: { description: 'It ended in good order' },
    failed: { description: 'It broke off' },
    no_answer: { description: 'Nobody answered' },
  } as const,
})

export const AnalysisStatus = builder.enumType('AnalysisStatus', {
  description: 'How far the analysis of a call has come',
  values: {
    not_started: { description: 'The call is not over' },
    pending: { description: 'A job will do it or is doing it' },
    completed: { description: 'It is done' },
    skipped: { description: 'Nothing was said, or the call failed or was not answered' },
  } as const,
})

export const CallOutcome = builder.enumType('CallOutcome', {
  description: 'How a call ended; of several, the one that asks most of staff (docs/contract.md, Analysis)',
  values: {
    adverse_event_reported: { description: 'The caller reported an adverse event' },
    pa_required: { description: 'Prior authorization is required and still to be had' },
    coverage_confirmed: { description: 'What is asked for is covered' },
    not_covered: { description: 'What is asked for is not covered' },
    transferred: { description: 'The caller was passed on to a person' },
    callback_requested: { description: 'The caller wants to be called back' },
    information_provided: { description: 'The caller got an answer' },
    identity_not_verified: { description: 'A function was refused for want of identity, and nothing else came of the call' },
    declined: { description: 'The person did not want the call' },
    wrong_number: { description: 'The person was somebody else' },
    unresolved: { description: 'A request got no answer' },
    no_conversation: { description: 'Voicemail, silence or a greeting' },
  } as const,
})

export const CallType = builder.enumType('CallType', {
  description: 'Whom the agent speaks with',
  values: {
    patient: { description: 'A patient, or somebody who cares for one' },
    benefits_verification: { description: "A payer, about a patient's benefits" },
    other: { description: 'Anything else that the platform named; see `providerCallType`' },
  } as const,
})

const named = ['patient', payerCallType] as const

export const callTypeOf = ({ callType }: { callType: string }) => named.find((type) => type === callType) ?? ('other' as const)

/** The condition for the calls of a type. */
export const whereCallType = (type: (typeof named)[number] | 'other'): Prisma.VoiceCallWhereInput =>
  type === 'other' ? { callType: { notIn: [...named] } } : { callType: type }

export const CallFlag = builder.enumType('CallFlag', {
  description: 'Why a call is worth a look',
  values: {
    danger: { description: 'A case of it is severe or life-threatening' },
    adverse_event: { description: 'An adverse event was told in it' },
    frustrated: { description: 'It goes on, and the caller’s last words are angry or frustrated' },
    silent: { description: 'It goes on, and nothing has come from it for a minute' },
    long: { description: 'It goes on, for a quarter of an hour already' },
    unverified: { description: 'It goes on, and for three minutes nobody has been verified' },
  } satisfies Record<CallFlagName, object>,
})
