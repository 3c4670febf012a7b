import { inTimeRange } from '../../platform/database/conditions.ts'
import type { Session } from '../../platform/database/session.ts'
import { countSummed } from '../../platform/figures/count-summed.ts'
import { patientFigures } from './patient-figures.ts'
import { type PatientFilter, whereFilter } from './patient-filter.ts'

/**
 * How many patients a filter keeps, exactly. By status, payer, adverse events or the time of their creation they are kept sums, by a
 * medicine alone an index's entries; what else is asked is counted one by one.
 */
export async function countPatients(session: Session, filter: PatientFilter): Promise<number> {
  const { status, payerId, hasAdverseEvents, medication, search, created, ...others } = filter
  const told = [status, payerId, hasAdverseEvents, created].filter((value) => value != null).length
  if (search?.trim() || Object.values(others).some((value) => value != null) || (medication != null && told > 0)) return counted()
  if (medication != null) return withMedication(session, medication)
  if (status != null && hasAdverseEvents != null) return counted()
  const group = payerId == null ? undefined : { dimension: 'payer' as const, value: payerId }
  const { patients, active, withAdverseEvents } = await countSummed(session, patientFigures, { group, range: inTimeRange(created ?? {}) })
  const [all, some] = [patients ?? 0, status != null ? (active ?? 0) : (withAdverseEvents ?? 0)]
  if (status == null && hasAdverseEvents == null) return all
  return status === 'active' || hasAdverseEvents === true ? some : all - some

  async function counted() {
    return session.prisma.patient.count({ where: await whereFilter(session, filter) })
  }
}

async function withMedication({ prisma }: Session, name: string): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT patient_id)::int AS count FROM medication_record WHERE lower(medication_name) = lower(${name})`
  return row?.count ?? 0
}
