import { foldPhrase } from '../../../language/folding.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { read } from '../signs/symptom-reading.ts'
import { severities } from './severity.ts'

/** An adverse event as the analysis found it in what the caller said. */
export interface Mention {
  description: string
  severity: AdverseEvent['severity']
  medicationName: string | null
  symptoms: string[]
}

type Case = Pick<AdverseEvent, 'eventDescription' | 'symptoms' | 'severity'>

/**
 * The mentions that no case of the call covers yet. A case covers a mention if it is as grave and names each of its
 * symptoms; one without a symptom that we know is covered only where its words stand. When in doubt there is a case too
 * many, not one too few.
 */
export function unflaggedMentions(mentions: readonly Mention[], cases: readonly Case[]): Mention[] {
  const known = cases.map(whatItNames)
  return mentions.filter((mention) => !known.some((one) => covers(one, mention)))
}

interface Named {
  grade: number
  symptoms: ReadonlySet<string>
  words: string
}

function whatItNames({ eventDescription, symptoms, severity }: Case): Named {
  const text = [eventDescription, ...symptoms].join('. ')
  const names = sentencesOf(text).flatMap((sentence) => read(sentence).symptoms.map(({ name }) => name))
  return { grade: gradeOf(severity), symptoms: new Set([...names, ...symptoms.map(foldPhrase)]), words: ` ${foldPhrase(text)} ` }
}

function covers({ grade, symptoms, words }: Named, mention: Mention): boolean {
  if (gradeOf(mention.severity) > grade) return false
  if (mention.symptoms.length === 0) return words.includes(` ${foldPhrase(mention.description)} `)
  return mention.symptoms.every((symptom) => symptoms.has(symptom) || words.includes(` ${foldPhrase(symptom)} `))
}

/** -1 where nobody has assessed it. */
const gradeOf = (severity: string | null) => (severities as readonly (string | null)[]).indexOf(severity)

/** Longest description of a case, in characters (docs/contract.md, Strings). */
const longestDescription = 10_000

/** Several mentions of one call as one report, the gravest first, in the caller's words. */
export function asOneReport(mentions: readonly Mention[]) {
  const gravest = mentions.toSorted((one, two) => gradeOf(two.severity) - gradeOf(one.severity))
  return {
    eventDescription: [...new Set(gravest.flatMap(({ description }) => description.split('\n')))].join('\n').slice(0, longestDescription),
    severity: gravest[0]?.severity ?? null,
    medicationName: gravest.find(({ medicationName }) => medicationName !== null)?.medicationName ?? null,
    symptoms: [...new Set(gravest.flatMap(({ symptoms }) => symptoms))],
  }
}
