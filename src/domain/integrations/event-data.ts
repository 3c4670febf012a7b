import type { IntegrationEvent } from '../../platform/database/generated/prisma/client.ts'

/** What an event tells: ids and states. */
export const dataOf = ({
  subject,
  subjectId,
  patientId,
  state,
}: Pick<IntegrationEvent, 'subject' | 'subjectId' | 'patientId' | 'state'>) => ({
  subject,
  id: subjectId,
  patient_id: patientId,
  ...(state as object),
})
