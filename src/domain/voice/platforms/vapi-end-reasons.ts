import type { EndClass } from './reader.ts'

// Vapi's types list some 570 reasons, of which some 500 are faults of its parts (`pipeline-error-…`, `call.in-progress.error-…`).
// So the table names those that are none, and new ones are taken for faults: where words were said they are analysed all the same.

/** By the reasons that are known to be no faults. */
export const vapiEndClasses = new Map<string, EndClass>([
  ['assistant-ended-call', 'completed'],
  ['assistant-ended-call-after-message-spoken', 'completed'],
  ['assistant-ended-call-with-hangup-task', 'completed'],
  ['assistant-forwarded-call', 'completed'],
  ['assistant-said-end-call-phrase', 'completed'],
  ['call.ending.hook-executed-say', 'completed'],
  ['call.ending.hook-executed-transfer', 'completed'],
  ['call.forwarding.operator-busy', 'completed'],
  ['call.in-progress.sip-completed-call', 'completed'],
  ['call.in-progress.twilio-completed-call', 'completed'],
  ['call.ringing.hook-executed-say', 'completed'],
  ['call.ringing.hook-executed-transfer', 'completed'],
  ['call.ringing.sip-inbound-caller-hungup-before-call-connect', 'no_answer'],
  ['customer-busy', 'no_answer'],
  ['customer-did-not-answer', 'no_answer'],
  ['customer-ended-call', 'completed'],
  ['customer-ended-call-after-warm-transfer-attempt', 'completed'],
  ['customer-ended-call-before-warm-transfer', 'completed'],
  ['customer-ended-call-during-transfer', 'completed'],
  ['exceeded-max-duration', 'completed'],
  ['silence-timed-out', 'completed'],
  ['voicemail', 'no_answer'],
  ['vonage-completed', 'completed'],
])
