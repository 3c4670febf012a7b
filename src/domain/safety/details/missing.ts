import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'

type Case = Pick<
  AdverseEvent,
  | 'patientId'
  | 'claimedPatient'
  | 'reporter'
  | 'medicationName'
  | 'onset'
  | 'outcome'
  | 'dose'
  | 'route'
  | 'lotNumber'
  | 'therapyStart'
  | 'indication'
>

/** What a safety report of the case would lack, by the names of the fields; a report goes out without it, marked incomplete. */
export function missingOf(one: Case): string[] {
  const { patientId, claimedPatient, ...rest } = one
  const asked = ['reporter', 'medicationName', 'onset', 'outcome', 'dose', 'route', 'lotNumber', 'therapyStart', 'indication'] as const
  return [...(patientId === null && claimedPatient === null ? ['patient'] : []), ...asked.filter((name) => rest[name] === null)]
}
