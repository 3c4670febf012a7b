import { defineEvent } from '../../platform/event-kind.ts'

/** A verification was asked for, came further or ended. */
export const verificationUpdated = defineEvent<{ verificationId: number; patientId: number }>('verificationUpdated')

export const benefitsEvents = [verificationUpdated]
