import { setImmediate } from 'node:timers/promises'
import { foldPhrase } from '../../../language/folding.ts'
import { sentencesOf } from '../../../language/sentences.ts'
import type { AdverseEvent } from '../../../platform/database/generated/prisma/client.ts'
import { drugKeyOf } from '../../drugs/drug-key.ts'
import { read } from '../signs/symptom-reading.ts'
import { gradeOf } from './severity.ts'
import { acquaintanceIn, namesAnother, tellsOfTeller } from './whose.ts'

/** An adverse event that the analysis found in the caller's words. */
export interface Mention {
  description: string
  severity: AdverseEvent['severity']
  medicationName: string | null
  symptoms: string[]
}

type Case = Pick<AdverseEvent, 'eventDescription' | 'symptoms' | 'severity'> &
  Partial<Pick<AdverseEvent, 'medicationName' | 'claimedPatient'>>

/**
 * The mentions that no case of the call covers yet. A case covers a mention that it has line by line, whatever staff made of it since. Else
 * it covers one of its medicine, where either may be unknown, if it is at least as severe and names all of its symptoms; without a
 * known symptom, if it contains its words. One of somebody else covers nothing that the caller tells of themself, nor one of the caller what
 * is told of a neighbour or a friend. When in doubt, we rather open one case too many than one too few. Other work runs between any two:
 * each may take milliseconds, and a call may have many.
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
  lines: ReadonlySet<string>
  medicationName: string | null
  isClaimed: boolean
  isOfAnother: boolean
}

function contentOf({ eventDescription, symptoms, severity, medicationName = null, claimedPatient = null }: Case): CaseContent {
  const text = [eventDescription, ...symptoms].join('. ')
  const names = sentencesOf(text).flatMap((sentence) => read(sentence).symptoms.map(({ name }) => name))
  return {
    grade: gradeOf(severity),
    symptoms: new Set([...names, ...symptoms.map(foldPhrase)]),
    words: ` ${foldPhrase(text)} `,
    lines: new Set(linesOf(eventDescription)),
    medicationName,
    isClaimed: claimedPatient !== null,
    isOfAnother: claimedPatient !== null && namesAnother(claimedPatient),
  }
}

const linesOf = (text: string) => text.split('\n').map(foldPhrase)

interface ReportSummary {
  grade: number
  /** Symptoms, each also as a phrase. */
  symptoms: { name: string; phrase: string }[]
  /** Without symptoms, all of its words; undefined where they are more than any case has. */
  phrase: string | undefined
  lines: string[]
  medicationName: string | null
  isOfTeller: boolean
  isOfAcquaintance: boolean
}

function namedBy({ severity, symptoms, description, medicationName }: Mention): ReportSummary {
  const isShort = description.length <= 2 * maxDescriptionLength
  return {
    grade: gradeOf(severity),
    symptoms: symptoms.map((name) => ({ name, phrase: ` ${foldPhrase(name)} ` })),
    phrase: symptoms.length === 0 && isShort ? ` ${foldPhrase(description)} ` : undefined,
    lines: linesOf(description),
    medicationName,
    isOfTeller: tellsOfTeller(description),
    isOfAcquaintance: acquaintanceIn(description) !== null,
  }
}

function covers(one: CaseContent, mention: ReportSummary): boolean {
  const { grade, symptoms, words } = one
  if (mention.lines.every((line) => one.lines.has(line))) return true
  if (mention.grade > grade || !mayBeOfOneMedicine(one, mention)) return false
  if (mention.isOfAcquaintance ? !one.isClaimed : one.isOfAnother && mention.isOfTeller) return false
  if (mention.symptoms.length === 0) return mention.phrase !== undefined && words.includes(mention.phrase)
  return mention.symptoms.every(({ name, phrase }) => symptoms.has(name) || words.includes(phrase))
}

/** The longest description of a case, in characters (docs/contract.md, Strings). */
const maxDescriptionLength = 10_000

type OfMedicine = Pick<Mention, 'medicationName'>

const isOfOneMedicine = (one: OfMedicine, other: OfMedicine): boolean =>
  one.medicationName !== null && other.medicationName !== null && drugKeyOf(one.medicationName) === drugKeyOf(other.medicationName)

const mayBeOfOneMedicine = (one: OfMedicine, other: OfMedicine): boolean =>
  one.medicationName === null || other.medicationName === null || isOfOneMedicine(one, other)

/** Of several the one of a medicine, else one whose medicine is unknown; of an unknown medicine the only one there is. */
export function ofMedicine<One extends OfMedicine>(several: readonly One[], asked: OfMedicine): One | undefined {
  const unknown = several.find(({ medicationName }) => medicationName === null)
  if (asked.medicationName === null) return several.length === 1 ? several[0] : unknown
  return several.find((one) => isOfOneMedicine(one, asked)) ?? unknown
}

/** The mentions that each make a case: of the caller and those they care for, and of somebody else; of each by medicine. */
export const inReports = <One extends Mention>(mentions: readonly One[]): One[][] =>
  [...Map.groupBy(mentions, ({ description }) => acquaintanceIn(description) !== null).values()].flatMap(byMedicine)

/** Those without a medicine stand with the only one that is named, else by themselves. */
function byMedicine<One extends Mention>(mentions: readonly One[]): One[][] {
  const groups = Map.groupBy(mentions, ({ medicationName }) => (medicationName === null ? null : drugKeyOf(medicationName)))
  return groups.size > 2 || !groups.has(null) ? [...groups.values()] : [[...mentions]]
}

/** Combines mentions of one medicine into one report in the caller's words, the most severe first. */
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
