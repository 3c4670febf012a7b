import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentencesOf } from '../../../language/sentences.ts'
import { featuresOf } from './adverse-features.ts'
import { type Reading, read } from './symptom-reading.ts'

/** Logistic regression over the features of a sentence, made by `eval/train/adverse-mentions/train.ts`. */
interface Model {
  bias: number
  weights: ReadonlyMap<string, number>
  /** Weights of the values of the local embedding; none in the model that knows words only. */
  embedding: readonly number[]
}

function readModel(file: string): Model {
  const { bias, weights, embedding = [] } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
  return { bias, weights: new Map(Object.entries<number>(weights)), embedding }
}

const byWords = readModel('adverse-model.json')
const byWordsAndVector = readModel('adverse-model-embedding.json')

/** What a sentence is worth that says a symptom's cause ("it gives me headaches"), whatever else it says. */
const causeFloor = 0.5
/** The same for what is reportable by definition. */
export const reportableFloor = 0.5
const causeReach = 5
/** Reportable whatever else is said of it, where the sentence speaks of a medicine (ICH E2D and FDA's postmarketing rules). */
export const reportable: ReadonlySet<string> = new Set([
  'death',
  'pregnancy exposure',
  'miscarriage',
  'overdose or wrong dose',
  'lost treatment effect',
  'injection site reaction',
  'face drooping',
  'trouble swallowing',
  'trouble walking',
  'coughing blood',
  'gastrointestinal bleeding',
  'hallucinations',
  'emergency treatment',
])
const ties = new Set(['cause', 'start', 'exposure', 'medicine', 'drug'])
/** Say of themselves that a medicine was taken or stopped to work. */
const ofThemselves = new Set(['overdose or wrong dose', 'injection site reaction'])
/**
 * What a sentence is worth in which no list finds a symptom: callers talk of bills and refills, which no corpus of
 * reviews holds. The embedding tells them apart better than words do.
 */
const namelessWeight = { byWords: 0.45, byWordsAndVector: 0.7 }

/** What a sentence is worth whose every symptom is denied, gone or treated; the embedding hears that better than words do. */
const unreportedWeight = { byWords: 0.4, byWordsAndVector: 0.7 }

/** Denied, gone, or what the medicine is for. */
const unreported: ReadonlySet<string> = new Set(['negated', 'improved', 'condition'])
const reportsNothing = ({ symptoms }: Reading): boolean => symptoms.every(({ status }) => unreported.has(status))

const saysCause = ({ symptoms, cues }: Reading): boolean =>
  symptoms.some(
    ({ from, status }) => status === 'asserted' && cues.some(({ value, to }) => value === 'cause' && to <= from && from - to < causeReach),
  )

const saysReportable = ({ symptoms, cues }: Reading): boolean =>
  symptoms.some(
    ({ value, status }) =>
      status === 'asserted' && reportable.has(value) && (ofThemselves.has(value) || cues.some((cue) => ties.has(cue.value))),
  )

/**
 * From this score on a sentence counts as a report. On the training part F1 is the same from 0.25 to 0.35; the lowest is
 * taken, because a missed report is worse than a false alarm.
 */
export const adverseThreshold = 0.25

/**
 * The probability that a sentence reports an adverse event, by its words and, where it is given, its vector of the local
 * embedding (`platform/models/local-embeddings.ts`; another model's vector means nothing here).
 */
export function scoreReading(reading: Reading, vector: readonly number[] = []): number {
  const model = vector.length === byWordsAndVector.embedding.length ? byWordsAndVector : byWords
  let sum = model.bias
  for (const feature of featuresOf(reading)) sum += model.weights.get(feature) ?? 0
  for (const [index, weight] of model.embedding.entries()) sum += weight * (vector[index] ?? 0)
  const score = 1 / (1 + Math.exp(-sum))
  const by = model === byWords ? 'byWords' : 'byWordsAndVector'
  if (reading.symptoms.length === 0) return score * namelessWeight[by]
  if (reportsNothing(reading)) return score * unreportedWeight[by]
  if (saysReportable(reading)) return Math.max(score, reportableFloor)
  return saysCause(reading) ? Math.max(score, causeFloor) : score
}

/**
 * How much a text reads as someone's report of an undesirable experience with a medicine, 0 to 1: the highest of its
 * sentences. Words only, well under a millisecond for an utterance. Says nothing of who speaks.
 */
export const adverseScore = (text: string): number =>
  sentencesOf(text).reduce((most, sentence) => Math.max(most, scoreReading(read(sentence))), 0)
