import { allParts, type BenefitModel, choicesFor, likeliest } from '../../../src/domain/voice/payer-calls/benefit-decoder.ts'
import type { PlacedFigure } from '../../../src/domain/voice/payer-calls/figure-features.ts'
import { historyAfter, noHistory } from '../../../src/domain/voice/payer-calls/history-features.ts'
import { type FigureReading, readingsOf, type ToldField } from '../../../src/domain/voice/payer-calls/readings.ts'
import { seeded } from '../../random.ts'
import { tableOf } from '../packed-model.ts'

/** A call to learn from: its figures, and which fields each may state by what the whole call states. */
export interface LearntCall {
  group: string
  id: string
  figures: PlacedFigure[]
  isAllowed: (index: number, reading: FigureReading | undefined) => boolean
  /** Figures about which the writer's marks leave no doubt. */
  isMarked: boolean[]
  stated: Partial<Record<ToldField, number>>
  weight: number
}

export type LabelledCall = LearntCall & { chosen: (FigureReading | undefined)[] }

interface Example {
  words: Int32Array
  choices: { parts: number[]; history: Int32Array }[]
  gold: number
  weight: number
}

/** The likeliest way to take the figures that agrees with what the call states. */
export function labelled(model: BenefitModel, call: LearntCall): (FigureReading | undefined)[] {
  const [best] = likeliest(model, call.figures, 16, (index, reading, { values }) =>
    call.isAllowed(index, reading) ? (reading ? (values.has(reading.field) ? 1 : 6) : 0) : Number.NEGATIVE_INFINITY,
  )
  return best?.chosen ?? []
}

/** Weights by feature, as they were learnt. */
export interface LearntWeights {
  words: Map<string, Float32Array>
  history: Map<string, number>
}

/** The same as the decoder takes them, in steps of `step`. */
export const modelOf = ({ words, history }: LearntWeights): BenefitModel => ({
  words: tableOf({ columns: allParts.length, rows: words, step: 1e-6 }),
  history: tableOf({ columns: 1, rows: [...history].map(([feature, weight]) => [feature, [weight]]), step: 1e-6 }),
})

export const emptyModel = (): BenefitModel => modelOf({ words: new Map(), history: new Map() })

export interface Settings {
  epochs: number
  penalty: number
  rate: number
  /** How many features are left out at each step, so that none is relied on alone. */
  dropped: number
}

/** Multinomial regression over the choices for each figure, after the right choices for those before it. Deterministic. */
export function fit(calls: readonly LabelledCall[], settings: Settings, { onlyMarked = false, seed = 15 } = {}): LearntWeights {
  const wordCounts = new Map<string, Set<string>>()
  for (const { figures, id } of calls)
    for (const { features } of figures)
      for (const feature of features) {
        const seen = wordCounts.get(feature) ?? new Set()
        seen.add(id.replace(/~.*/u, ''))
        wordCounts.set(feature, seen)
      }
  const words = new Map([...wordCounts].filter(([, seen]) => seen.size >= 2).map(([feature], index) => [feature, index]))
  const history = new Map<string, number>()
  const historyId = (feature: string) => {
    const id = history.get(feature) ?? history.size
    history.set(feature, id)
    return id
  }
  const examples: Example[] = []
  for (const call of calls) {
    let past = noHistory
    for (const [index, placed] of call.figures.entries()) {
      const reading = call.chosen[index]
      const choices = choicesFor(placed, readingsOf(placed.figure), past)
      const gold = choices.findIndex((choice) => choice.reading?.field === reading?.field && choice.reading?.manner === reading?.manner)
      if (gold >= 0 && choices.length > 1 && (!onlyMarked || call.isMarked[index]))
        examples.push({
          words: Int32Array.from(placed.features.flatMap((feature) => words.get(feature) ?? [])),
          choices: choices.map(({ parts, features }) => ({ parts, history: Int32Array.from(features.map(historyId)) })),
          gold,
          weight: call.weight,
        })
      past = historyAfter(past, placed, choices[gold]?.reading)
    }
  }
  return descend(examples, words, history, settings, seed)
}

function descend(
  examples: readonly Example[],
  words: Map<string, number>,
  history: Map<string, number>,
  { epochs, penalty, rate, dropped }: Settings,
  seed: number,
): LearntWeights {
  const count = allParts.length
  const [wordWeights, wordSquares] = [new Float32Array(words.size * count), new Float32Array(words.size * count).fill(1)]
  const [pastWeights, pastSquares] = [new Float32Array(history.size), new Float32Array(history.size).fill(1)]
  const random = seeded(seed)
  const order = examples.map((_example, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] as number, order[at] as number]
    }
    for (const which of order) {
      const { words: all, choices: full, gold, weight } = examples[which] as Example
      const own = all.filter(() => random() >= dropped)
      const choices = full.map(({ parts, history: past }) => ({
        parts,
        history: past.filter((feature) => hashed(feature, epoch * 7919 + which + seed * 104729) >= dropped),
      }))
      const sums = new Float64Array(count)
      for (const feature of own)
        for (let part = 0; part < count; part++) sums[part] = (sums[part] ?? 0) + (wordWeights[feature * count + part] ?? 0)
      const scores = choices.map(({ parts, history: past }) => {
        let score = 0
        for (const part of parts) score += sums[part] ?? 0
        for (const feature of past) score += pastWeights[feature] ?? 0
        return score
      })
      const top = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - top))
      const total = shares.reduce((sum, one) => sum + one, 0)
      const slopes = new Float64Array(count)
      for (const [index, { parts, history: past }] of choices.entries()) {
        const error = ((shares[index] ?? 0) / total - Number(index === gold)) * weight
        if (Math.abs(error) < 1e-6) continue
        for (const part of parts) slopes[part] = (slopes[part] ?? 0) + error
        for (const feature of past) {
          const slope = error + penalty * (pastWeights[feature] ?? 0)
          pastSquares[feature] = (pastSquares[feature] ?? 0) + slope * slope
          pastWeights[feature] = (pastWeights[feature] ?? 0) - (rate * slope) / Math.sqrt(pastSquares[feature] ?? 0)
        }
      }
      for (let part = 0; part < count; part++) {
        const error = slopes[part] ?? 0
        if (Math.abs(error) < 1e-6) continue
        for (const feature of own) {
          const at = feature * count + part
          const slope = error + penalty * (wordWeights[at] ?? 0)
          wordSquares[at] = (wordSquares[at] ?? 0) + slope * slope
          wordWeights[at] = (wordWeights[at] ?? 0) - (rate * slope) / Math.sqrt(wordSquares[at] ?? 0)
        }
      }
    }
  }
  return {
    words: new Map([...words].map(([feature, index]) => [feature, wordWeights.slice(index * count, (index + 1) * count)])),
    history: new Map([...history].map(([feature, index]) => [feature, pastWeights[index] ?? 0])),
  }
}

/** A number from 0 to 1 for a feature at a step: one that is left out is left out for all choices. */
const hashed = (feature: number, step: number): number =>
  ((Math.imul(feature + 1, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b)) >>> 8) / 2 ** 24
