import { defineEvent } from '../../platform/event-kind.ts'

/** One thing that happened in a call: an utterance, or a function that the agent invoked. */
export interface CallActivity {
  voiceCallId: number
  utteranceId?: number
  functionInvocationId?: number
}

export const callActivity = defineEvent<CallActivity>('callActivity')

/** A call was linked, ended or analysed, apart from its cases (`casesChanged` in safety). */
export const callUpdated = defineEvent<{ voiceCallId: number }>('callUpdated')

export const voiceEvents = [callActivity, callUpdated]
