import { defineEvent } from '../../platform/event-kind.ts'

/** A verification was requested, made progress or ended. */
export const verificationUpdated = defineEvent<{ verificationId: number; patientId: number }>('verificationUpdated')

export const benefitsEvents = [verificationUpdated]
