import type { Session } from '../../platform/database/session.ts'
import { countSummed } from '../../platform/figures/count-summed.ts'
import { patientFigures } from './patient-figures.ts'
import { type PatientFilter, whereFilter } from './patient-filter.ts'

/** How many patients a filter keeps, exactly. All of them, or those of a status, are not counted one by one. */
export async function countPatients(session: Session, filter: PatientFilter): Promise<number> {
  const { status, search, ...others } = filter
  if (search?.trim() || Object.values(others).some((value) => value != null)) {
    return session.prisma.patient.count({ where: await whereFilter(session, filter) })
  }
  const { patients, active } = await countSummed(session, patientFigures)
  const counts = { active: active ?? 0, inactive: (patients ?? 0) - (active ?? 0) }
  return status == null ? counts.active + counts.inactive : counts[status]
}
