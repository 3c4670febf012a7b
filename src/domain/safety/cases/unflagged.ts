import { foldPhrase } from '../../../language/folding.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { read } from '../signs/symptom-reading.ts'
import { severities } from './severity.ts'

/** An adverse event that the analysis found in the caller's words. */
export interface Mention {
  description: string
  severity: AdverseEvent['severity']
  medicationName: string | null
  symptoms: string[]
}

type Case = Pick<AdverseEvent, 'eventDescription' | 'symptoms' | 'severity'>

/**
 * The mentions that no case of the call covers yet. A case covers a mention if it is at least as severe and names all of its
 * symptoms. A mention without a known symptom is covered only if the case contains its words. When in doubt, we rather open one
 * case too many than one too few.
 */
export function unflaggedMentions(mentions: readonly Mention[], cases: readonly Case[]): Mention[] {
  const contents = cases.map(contentOf)
  return mentions.filter((mention) => !contents.some((content) => covers(content, mention)))
}

interface CaseContent {
  /** Index in `severities`; -1 if not assessed. */
  grade: number
  symptoms: ReadonlySet<string>
  words: string
}

function contentOf({ eventDescription, symptoms, severity }: Case): CaseContent {
  const text = [eventDescription, ...symptoms].join('. ')
  const names = sentencesOf(text).flatMap((sentence) => read(sentence).symptoms.map(({ name }) => name))
  return { grade: gradeOf(severity), symptoms: new Set([...names, ...symptoms.map(foldPhrase)]), words: ` ${foldPhrase(text)} ` }
}

function covers({ grade, symptoms, words }: CaseContent, mention: Mention): boolean {
  if (gradeOf(mention.severity) > grade) return false
  if (mention.symptoms.length === 0) return words.includes(` ${foldPhrase(mention.description)} `)
  return mention.symptoms.every((symptom) => symptoms.has(symptom) || words.includes(` ${foldPhrase(symptom)} `))
}

/** The index of a severity, mildest first; -1 if it is not assessed. */
const gradeOf = (severity: string | null) => (severities as readonly (string | null)[]).indexOf(severity)

/** The longest description of a case, in characters (docs/contract.md, Strings). */
const maxDescriptionLength = 10_000

/** Combines the mentions of a call into one report in the caller's words, the most severe first. */
export function asOneReport(mentions: readonly Mention[]) {
  const bySeverity = mentions.toSorted((one, two) => gradeOf(two.severity) - gradeOf(one.severity))
  return {
    eventDescription: [...new Set(bySeverity.flatMap(({ description }) => description.split('\n')))]
      .join('\n')
      .slice(0, maxDescriptionLength),
    severity: bySeverity[0]?.severity ?? null,
    medicationName: bySeverity.find(({ medicationName }) => medicationName !== null)?.medicationName ?? null,
    symptoms: [...new Set(bySeverity.flatMap(({ symptoms }) => symptoms))],
  }
}
