import type { SafetyCaseQuery } from '../generated/documents.ts'
import { expedited } from './expedited.ts'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

const criteria = ['death', 'life_threatening', 'hospitalisation', 'disability', 'congenital_anomaly', 'medically_important'] as const

/**
 * The case as an individual case safety report, its parts named and numbered as in ICH E2B(R3). It is a hand-over to a safety database,
 * not a valid message to a regulator: codes of MedDRA and of the reporter have to be added there.
 */
const individualCaseOf = (one: SafetyCase) => ({
  format: 'E2B(R3)-like JSON, not for submission',
  'C.1 identification': {
    'C.1.1 senders_case_id': one.caseNumber,
    'C.1.2 date_of_creation': new Date().toISOString(),
    'C.1.4 date_first_received': one.awareAt,
    'C.1.7 meets_expedited_criteria': expedited(one).value,
    'C.1.7 reason': expedited(one).reason,
  },
  'D patient': {
    'D.1 patient_initials': one.patient ? `${one.patient.firstName[0]}${one.patient.lastName[0]}` : null,
    'D.2.1 date_of_birth': one.patient?.dateOfBirth ?? null,
    'D.5 sex': one.patient?.sex ?? null,
  },
  'E.i reaction': [
    {
      'E.i.1.1a reaction_as_reported': one.eventDescription,
      symptoms: one.symptoms,
      // Only what is known to be met is said: a criterion that nobody named is no proof that it is not met.
      'E.i.3.2 seriousness': Object.fromEntries(criteria.map((name) => [name, one.seriousness.includes(name) ? true : null])),
    },
  ],
  'G.k drug': one.medicationName ? [{ 'G.k.1 characterisation': 'suspect', 'G.k.2.2 name_as_reported': one.medicationName }] : [],
  'H narrative': {
    'H.1 case_narrative': one.eventDescription,
    'H.4 senders_comments': one.reviewNote,
  },
  review: { state: one.reviewState, severity: one.severity, kinds: one.kinds, by: one.reviewedBy, at: one.reviewedAt },
})

/** Gives the browser the case as a file. */
export function download(one: SafetyCase): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(individualCaseOf(one), null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: `${one.caseNumber}.json` }).click()
  URL.revokeObjectURL(address)
}
