import { defineEvent } from '../../platform/event-kind.ts'

/** A patient's record changed, apart from its cases (`casesChanged` in safety). */
export const patientUpdated = defineEvent<{ patientId: number }>('patientUpdated')

export const patientEvents = [patientUpdated]
