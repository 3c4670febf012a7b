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

/** How soon staff have to review a case. Unknown severity counts as high: it may be anything. */
export const priorityOf = (severity: string | null) =>
  severity === 'life-threatening'
    ? 'urgent'
    : severity === 'mild'
      ? 'medium'
      : severity === 'moderate' || severity === null
        ? 'high'
        : 'urgent'
