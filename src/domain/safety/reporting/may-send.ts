import type { AdverseEvent, SafetyProgram, SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import { namesPerson } from '../cases/names-person.ts'

type Case = Pick<
  AdverseEvent,
  | 'source'
  | 'reviewState'
  | 'changedBy'
  | 'gathers'
  | 'patientId'
  | 'claimedPatient'
  | 'reporter'
  | 'reporterName'
  | 'eventDescription'
  | 'medicationName'
>
type Report = Pick<SafetyReport, 'kind' | 'awareAt' | 'dueAt' | 'triagedAt'>

/** What nobody has triaged goes out by itself when this share of its time is left: late enough to triage, early enough for three attempts. */
const lastShare = 0.1

/**
 * Whether a report may go out now, and whether as one that nobody has seen:
 * - what staff entered, decided or triaged, what they change afterwards, and what an agent flagged, goes at once;
 * - what only a reader found waits for triage, and goes by itself at the end of its time where it names a medicine and a person;
 * - a gathered case never goes by itself;
 * - a program may want all of it reviewed, or none.
 */
export function maySend(one: Case, report: Report, { review }: Pick<SafetyProgram, 'review'>, now: Date): 'yes' | 'unreviewed' | 'no' {
  const isDecided = one.reviewState === 'confirmed' || one.reviewState === 'dismissed' || report.triagedAt !== null
  if (isDecided || report.kind === 'nullification') return 'yes'
  if (review === 'always' || one.gathers) return 'no'
  // Of a first report it says nothing: whoever fills in a detail has not yet judged whether it is one.
  const isStaffChange = report.kind === 'follow_up' && one.changedBy !== null && one.changedBy !== 'service'
  if (one.source === 'staff' || isStaffChange) return 'yes'
  if (review === 'never' || one.source === 'agent') return 'unreviewed'
  return now >= endingAt(report) && one.medicationName !== null && tellsOfPerson(one) ? 'unreviewed' : 'no'
}

/** When the end of a report's time begins. */
export const endingAt = ({ awareAt, dueAt }: Pick<SafetyReport, 'awareAt' | 'dueAt'>): Date =>
  new Date(dueAt.getTime() - lastShare * (dueAt.getTime() - awareAt.getTime()))

/** Whether a patient or a reporter can be told from others. */
const tellsOfPerson = (one: Pick<Case, 'patientId' | 'claimedPatient' | 'reporter' | 'reporterName' | 'eventDescription'>): boolean =>
  one.patientId !== null ||
  one.claimedPatient !== null ||
  one.reporter !== null ||
  one.reporterName !== null ||
  namesPerson(one.eventDescription)
