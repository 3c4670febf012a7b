import type { SeriousnessCriterion } from '../signs/seriousness.ts'

/** The severities of flag_adverse_event and the advice for the patient (docs/contract.md, Severity). */
const guidance = {
  mild: 'Please monitor it, and contact your doctor if it worsens.',
  moderate: 'Please contact your doctor soon.',
  severe: 'Please contact your doctor immediately.',
  'life-threatening': 'Please call emergency services or go to the emergency room right now.',
} as const

export type Severity = keyof typeof guidance
export const severities = Object.keys(guidance) as Severity[]

export const guidanceFor = (severity: Severity): string => guidance[severity]

/** Reads a severity in any case, with or without spaces, hyphens and underscores; undefined for anything else. */
export function severityOf(text: string): Severity | undefined {
  const letters = (value: string) => value.toLowerCase().replace(/[\s_-]+/g, '')
  return severities.find((severity) => letters(severity) === letters(text))
}

export const needsImmediateAction = (severity: string | null): boolean => severity === 'severe' || severity === 'life-threatening'

/** The index of a severity, mildest first; -1 if it is not assessed. */
export const gradeOf = (severity: string | null): number => (severities as readonly (string | null)[]).indexOf(severity)

/**
 * How soon staff have to review a case: at once where it meets a criterion of seriousness, whatever its severity. Unknown severity counts as
 * high: it may be anything. The database has the same rule for work items (`case_priority_of`).
 */
export const priorityOf = (severity: string | null, seriousness: readonly SeriousnessCriterion[] = []) =>
  seriousness.length > 0 || needsImmediateAction(severity) ? 'urgent' : severity === 'mild' ? 'medium' : 'high'
