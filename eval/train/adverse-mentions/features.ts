import { featureValue } from '../../../src/domain/safety/signs/adverse-score.ts'
import { reportFeaturesOf } from '../../../src/domain/safety/signs/report-features.ts'
import { safetyMessage } from '../../../src/domain/safety/signs/safety-message.ts'
import { longMessage, read } from '../../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../../src/language/sentences.ts'
import { type Example, fit, type Logistic, logit } from './logistic.ts'

/** A text that teaches: the features of each of its sentences. */
export interface Featured {
  sentences: readonly (readonly string[])[]
  is: boolean
  weight: number
  vector?: readonly number[]
}

/** The features of each sentence of a text, as the reader of messages cuts it. */
export function featuresOfText(text: string): string[][] {
  const sentences = sentencesOf(safetyMessage(text).text).filter(({ words }) => words.length > 0)
  const isAmongMany = sentences.reduce((sum, { words }) => sum + words.length, 0) >= longMessage
  return sentences.map((sentence) => [...reportFeaturesOf({ ...read(sentence), isAmongMany })])
}

/** How a classifier reads: what a feature counts among so many, and the penalty of a weight. */
interface Scheme {
  shareOf(count: number): number
  penalty: number
}

const byShare: Scheme = { shareOf: featureValue, penalty: 2 }

/** Each feature counts the same, as `language/linear-models.ts` adds them up. */
export const bySum: Scheme = { shareOf: () => 1, penalty: 1 }

export interface Classifier extends Scheme {
  model: Logistic
  vocabulary: ReadonlyMap<string, number>
}

/** The embedding's values are small; so scaled they learn as fast as the words. */
export const denseScale = 4

/** What the whole of a text counts beside its sentences. */
const wholeWeight = 0.7

/** A feature that occurs less often, by weight of the rows, teaches nothing. */
const leastOccurrence = 1.5

const vectorOf = ({ vector = [] }: Featured) => vector.map((value) => value * denseScale)

function scoreOf({ model, vocabulary, shareOf }: Classifier, features: readonly string[], dense: readonly number[] = []): number {
  return logit(model, { sparse: features.flatMap((feature) => vocabulary.get(feature) ?? []), value: shareOf(features.length), dense })
}

/**
 * Trains a classifier of sentences. A text that reports does so in one of its sentences, and nobody labelled in which: first all of
 * them stand for it together, then the one that the first weights find likeliest. Of a text that reports nothing no sentence does.
 */
export function trainClassifier(rows: readonly Featured[], scheme = byShare): Classifier {
  const together = rows.flatMap((row) =>
    row.is ? [{ row, features: [...new Set(row.sentences.flat())] }] : row.sentences.map((features) => ({ row, features })),
  )
  const first = trainOn(together, scheme)
  const likeliest = rows.flatMap((row) => {
    if (!row.is || row.sentences.length < 2) return row.sentences.map((features) => ({ row, features }))
    const [best] = row.sentences.toSorted((one, two) => scoreOf(first, two, vectorOf(row)) - scoreOf(first, one, vectorOf(row)))
    return best ? [{ row, features: best }] : []
  })
  // Messages are judged as a whole, too: "hair in the drain every morning. Leflunomide, 4 months" says it only together.
  const wholes = rows.flatMap((row) =>
    row.sentences.length < 2 ? [] : [{ row: { ...row, weight: row.weight * wholeWeight }, features: [...new Set(row.sentences.flat())] }],
  )
  return trainOn([...likeliest, ...wholes], scheme)
}

function trainOn(examples: readonly { row: Featured; features: readonly string[] }[], scheme: Scheme): Classifier {
  const count = new Map<string, number>()
  for (const { features, row } of examples)
    for (const feature of features) count.set(feature, (count.get(feature) ?? 0) + Math.min(1, row.weight))
  const vocabulary = new Map([...count].filter(([, times]) => times >= leastOccurrence).map(([feature], index) => [feature, index]))
  const encoded = examples.map(
    ({ features, row }): Example => ({
      sparse: features.flatMap((feature) => vocabulary.get(feature) ?? []),
      value: scheme.shareOf(features.length),
      dense: vectorOf(row),
      adverse: row.is,
      weight: row.weight,
    }),
  )
  return { model: fit(encoded, vocabulary.size, { sparse: scheme.penalty, dense: 4 }, 150), vocabulary, ...scheme }
}
