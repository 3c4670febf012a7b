import type { Session } from '../../../platform/database/session.ts'
import { namesPerson } from './names-person.ts'
import { type AdverseEventReport, contentOf } from './report.ts'
import { hashOf } from './report-limits.ts'

/**
 * How many reports an hour, of one visitor group and of all together, get a case of their own for what they tell though their group, or
 * all together, have opened all of their cases: a flood that varies signs and names fills its gathering case after that.
 */
const ofGroup = 3
const ofAll = 30

/**
 * Whether a report of a flood deserves a case of its own: it names a person, or a sign that no report in the gathering case has, and the
 * budget for such reports is not spent. Counts it if so.
 * @param gatheringCaseId the case that it would be gathered in; null where there is none yet, so that no sign stands out
 * @param count counts a report of a group within its hour, and keeps the group's row locked
 */
export async function getsOwnCase(
  session: Session,
  report: AdverseEventReport,
  {
    group,
    gatheringCaseId,
    count,
  }: { group: string; gatheringCaseId: number | null; count: (group: string) => Promise<{ reports: number }> },
): Promise<boolean> {
  if (!namesPerson(report.eventDescription) && !(await hasNewSign(session, report, gatheringCaseId))) return false
  if ((await count(hashOf(`own ${group}`))).reports > ofGroup) return false
  return (await count(hashOf('own of all'))).reports <= ofAll
}

/** A symptom, a kind of report, a criterion of seriousness or a medicine that the gathered reports lack. */
async function hasNewSign({ prisma }: Session, report: AdverseEventReport, caseId: number | null): Promise<boolean> {
  if (caseId === null) return false
  const { kinds, seriousness } = contentOf(report)
  const signs = [...report.symptoms, ...kinds, ...seriousness, ...(report.medicationName === null ? [] : [report.medicationName])]
  const [known] = await prisma.$queryRaw<{ lacking: boolean; reports: number }[]>`
    SELECT NOT (${signs}::text[] <@ coalesce(array_agg(sign), '{}')) AS lacking, count(*)::integer AS reports
    FROM gathered_report, unnest(symptoms || kinds::text[] || seriousness::text[] || array_remove(ARRAY[medication_name], NULL)) AS sign
    WHERE adverse_event_id = ${caseId}`
  return known !== undefined && known.reports > 0 && known.lacking
}
