import { featuresOf } from '../../../src/domain/safety/signs/adverse-features.ts'
import { read } from '../../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { adeCorpus, isHeldOut, type Labelled, phoneSentences, psytar, talks } from '../../corpora/sentences.ts'
import { type Example, fit, type Logistic } from './logistic.ts'

/** The features of a text: of all its sentences together, as its label is one. */
export const featuresOfText = (text: string): string[] => [
  ...new Set(sentencesOf(text).flatMap((sentence) => [...featuresOf(read(sentence))])),
]

/** Only the words and pairs of words as they stand: what a classifier knows without our word lists. */
export const plainFeaturesOfText = (text: string): string[] => [
  ...new Set(
    sentencesOf(text).flatMap(({ words }) => words.flatMap(({ word }, at) => [word, `${words[at - 1]?.word ?? 'BEGIN'} ${word}`])),
  ),
]

/** Every fourth sentence of patients in which our lists find nothing: what else is said on a phone. Labelled by rule. */
function smallTalk(): Labelled[] {
  const sentences = talks().flatMap(({ turns }, index) =>
    isHeldOut({ document: `talk-${index}` })
      ? []
      : turns.filter(({ speaker }) => speaker === 'user').flatMap(({ text }) => sentencesOf(text)),
  )
  return sentences
    .filter((sentence, index) => index % 4 === 0 && read(sentence).symptoms.length === 0)
    .map(({ text }, index) => ({ text, adverse: false, document: `talk-${index}`, weight: 0.1 }))
}

export interface TrainingParts {
  own: Labelled[]
  phone: Labelled[]
  talk: Labelled[]
  abstracts: Labelled[]
}

/** All that the shipped classifiers learn from; sentences of abstracts count little, as nobody speaks so on a phone. */
export const spokenAndWritten = ({ own, phone, talk, abstracts }: TrainingParts): Labelled[] => [
  ...own,
  ...phone,
  ...talk,
  ...abstracts.map((row) => ({ ...row, weight: 0.3 })),
]

export const trainingParts = (): TrainingParts => ({
  own: psytar().filter((row) => !isHeldOut(row)),
  phone: phoneSentences().map((row) => ({ ...row, weight: 5 })),
  talk: smallTalk(),
  abstracts: adeCorpus().filter((row) => !isHeldOut(row)),
})

export interface Classifier {
  model: Logistic
  vocabulary: ReadonlyMap<string, number>
  example(row: Labelled, dense: readonly number[]): Example
}

/** The embedding's values are small; so scaled they learn as fast as the words. */
export const denseScale = 4

/** Trains a classifier over features of words and, where vectors are given, over these too. */
export function trainClassifier(
  rows: readonly Labelled[],
  features: (text: string) => string[],
  vectors?: readonly number[][],
): Classifier {
  const count = new Map<string, number>()
  const of = rows.map(({ text }) => features(text))
  for (const [index, { weight = 1 }] of rows.entries())
    for (const feature of of[index] ?? []) count.set(feature, (count.get(feature) ?? 0) + Math.min(1, weight))
  const vocabulary = new Map([...count].filter(([, times]) => times > 2).map(([feature], index) => [feature, index]))
  const example = ({ text, adverse, weight = 1 }: Labelled, dense: readonly number[]): Example => ({
    sparse: features(text).flatMap((feature) => vocabulary.get(feature) ?? []),
    dense: dense.map((value) => value * denseScale),
    adverse,
    weight,
  })
  const examples = rows.map((row, index) => example(row, vectors?.[index] ?? []))
  return { model: fit(examples, vocabulary.size, { sparse: 2, dense: 4 }), vocabulary, example }
}
