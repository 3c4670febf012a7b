import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'

/** An adverse event as the analysis found it in what the caller said. */
export interface Mention {
  description: string
  severity: AdverseEvent['severity']
  medicationName: string | null
  symptoms: string[]
}

/** Words that nearly every report holds: sharing them does not make two reports one. */
const common = new Set(
  `about after again also because been before being could days dose dosage drug feel feeling felt from getting gave have having
  injected injection injections just know last like made make medication medicine more much next really shot since some
  started stopped taking take than that their then there these they think this time today took very want week weeks well were what when
  which while with would yesterday your`.split(/\s+/),
)

const contentWords = (texts: readonly string[]): Set<string> =>
  new Set(
    (
      texts
        .join(' ')
        .toLowerCase()
        .match(/\p{L}{4,}/gu) ?? []
    )
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(e?s|ing|ed)$/, '')),
  )

/**
 * The mentions that no case of the call covers yet. A mention is covered when each of its symptoms, or where it names
 * none a telling word of it, stands in a case: when in doubt there is a case too many, not one too few.
 */
export function unflaggedMentions(
  mentions: readonly Mention[],
  cases: readonly Pick<AdverseEvent, 'eventDescription' | 'symptoms'>[],
): Mention[] {
  const known = contentWords(cases.flatMap(({ eventDescription, symptoms }) => [eventDescription, ...symptoms]))
  const covered = (text: string) => [...contentWords([text])].some((word) => known.has(word))
  return mentions.filter(({ description, symptoms }) => (symptoms.length > 0 ? !symptoms.every(covered) : !covered(description)))
}

const bySeverity = ['mild', 'moderate', 'severe', 'life-threatening']

/** Several mentions of one call as one report, in the caller's words. */
export function asOneReport(mentions: readonly Mention[]) {
  const severities = mentions.map(({ severity }) => bySeverity.indexOf(severity ?? ''))
  return {
    eventDescription: [...new Set(mentions.map(({ description }) => description))].join('\n').slice(0, 10_000),
    severity: bySeverity[Math.max(...severities)] ?? null,
    medicationName: mentions.find(({ medicationName }) => medicationName !== null)?.medicationName ?? null,
    symptoms: [...new Set(mentions.flatMap(({ symptoms }) => symptoms))],
  }
}
