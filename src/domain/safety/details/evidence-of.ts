import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { DetailEvidence, Statement } from './case-details.ts'
import { readDetails } from './read-details.ts'

/** Where a patient of an unknown time zone is taken to live: in the middle of the United States, whose people the service is for. */
const usualTimeZone = 'America/Chicago'

interface Report extends Pick<AdverseEvent, 'patientId' | 'medicationName' | 'eventDescription' | 'awareAt'> {
  told?: readonly Statement[]
}

/** What a report tells of its details, "yesterday" being that of its patient. */
export async function evidenceOf(
  { prisma }: Session,
  { patientId, medicationName, eventDescription, awareAt, told }: Report,
): Promise<DetailEvidence[]> {
  const patient = patientId === null ? null : await prisma.patient.findUnique({ where: { id: patientId }, select: { timeZone: true } })
  const day = dayIn(patient?.timeZone ?? usualTimeZone, awareAt)
  return readDetails(told ?? [{ text: eventDescription, place: {} }], { suspect: medicationName, day })
}

/** `YYYY-MM-DD` of an instant in a time zone. */
export const dayIn = (timeZone: string, at: Date): string =>
  // Sweden writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
