import { createHash } from 'node:crypto'
import type { AdverseEvent, Patient, SafetyProgram, SafetyReport } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { missingOf } from '../details/missing.ts'
import { seriousnessCriteria } from '../signs/seriousness.ts'
import { expedited } from './expedited.ts'
import { withoutPerson } from './without-person.ts'
import { namesIn, writtenDates } from './written-forms.ts'

/**
 * A case as it is told to a manufacturer: JSON whose names follow the elements of ICH E2B(R3). No message to a regulator: its codes of MedDRA, which
 * need a licence, are added by the manufacturer's safety system. Of the patient it tells initials, age and sex, unless whose it is was only claimed; of the reporter name and contact
 * only where they agreed to be asked. What was said goes without what says who somebody is (`without-person.ts`).
 */
export type CaseDocument = Awaited<ReturnType<typeof documentOf>>

/** What of a patient's record may stand in what was said. */
const ofRecord = {
  firstName: true,
  lastName: true,
  phone: true,
  email: true,
  mrn: true,
  memberId: true,
  groupNumber: true,
  addressLine1: true,
  city: true,
  zipCode: true,
} as const

/** @param one the case as it stands */
export async function documentOf({ prisma }: Session, one: AdverseEvent) {
  const patient =
    one.patientId === null
      ? null
      : await prisma.patient.findUnique({
          where: { id: one.patientId },
          select: { ...ofRecord, sex: true, dateOfBirth: true },
        })
  // Whoever a model filled in for an unverified caller may be somebody else.
  const isKnown = one.callerVerified || one.patientByStaff || one.source === 'staff'
  const mayAsk = one.reporterMayBeContacted === true
  const known = [
    ...(patient
      ? [...Object.keys(ofRecord).map((name) => patient[name as keyof typeof ofRecord]), ...writtenDates(patient.dateOfBirth)]
      : []),
    ...(one.claimedPatient === null ? [] : namesIn(one.claimedPatient)),
    ...(mayAsk ? [] : [...(one.reporterName?.split(/\s+/) ?? []), one.reporterContact]),
  ]
  const told = (words: string) => withoutPerson(words, known, [one.medicationName, one.lotNumber, one.ndcCode])
  const narrative = told(one.eventDescription)
  return {
    C_1_safety_report: {
      C_1_1_senders_case_number: one.caseNumber,
      C_1_4_date_first_received: one.awareAt.toISOString(),
      source: one.source,
    },
    C_2_primary_source: {
      C_2_r_4_qualification: one.reporter,
      may_be_contacted: one.reporterMayBeContacted,
      C_2_r_1_name: mayAsk ? one.reporterName : null,
      C_2_r_2_contact: mayAsk ? one.reporterContact : null,
    },
    D_patient: personOf(isKnown ? patient : null, one),
    E_i_reaction: {
      E_i_1_1a_as_reported: narrative,
      symptoms: one.symptoms.map(told),
      kinds: one.kinds,
      severity: one.severity,
      // Only what is known to be met is said: a criterion that nobody named is no proof that it is not met.
      E_i_3_2_seriousness: seriousnessCriteria.filter((criterion) => one.seriousness.includes(criterion)),
      E_i_4_date_of_start: one.onset,
      E_i_7_outcome: one.outcome,
    },
    G_k_drug: {
      G_k_1_role: 'suspect',
      G_k_2_2_name_as_reported: one.medicationName,
      G_k_2_1_ndc: one.ndcCode,
      G_k_4_r_1_dose: one.dose,
      G_k_4_r_4_date_of_start: one.therapyStart,
      G_k_4_r_5_date_of_last: one.therapyEnd,
      G_k_4_r_7_lot_number: one.lotNumber,
      G_k_4_r_10_route: one.route,
      G_k_7_r_1_indication: one.indication,
      concomitant: one.concomitantMedications,
    },
    H_narrative: { H_1_case_narrative: narrative },
    review: { state: one.reviewState, C_1_7_meets_expedited_criteria: expedited(one) },
    incomplete: [...(patient && !isKnown ? ['patient'] : []), ...missingOf(one)],
  }
}

const personOf = (patient: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth' | 'sex'> | null, { onset, awareAt }: AdverseEvent) => ({
  D_1_initials: patient ? initialsOf(patient) : null,
  D_2_2_age_at_onset_years: patient ? ageAt(patient.dateOfBirth, onset?.length === 10 ? new Date(onset) : awareAt) : null,
  D_5_sex: patient?.sex ?? null,
})

/** One report, whole: what goes out. */
export function reportDocument(
  one: CaseDocument,
  report: Pick<SafetyReport, 'id' | 'version' | 'kind' | 'awareAt' | 'dueAt' | 'unreviewed'>,
  program: Pick<SafetyProgram, 'id' | 'manufacturer'>,
  acknowledge: { url: string | null; token: string } | null,
) {
  return {
    format: 'care-outreach/safety-report/1: named after ICH E2B(R3), not for submission to a regulator',
    report: {
      id: report.id,
      version: report.version,
      kind: report.kind,
      C_1_5_date_most_recent_information: report.awareAt.toISOString(),
      C_1_11_nullified: report.kind === 'nullification',
      due_at: report.dueAt.toISOString(),
      unreviewed: report.unreviewed,
      incomplete: one.incomplete.length > 0,
      program_id: program.id,
      manufacturer: program.manufacturer,
      acknowledge,
    },
    ...one,
  }
}
export type ReportDocument = ReturnType<typeof reportDocument>

/** Equal for cases that say the same; how far the review has come says nothing. */
export const contentHashOf = ({ review: _, ...content }: CaseDocument): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url')

const initialsOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase()

function ageAt(born: Date, at: Date): number {
  const years = at.getUTCFullYear() - born.getUTCFullYear()
  const isBefore = at.toISOString().slice(5, 10) < born.toISOString().slice(5, 10)
  return Math.max(0, isBefore ? years - 1 : years)
}
