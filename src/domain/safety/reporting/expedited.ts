interface Case {
  reviewState: string
  seriousness: readonly string[]
  medicationName: string | null
  patientId: number | null
}

/**
 * Whether a case meets the criteria for an expedited report (ICH E2B C.1.7), as far as the service can tell: a reviewer confirmed it, and it
 * is serious (ICH E2A) and has what makes a report valid, a patient and a suspect medicine. What nobody has confirmed is not said. The
 * reason says what is missing, or what the safety database has still to judge.
 */
export function expedited({ reviewState, seriousness, medicationName, patientId }: Case): { value: boolean | null; reason: string } {
  if (reviewState === 'dismissed') return { value: false, reason: 'A reviewer dismissed the case.' }
  if (reviewState !== 'confirmed') return { value: null, reason: 'No reviewer has confirmed the case.' }
  if (seriousness.length === 0) return { value: null, reason: 'No criterion of seriousness is known to be met.' }
  if (!medicationName) return { value: null, reason: 'No suspect medicine is named.' }
  if (patientId === null) return { value: null, reason: 'No patient is identified.' }
  return { value: true, reason: 'Confirmed and serious. Where only unexpected reactions are expedited, compare it with the label.' }
}
