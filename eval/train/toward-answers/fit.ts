import { drugNames } from '../../../src/domain/drugs/name-index.ts'
import { layPhrases } from '../../../src/domain/library/search/lay-words.ts'
import { rowsOf, turned, turnsOf, type VectorTurn } from '../../../src/domain/library/search/toward-answers.ts'
import { isEnglish } from '../../../src/language/english-words.ts'
import { searchWords } from '../../../src/language/folding.ts'
import { stem } from '../../../src/language/stems.ts'
import { seeded, shuffled } from '../../random.ts'
import { createAdam } from '../adam.ts'
import type { Pairs } from './pairs.ts'

const dimensions = 512
const turns = 64
const epochs = 7
const batchSize = 32
const rate = 0.0015
/** How much every weight shrinks, times the rate. */
const shrinking = { vectors: 3, words: 1 }
/** The share of words that a step does not see. */
const hidden = 0.2
const temperature = 0.07
/** Of a question's document so many passages stand against the right one, and so many of others that are not nearly the same. */
const ownRivals = 300
const otherRivals = 400
const tooAlike = 0.7
/** A word that fewer questions have teaches nothing. */
const leastQuestions = 3

/** A question as the search embeds it, but for corrected spelling. */
export function asSearched(question: string): string {
  const words = searchWords(question)
  const gloss = [...new Set(layPhrases(words).flatMap(({ meant }) => meant))].filter((word) => !words.includes(word)).slice(0, 8)
  return gloss.length === 0 ? question : `${question} (${gloss.join(', ')})`
}

const dot = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  let sum = 0
  for (let at = 0; at < dimensions; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}

/** The words that may turn a vector: those of enough questions that are English and name no medicine. */
function vocabulary(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(
      searchWords(text)
        .filter((one) => isEnglish(one) && !drugNames.has(one))
        .map(stem),
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count >= leastQuestions).map(([word], at) => [word, at]))
}

export interface LearntTurn extends VectorTurn {
  words: ReadonlyMap<string, number>
}

/**
 * Learns to turn questions toward their passages: of the right passage and its rivals, of its document and of others, the right one is
 * to be the most similar (softmax). By Adam with weights that shrink; the mean of what stood after each pass. Deterministic.
 * @param questions vectors of `asSearched`; `chunks` those of each passage's texts
 */
export function fitTurning({ passages, pairs }: Pairs, questions: readonly number[][], chunks: readonly number[][][]): LearntTurn {
  const random = seeded(1)
  const spread = (size: number, by: number) =>
    Float32Array.from({ length: size }, () => (random() + random() + random() + random() - 2) * 1.7 * by)
  const texts = pairs.map(({ question }) => asSearched(question))
  const words = vocabulary(texts)
  const rows = texts.map((text) => rowsOf(text, words))
  const turning = {
    dimensions,
    turns,
    words,
    fromVector: spread(dimensions * turns, 0.05),
    fromWords: spread(words.size * turns, 0.02),
    toVector: spread(turns * dimensions, 0.02),
  }
  const learning = (['fromVector', 'fromWords', 'toVector'] as const).map((name) =>
    learningOf(turning[name], name === 'fromWords' ? shrinking.words : shrinking.vectors),
  )
  const [ofVector, ofWords, ofResult] = learning as [Learning, Learning, Learning]
  const byDocument = Map.groupBy(passages.keys(), (at) => passages[at]?.document ?? '')

  function step(at: number, share: number): void {
    const { passage: right } = pairs[at] as Pairs['pairs'][number]
    const vector = questions[at] as number[]
    const seen = (rows[at] ?? []).filter(() => random() >= hidden)
    const wanted = turnsOf(vector, seen, turning)
    const raw = addTurns(vector, wanted)
    const length = Math.hypot(...raw)
    const result = raw.map((value) => value / length)
    const rightChunk = chunks[right]?.[0] ?? []
    const document = passages[right]?.document ?? ''
    const others = Array.from({ length: otherRivals }, () => Math.floor(random() * passages.length)).filter(
      (one) => passages[one]?.document !== document && dot(chunks[one]?.[0] ?? [], rightChunk) < tooAlike,
    )
    const rivals = [...new Set([right, ...(byDocument.get(document) ?? []).slice(0, ownRivals), ...others])]
    const best = rivals.map((one) => nearest(result, chunks[one] ?? []))
    const most = Math.max(...best.map(({ similarity }) => similarity))
    const odds = best.map(({ similarity }) => Math.exp((similarity - most) / temperature))
    const sum = odds.reduce((total, one) => total + one, 0)
    const pull = new Float32Array(dimensions)
    for (const [index, one] of odds.entries()) {
      const by = ((one / sum - Number(index === 0)) * share) / temperature
      if (Math.abs(by) < 1e-6) continue
      const { chunk } = best[index] as (typeof best)[number]
      for (let to = 0; to < dimensions; to++) pull[to] = (pull[to] as number) + by * (chunk[to] as number)
    }
    // Through the normalisation, then back to what the turns are from.
    const along = dot(pull, result)
    const back = pull.map((value, to) => (value - along * (result[to] as number)) / length)
    const wantedBack = new Float32Array(turns)
    for (let turn = 0; turn < turns; turn++) {
      const from = turn * dimensions
      wantedBack[turn] = dot(back, turning.toVector.subarray(from, from + dimensions))
      for (let to = 0; to < dimensions; to++) ofResult.add(from + to, (wanted[turn] as number) * (back[to] as number))
    }
    for (let from = 0; from < dimensions; from++)
      for (let turn = 0; turn < turns; turn++) ofVector.add(from * turns + turn, (vector[from] as number) * (wantedBack[turn] as number))
    for (const row of seen)
      for (let turn = 0; turn < turns; turn++) ofWords.add(row * turns + turn, (wantedBack[turn] as number) / Math.sqrt(seen.length))
  }

  const addTurns = (vector: readonly number[], wanted: Float32Array) => {
    const raw = Float32Array.from(vector)
    for (let turn = 0; turn < turns; turn++)
      for (let to = 0; to < dimensions; to++)
        raw[to] = (raw[to] as number) + (wanted[turn] as number) * (turning.toVector[turn * dimensions + to] as number)
    return raw
  }

  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = shuffled(random, [...pairs.keys()])
    for (let from = 0; from < order.length; from += batchSize) {
      const batch = order.slice(from, from + batchSize)
      for (const at of batch) step(at, 1 / batch.length)
      for (const one of learning) one.step(rate * (1 - (0.9 * epoch) / epochs))
    }
    for (const one of learning) one.endPass()
  }
  return { ...turning, fromVector: ofVector.mean, fromWords: ofWords.mean, toVector: ofResult.mean }
}

const nearest = (vector: ArrayLike<number>, chunks: readonly number[][]) =>
  chunks.reduce(
    (best, chunk) => {
      const similarity = dot(vector, chunk)
      return similarity > best.similarity ? { similarity, chunk } : best
    },
    { similarity: Number.NEGATIVE_INFINITY, chunk: [] as number[] },
  )

interface Learning {
  mean: Float32Array
  add(at: number, gradient: number): void
  step(rate: number): void
  endPass(): void
}

/** Weights that are learnt with Adam, and the mean of what stood after each pass. */
function learningOf(weights: Float32Array, shrinks: number): Learning {
  const [gradient, mean] = [new Float32Array(weights.length), new Float32Array(weights.length)]
  const descend = createAdam(weights, shrinks)
  let passes = 0
  return {
    mean,
    add: (at, by) => {
      gradient[at] = (gradient[at] as number) + by
    },
    step(rate) {
      descend(gradient, rate)
      gradient.fill(0)
    },
    endPass() {
      passes++
      for (let at = 0; at < weights.length; at++)
        mean[at] = (mean[at] as number) + ((weights[at] as number) - (mean[at] as number)) / passes
    },
  }
}

/** The place of each question's passage among those of its library, by similarity; `turning` absent: as the vectors are. */
export function places(
  { passages, pairs }: Pairs,
  questions: readonly number[][],
  chunks: readonly number[][][],
  turning?: VectorTurn,
): number[] {
  return pairs.map(({ question, passage }, at) => {
    const vector = questions[at] ?? []
    const asked = turning ? turned(vector, turnsOf(vector, rowsOf(asSearched(question), turning.words), turning), turning) : vector
    const similarities = passages.map((_, one) => nearest(asked, chunks[one] ?? []).similarity)
    return similarities.filter((one) => one > (similarities[passage] as number)).length
  })
}
