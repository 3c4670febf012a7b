import { setImmediate } from 'node:timers/promises'
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
 * case too many than one too few. Other work runs between any two: each may take milliseconds, and a call may have many.
 */
export async function unflaggedMentions<One extends Mention>(mentions: readonly One[], cases: readonly Case[]): Promise<One[]> {
  const contents: CaseContent[] = []
  for (const one of cases) {
    contents.push(contentOf(one))
    await setImmediate()
  }
  const unflagged: One[] = []
  for (const mention of mentions) {
    const named = namedBy(mention)
    if (!contents.some((content) => covers(content, named))) unflagged.push(mention)
    await setImmediate()
  }
  return unflagged
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

interface ReportSummary {
  grade: number
  /** Symptoms, each also as a phrase. */
  symptoms: { name: string; phrase: string }[]
  /** Without symptoms, all of its words; undefined where they are more than any case has. */
  phrase: string | undefined
}

function namedBy({ severity, symptoms, description }: Mention): ReportSummary {
  const isShort = description.length <= 2 * maxDescriptionLength
  return {
    grade: gradeOf(severity),
    symptoms: symptoms.map((name) => ({ name, phrase: ` ${foldPhrase(name)} ` })),
    phrase: symptoms.length === 0 && isShort ? ` ${foldPhrase(description)} ` : undefined,
  }
}

function covers({ grade, symptoms, words }: CaseContent, mention: ReportSummary): boolean {
  if (mention.grade > grade) return false
  if (mention.symptoms.length === 0) return mention.phrase !== undefined && words.includes(mention.phrase)
  return mention.symptoms.every(({ name, phrase }) => symptoms.has(name) || words.includes(phrase))
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
