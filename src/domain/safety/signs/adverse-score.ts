import { readModel } from '../../../language/learnt-model.ts'
import { linearModels } from '../../../language/linear-models.ts'
import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { reportFeaturesOf } from './report-features.ts'
import type { ReportKind } from './report-kinds.ts'
import { read, type SymptomSentence } from './symptom-reading.ts'

/** Logistic regressions over the features of a sentence, made by `eval/train/adverse-mentions/train.ts`. */
const learnt = readModel<{ bias: { words: number; both: number; kinds: number[] }; kinds: ReportKind[] }>(import.meta.dirname, 'reports')
const { bias, kinds } = learnt.header
/** Two columns: of the model that knows words only, and of the one that knows the local embedding, too. */
const table = learnt.table('reports')
const [byWords, byBoth] = [0, 1]
/** Weights of the values of the local embedding. */
const embedding = learnt.vector('embedding')
const likelihoodOfKinds = linearModels(bias.kinds, learnt.table('kinds'))

/**
 * From this score on a sentence or a message counts as a report: on a blind round that had taught nothing, and on PsyTAR, lower
 * opened cases of questions and illness, and higher lost reports.
 */
export const adverseThreshold = 0.41
/** The same of a long message: its sentences are read by weights of their own, and most of them are about something else. */
export const longThreshold = 0.28

/**
 * From this on what is no report for certain may be one, and the answer asks whether it happened: on round 10, held out, after 11 of 200
 * plain messages and 5 of the 12 harms that were not filed.
 */
export const askedThreshold = 0.2
export const longAskedThreshold = 0.14

/** A text's features count the same together, however many there are: a long one is no likelier to report for being long. */
export const featureValue = (count: number): number => 12 / Math.sqrt(Math.max(1, count))

function probability(begin: number, column: number, features: ReadonlySet<string>): number {
  let found = 0
  for (const feature of features) {
    const row = table.rowOf(feature)
    if (row >= 0) found += table.values[row * table.columns + column] as number
  }
  return 1 / (1 + Math.exp(-begin - found * table.step * featureValue(features.size)))
}

/**
 * The probability that a sentence reports something that pharmacovigilance must learn of, by its words and, where it is given, its
 * vector of the local embedding (`platform/models/local-embeddings.ts`; another model's vector means nothing here).
 */
export function scoreReading(reading: SymptomSentence, vector: readonly number[] = []): number {
  const features = reportFeaturesOf(reading)
  if (vector.length !== embedding.length) return probability(bias.words, byWords, features)
  const ofVector = embedding.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), 0)
  return probability(bias.both + ofVector, byBoth, features)
}

/**
 * The same of what was said in one go: between what its likeliest sentence says alone and what all say as one. "I throw up with it.
 * That's why they want me on Ajovy." reports nothing, "I'm nine weeks along. And I took it until last month." does.
 * @param best the score of the likeliest sentence
 */
export function scoreTogether(best: number, readings: readonly SymptomSentence[]): number {
  if (readings.length < 2) return best
  const odds = (score: number) => Math.log(Math.max(score, 1e-6) / Math.max(1 - score, 1e-6))
  return 1 / (1 + Math.exp(-(odds(best) + odds(probability(bias.words, byWords, featuresOfAll(readings)))) / 2))
}

const featuresOfAll = (readings: readonly SymptomSentence[]): Set<string> =>
  new Set(readings.flatMap((reading) => [...reportFeaturesOf(reading)]))

/** What a report is of: every kind that is likelier than not, else the likeliest. */
export function kindsOf(readings: readonly SymptomSentence[]): ReportKind[] {
  const features = featuresOfAll(readings)
  const scores = likelihoodOfKinds(features)
  const likely = kinds.map((kind, index) => ({ kind, score: scores[index] ?? 0 }))
  const sure = likely.filter(({ score }) => score >= 0.5)
  const [best] = likely.toSorted((one, two) => two.score - one.score)
  return (sure.length > 0 ? sure : best ? [best] : []).map(({ kind }) => kind)
}

/** Where a question of another matter is added to what is told: "…, and was it approved". */
const addedQuestion =
  /[,;]\s+(?:(?:and|but|so|also)\s+)?(?:is|was|are|were|do|does|did|has|have|can|could|will|would|what|when|where|how|who|which)\b/i

/** "No, since the shot I have a rash": the word answers what was said before, and denies nothing of what follows. */
const opening =
  /^\s*(?:no|nope|nah|yes|yeah|ok(?:ay)?|sorry|thanks|thank you|gracias|s[ií]),?\s+(?=(?:but |pero )?(?:since|after|when|i|i'?m|i'?ve|we|he|she|they|my|his|her|desde|despu[eé]s|tengo|tuve|mi|me)\b)/i

/**
 * The score of a sentence by its words, or of what stands before a question that is added to it or behind a word that opens it: many
 * other words would hide a report.
 */
export function scoreSentence(sentence: Sentence, reading: SymptomSentence, names?: MedicineNames): number {
  const { text } = sentence
  const at = text.search(addedQuestion)
  const isAmongMany = reading.isAmongMany ?? false
  const parts = [at > 0 ? text.slice(0, at) : '', opening.test(text) ? text.replace(opening, '') : '']
    .flatMap((part) => sentencesOf(part).slice(0, 1))
    .filter(({ words }) => words.length > 0)
  return Math.max(scoreReading(reading), ...parts.map((part) => scoreReading({ ...read(part, names), isAmongMany })))
}

/**
 * How much a text reads as someone's report, 0 to 1: the highest of its sentences. Words only, well under a millisecond for an
 * utterance. Says nothing of who speaks.
 */
export const adverseScore = (text: string): number =>
  sentencesOf(text).reduce(
    (most, sentence) => (sentence.words.length === 0 ? most : Math.max(most, scoreSentence(sentence, read(sentence)))),
    0,
  )
