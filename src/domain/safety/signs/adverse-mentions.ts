import type { Turn } from '../../../language/dialogue.ts'
import { dictionary, type MedicineNames } from '../../drugs/medicine-names.ts'
import type { Severity } from '../cases/severity.ts'
import { adverseThreshold, kindsOf, scoreReading } from './adverse-score.ts'
import { affirms } from './affirmation.ts'
import { dangerSaid, soundsSo } from './danger-heard.ts'
import type { Emergency } from './emergency.ts'
import { certainByWords, soundingByWords } from './emergency-classifier.ts'
import { type ReportKind, reportKinds } from './report-kinds.ts'
import { ofEmergency } from './reported-effect.ts'
import { type ReportedSentence, reportedSentences, reportsAmong } from './reported-sentences.ts'
import { safetyMessage } from './safety-message.ts'
import { isDangerAfterMedicine, isEmergency, severityIn } from './stated-severity.ts'
import { onlyMedicationOf, suspectedMedication } from './suspected-medication.ts'

/** A report by the caller, found in a call. */
export interface AdverseMention {
  /** As said: whole sentences, a line for each turn that tells of it. */
  text: string
  /** What it is a report of, at least one. */
  kinds: ReportKind[]
  /** Plain names (`symptoms.tsv`); empty where the report names none that we know. */
  symptoms: string[]
  /** Null where the report leaves in doubt which one is meant. */
  medicationName: string | null
  /** Only from explicit words, else null. */
  severity: Severity | null
  /** 0 to 1. */
  score: number
  /** What was said may need help at once. */
  emergency: boolean
}

interface Means {
  /** Vectors of the local embedding; without it, or where it fails, words alone decide. */
  embed?: ((texts: string[]) => Promise<number[][]>) | undefined
  /** Whether the caller is known to be on a medicine, named in the call or not: a patient of a program. */
  onMedication?: boolean | undefined
  /** What recognises medicines; else the dictionary does. */
  names?: MedicineNames
}

/** Beyond so many, reports of one call tell nothing that is not in them. Bounds the work, as each is compared with all before it. */
const mostMentions = 1_000
/** Most sentences of a call that are embedded, the likeliest first: each takes some 50 ms. */
const mostEmbedded = 200
/** A sentence that words find less likely than this is not embedded. */
const worthEmbedding = 0.03

/** What a score is worth by how the call ties the sentence to a medicine: complaints of illness alone are no reports, what answers a question about a medicine rather is. */
const tieWeight: Record<ReportedSentence['tie'], number> = { sentence: 1, near: 1.4, call: 0.9, none: 0.45 }
const treatedWeight = 0.45
/** What the embedding counts beside the words: on calls that had taught nothing more of it told nothing more. */
const vectorShare = 0.3
/** In a call most of what is said reports nothing, so a sentence must be likelier to than a message to the chat. */
const callThreshold = 0.45
/** What is told of one kind of event within so many turns is one report, told bit by bit; of whatever kind, within so few. */
const sameReportTurns = 14
const oneBreathTurns = 2
/** What stands so near a report belongs to it where it is not much less likely to be one itself: "both were positive", three turns before. */
const besideTurns = 4
const besideThreshold = 0.3

/** Of a "yes" to "did you have any side effects?". */
const affirmedScore = 0.8
/** In so few words a symptom answers the question and needs no verb ("just a rash"). */
const longestAnswer = 8

/**
 * The adverse events that the caller's side reports in a call. Our agent's turns are no reports, but a question of
 * theirs about side effects makes "yes" one.
 */
export async function adverseMentions(
  turns: readonly Turn[],
  { embed, names = dictionary, onMedication = false }: Means = {},
): Promise<AdverseMention[]> {
  const said = reportedSentences(turns, names)
  const vectors = await vectorsOf(said, embed)
  const dangers = await dangersTold(said, names, embed)
  const mentions: (AdverseMention & { turn: number })[] = []
  let onlyInCall: { name: string | null } | undefined
  /** What may belong to the report that comes next. */
  let before: (typeof mentions)[number] | undefined
  for (const { turn, reports, beside, danger } of reportingTurns(said, vectors, dangers, onMedication)) {
    onlyInCall ??= {
      name: onlyMedicationOf(
        turns.map(({ text }) => text),
        names,
      ),
    }
    const told = withDanger(mentionOf(reports, onlyInCall.name, names), danger)
    const isOneBreath = (one: { turn: number }) => turn - one.turn <= (beside ? besideTurns : oneBreathTurns)
    const earlier = mentions.findLast(
      (one) => turn - one.turn <= sameReportTurns && isOfOneMedicine(told, one) && (isOneBreath(one) || isSameKind(told, one)),
    )
    if (earlier) Object.assign(earlier, joined(earlier, told), { turn })
    else if (beside) before = { ...told, turn }
    else {
      const isBegun = before !== undefined && turn - before.turn <= besideTurns && isOfOneMedicine(before, told)
      mentions.push({ ...(isBegun && before ? joined(before, told) : told), turn })
      before = undefined
    }
    if (mentions.length === mostMentions) break
  }
  return mentions.map(({ turn: _, ...mention }) => mention)
}

interface ReportingTurn {
  turn: number
  reports: ReturnType<typeof reportsAmong>
  /** It is one only for what stands near it. */
  beside: boolean
  /** A danger that is told in it: a report whatever else it says. */
  danger: Emergency | null
}

/** The turns that report, and those beside one that may belong to it. */
function reportingTurns(
  said: readonly ReportedSentence[],
  vectors: ReadonlyMap<ReportedSentence, number[]>,
  dangers: ReadonlyMap<number, ToldDanger>,
  onMedication: boolean,
): ReportingTurn[] {
  const score = (sentence: ReportedSentence) => scoreInCall(sentence, vectors.get(sentence), onMedication)
  const all = [...Map.groupBy(said, ({ turn }) => turn)].map(([turn, sentences]) => {
    const certain = reportsAmong(sentences, callThreshold, score)
    const told = dangers.get(turn)
    if (told) {
      const reports = sentences.filter((sentence) => told.sentences.includes(sentence) || certain.sentences.includes(sentence))
      return { turn, reports: { score: Math.max(certain.score, callThreshold), sentences: reports }, beside: false, danger: told.danger }
    }
    return {
      turn,
      reports: certain.sentences.length > 0 ? certain : reportsAmong(sentences, besideThreshold, score),
      beside: certain.sentences.length === 0,
      danger: null,
    }
  })
  const certain = all.filter(({ beside }) => !beside).map(({ turn }) => turn)
  let [next, last] = [0, Number.NEGATIVE_INFINITY]
  return all.filter(({ turn, reports, beside }) => {
    while ((certain[next] ?? Number.POSITIVE_INFINITY) <= turn) last = certain[next++] ?? last
    return (
      !beside ||
      (reports.sentences.length > 0 && (turn - last <= besideTurns || (certain[next] ?? Number.POSITIVE_INFINITY) - turn <= besideTurns))
    )
  })
}

/** So many characters of a turn are looked at for danger together, as a message to the chat is. */
const longestTogether = 2_000
/** Pieces of a call whose sense is asked for: each takes up to seven embeddings. Beyond, words decide. */
const mostSensed = 20

interface ToldDanger {
  danger: Emergency
  /** Those that tell it; where none does by itself, all that do together. */
  sentences: readonly ReportedSentence[]
}

/** The dangers that are told, by their turn. What only sounds so needs its sense beside it, or a model that fails. */
async function dangersTold(
  said: readonly ReportedSentence[],
  names: MedicineNames,
  embed: Means['embed'],
): Promise<Map<number, ToldDanger>> {
  const found = new Map<number, ToldDanger>()
  let left = mostSensed
  const isBorneOut = async (text: string) => embed !== undefined && (left-- <= 0 || (await soundsSo(text, embed).catch(() => true)))
  for (const [turn, sentences] of Map.groupBy(said, (sentence) => sentence.turn)) {
    for (const together of inPieces(sentences)) {
      const text = together.map((sentence) => sentence.text).join(' ')
      const danger = dangerSaid(text, names)
      if (!danger || (danger.isBySound && !(await isBorneOut(text)))) continue
      const alone = together.length > 1 ? together.filter((sentence) => dangerSaid(sentence.text, names) !== null) : []
      found.set(turn, { danger, sentences: alone.length > 0 ? alone : together })
      break
    }
  }
  return found
}

function inPieces(sentences: readonly ReportedSentence[]): ReportedSentence[][] {
  const pieces: ReportedSentence[][] = []
  let room = 0
  for (const sentence of sentences) {
    if (sentence.text.length > room) {
      pieces.push([])
      room = longestTogether
    }
    pieces.at(-1)?.push(sentence)
    room -= sentence.text.length
  }
  return pieces
}

/** A danger is severe by itself, as in the chat. */
function withDanger(mention: AdverseMention, danger: Emergency | null): AdverseMention {
  if (!danger) return mention
  const { kind, symptoms } = ofEmergency[danger.kind]
  return {
    ...mention,
    kinds: reportKinds.filter((one) => one === kind || mention.kinds.includes(one)),
    symptoms: [...new Set([...mention.symptoms, ...symptoms])],
    severity: graver(mention.severity, 'severe'),
    emergency: true,
  }
}

function mentionOf({ score, sentences }: ReturnType<typeof reportsAmong>, onlyInCall: string | null, names: MedicineNames): AdverseMention {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const question = sentences.find(({ answers }) => answers)?.answers?.text
  const kinds = new Set(sentences.flatMap(({ reading }) => kindsOf([reading])))
  return {
    text,
    kinds: reportKinds.filter((kind) => kinds.has(kind)),
    symptoms: [...new Set(sentences.flatMap(symptomsOf))],
    medicationName: suspectedMedication(text, question, onlyInCall, names),
    severity: sentences.map(({ reading }) => severityIn(reading)).reduce(graver, null),
    score: Number(score.toFixed(3)),
    emergency: sentences.some(({ reading }) => isEmergency(reading)),
  }
}

async function vectorsOf(said: readonly ReportedSentence[], embed: Means['embed']): Promise<Map<ReportedSentence, number[]>> {
  if (!embed) return new Map()
  const likely = said
    .filter(({ score, words }) => score >= worthEmbedding && words.length > 1)
    .toSorted((one, two) => two.score - one.score)
    .slice(0, mostEmbedded)
  // An analysis without vectors is better than none.
  const vectors = likely.length === 0 ? [] : await embed(likely.map(({ text }) => text)).catch(() => [])
  return new Map(likely.map((sentence, index) => [sentence, vectors[index] ?? []]))
}

function scoreInCall(sentence: ReportedSentence, vector: readonly number[] | undefined, onMedication: boolean): number {
  const { reading, tie, treated, answers, words } = sentence
  const asserted = reading.symptoms.filter(({ status }) => status === 'asserted')
  const isAnswer = asserted.length > 0 ? words.length <= longestAnswer : words.length <= 4 && affirms(sentence.text)
  if (answers && isAnswer) return Math.max(affirmedScore, sentence.score)
  const isTreated = tie !== 'sentence' && asserted.length > 0 && asserted.every(({ value }) => treated.has(value))
  const score = vector ? sentence.score * (1 - vectorShare) + scoreReading(reading, vector) * vectorShare : sentence.score
  // What may need help at once needs no medicine beside it.
  if (isEmergency(reading) && (score >= adverseThreshold || soundsOfDanger(sentence))) return Math.max(score, callThreshold)
  if (isDangerAfterMedicine(reading)) return Math.max(score, callThreshold) * sentence.weight
  const weight = tieWeight[onMedication && tie === 'none' ? 'call' : tie]
  return score * weight * sentence.weight * (isTreated ? treatedWeight : 1)
}

const soundsOfDanger = ({ text }: ReportedSentence): boolean => soundingByWords(safetyMessage(text)).danger >= certainByWords

/** Symptoms that are asserted; of a bare "yes" those that were asked for. */
function symptomsOf({ reading, answers, text }: ReportedSentence): string[] {
  const asserted = reading.symptoms.filter(({ status }) => status === 'asserted')
  if (asserted.length > 0) return asserted.map(({ name }) => name).filter((name) => name !== 'side effects')
  return answers && affirms(text) ? answers.symptoms : []
}

const grades = [null, 'mild', 'moderate', 'severe', 'life-threatening'] as const
const graver = (one: Severity | null, two: Severity | null) => (grades.indexOf(one) > grades.indexOf(two) ? one : two)

const isSameKind = (one: AdverseMention, other: AdverseMention): boolean => one.kinds.some((kind) => other.kinds.includes(kind))
const isOfOneMedicine = (one: AdverseMention, other: AdverseMention): boolean =>
  one.medicationName === null || other.medicationName === null || one.medicationName === other.medicationName

const joined = (one: AdverseMention, other: AdverseMention): AdverseMention => ({
  text: `${one.text}\n${other.text}`,
  kinds: reportKinds.filter((kind) => one.kinds.includes(kind) || other.kinds.includes(kind)),
  symptoms: [...new Set([...one.symptoms, ...other.symptoms])],
  medicationName: one.medicationName ?? other.medicationName,
  severity: graver(one.severity, other.severity),
  score: Math.max(one.score, other.score),
  emergency: one.emergency || other.emergency,
})
