import { readModel } from '../../../language/learnt-model.ts'
import { type LinearModel, linearModels } from '../../../language/linear-models.ts'
import { type Sentence, sentencesOf } from '../../../language/sentences.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { reportFeaturesOf } from './report-features.ts'
import { type ReportKind, reportKinds } from './report-kinds.ts'
import { read, type SymptomSentence } from './symptom-reading.ts'

/** Logistic regression over the features of a sentence, made by `eval/train/adverse-mentions/train.ts`. */
interface Model {
  bias: number
  weights: ReadonlyMap<string, number>
  /** Weights of the values of the local embedding; none in the model that knows words only. */
  embedding: readonly number[]
}

interface StoredModel {
  bias: number
  weights: Record<string, number>
  embedding?: number[]
}

const stored = (name: string) => readModel(import.meta.dirname, name)
const modelOf = ({ bias, weights, embedding = [] }: StoredModel): Model => ({ bias, weights: new Map(Object.entries(weights)), embedding })

const byWords = modelOf(stored('adverse'))
const byWordsAndVector = modelOf(stored('adverse-embedding'))
const kindModels: Record<ReportKind, LinearModel> = stored('report-kinds').kinds
const likelihoodOfKinds = linearModels(reportKinds.map((kind) => kindModels[kind]))

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

function probability({ bias, weights, embedding }: Model, features: ReadonlySet<string>, vector: readonly number[] = []): number {
  let found = 0
  for (const feature of features) found += weights.get(feature) ?? 0
  let sum = bias + found * featureValue(features.size)
  for (let index = 0; index < embedding.length; index++) sum += (embedding[index] ?? 0) * (vector[index] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}

/**
 * The probability that a sentence reports something that pharmacovigilance must learn of, by its words and, where it is given, its
 * vector of the local embedding (`platform/models/local-embeddings.ts`; another model's vector means nothing here).
 */
export function scoreReading(reading: SymptomSentence, vector: readonly number[] = []): number {
  const model = vector.length > 0 && vector.length === byWordsAndVector.embedding.length ? byWordsAndVector : byWords
  return probability(model, reportFeaturesOf(reading), vector)
}

/**
 * The same of what was said in one go: between what its likeliest sentence says alone and what all say as one. "I throw up with it.
 * That's why they want me on Ajovy." reports nothing, "I'm nine weeks along. And I took it until last month." does.
 * @param best the score of the likeliest sentence
 */
export function scoreTogether(best: number, readings: readonly SymptomSentence[]): number {
  if (readings.length < 2) return best
  const odds = (score: number) => Math.log(Math.max(score, 1e-6) / Math.max(1 - score, 1e-6))
  return 1 / (1 + Math.exp(-(odds(best) + odds(probability(byWords, featuresOfAll(readings)))) / 2))
}

const featuresOfAll = (readings: readonly SymptomSentence[]): Set<string> =>
  new Set(readings.flatMap((reading) => [...reportFeaturesOf(reading)]))

/** What a report is of: every kind that is likelier than not, else the likeliest. */
export function kindsOf(readings: readonly SymptomSentence[]): ReportKind[] {
  const features = featuresOfAll(readings)
  const scores = likelihoodOfKinds(features)
  const likely = reportKinds.map((kind, index) => ({ kind, score: scores[index] ?? 0 }))
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
