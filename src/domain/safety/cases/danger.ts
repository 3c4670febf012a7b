import type { SeriousnessCriterion } from '../signs/seriousness.ts'
import { namesPerson } from './names-person.ts'

interface ReportTold {
  eventDescription: string
  severity: string | null
  seriousness: readonly SeriousnessCriterion[]
}

/** Unknown counts as moderate, as in the priority of a case: it may be anything. */
const ofSeverity: Record<string, number> = { 'life-threatening': 4, severe: 3, mild: 1 }

/**
 * How dangerous a gathered report is, to rank it by: twice its severity, or its seriousness where that is graver, and one more where it
 * names a person, who can be asked.
 */
export function dangerOf({ eventDescription, severity, seriousness }: ReportTold): number {
  const isMortal = seriousness.some((criterion) => criterion === 'death' || criterion === 'life_threatening')
  const grade = Math.max(ofSeverity[severity ?? ''] ?? 2, isMortal ? 4 : seriousness.length > 0 ? 3 : 0)
  return 2 * grade + Number(namesPerson(eventDescription))
}
