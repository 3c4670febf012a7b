import { defineEvent } from '../../platform/event-kind.ts'

/** A case was opened, or more was added to an open one. */
export const adverseEventFlagged = defineEvent<{ adverseEventId: number }>('adverseEventFlagged')

/** The records of this patient and this call show a case otherwise than before. */
export const casesChanged = defineEvent<{ patientId: number | null; voiceCallId: number | null }>('casesChanged')

export const safetyEvents = [adverseEventFlagged, casesChanged]
