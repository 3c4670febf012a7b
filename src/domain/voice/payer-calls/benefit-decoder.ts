import type { WeightTable } from '../../../language/weight-table.ts'
import type { PlacedFigure } from './figure-features.ts'
import { type History, historyAfter, limitOf, noHistory, nothingFeatures, readingFeatures } from './history-features.ts'
import { type FigureReading, partsOfField, readingsOf, resolved, type ToldField } from './readings.ts'

/** Weights by part of a field ("benefit:oop", "measure:met") and feature, and of the features that look at what came before. */
export interface BenefitModel {
  /** For each feature the weight of every part. */
  words: WeightTable
  /** For each feature one weight. */
  history: WeightTable
}

export const allParts = [
  'none',
  'measure:left',
  'measure:full',
  ...new Set(
    Object.entries(partsOfField).flatMap(([field, { benefit, scope, measure }]) =>
      [`field:${field}`, `benefit:${benefit}`, scope && `scope:${scope}`, measure && `measure:${measure}`].filter(
        (part) => part !== undefined,
      ),
    ),
  ),
]
const partIndex = new Map(allParts.map((part, index) => [part, index]))

const partsOfFieldIndex: Record<ToldField, number[]> = Object.fromEntries(
  Object.entries(partsOfField).map(([field, { benefit, scope, measure }]) => [
    field,
    [`field:${field}`, `benefit:${benefit}`, `scope:${scope}`, `measure:${measure}`].flatMap((part) => partIndex.get(part) ?? []),
  ]),
) as Record<ToldField, number[]>

/** What is left of a limit, or met in full, is told by other words than what is met. */
function partsOfReading({ field, manner }: FigureReading): number[] {
  if (manner !== 'left' && manner !== 'full') return partsOfFieldIndex[field]
  const { benefit, scope } = partsOfField[field]
  return [`benefit:${benefit}`, `scope:${scope}`, `measure:${manner}`].flatMap((part) => partIndex.get(part) ?? [])
}

export interface Choice {
  reading: FigureReading | undefined
  parts: number[]
  features: string[]
}

const nothing = [0]

/** What a figure may be taken for after a history: nothing, or a field with a value. */
export function choicesFor(placed: PlacedFigure, readings: readonly FigureReading[], history: History): Choice[] {
  const known = readings.map((reading): FigureReading => {
    const limit = limitOf[reading.field]
    return limit ? resolved(reading, history.values.get(limit)) : reading
  })
  return [
    { reading: undefined, parts: nothing, features: nothingFeatures(history, placed) },
    ...known.map((reading) => ({ reading, parts: partsOfReading(reading), features: readingFeatures(history, placed, reading) })),
  ]
}

function scoreOf({ history }: BenefitModel, sums: Float64Array, { parts, features }: Choice): number {
  let score = 0
  for (const part of parts) score += sums[part] ?? 0
  for (const feature of features) {
    const row = history.rowOf(feature)
    if (row >= 0) score += (history.values[row] as number) * history.step
  }
  return score
}

export interface Hypothesis {
  score: number
  history: History
  chosen: (FigureReading | undefined)[]
}

/** The likeliest ways to take all figures of a call, by a beam of bounded width: linear in the number of figures. */
export function likeliest(
  model: BenefitModel,
  figures: readonly PlacedFigure[],
  width = 12,
  preference: (index: number, reading: FigureReading | undefined, history: History) => number = () => 0,
): Hypothesis[] {
  let beam: Hypothesis[] = [{ score: 0, history: noHistory, chosen: [] }]
  for (const [index, placed] of figures.entries()) {
    const sums = model.words.sumsOf(placed.features)
    const readings = readingsOf(placed.figure)
    const next = beam.flatMap(({ score, history, chosen }) => {
      const choices = choicesFor(placed, readings, history)
      const scores = choices.map((choice) => scoreOf(model, sums, choice))
      const top = Math.max(...scores)
      const total = top + Math.log(scores.reduce((sum, one) => sum + Math.exp(one - top), 0))
      return choices.map(({ reading }, at) => ({
        score: score + (scores[at] ?? 0) - total + preference(index, reading, history),
        history,
        chosen,
        reading,
      }))
    })
    next.sort((one, other) => other.score - one.score)
    beam = next.slice(0, width).map(({ score, history, chosen, reading }) => ({
      score,
      history: historyAfter(history, placed, reading),
      chosen: [...chosen, reading],
    }))
  }
  return beam
}

/** For each field the values that it may have in the end, how likely, and the turn that says so. */
export type Marginals = Map<ToldField, Map<number, { likelihood: number; turn: number }>>

/** How likely each field has each value in the end, over the likeliest ways. */
export function marginals(beam: readonly Hypothesis[], figures: readonly PlacedFigure[]): Marginals {
  const top = beam[0]?.score ?? 0
  const weights = beam.map(({ score }) => Math.exp(score - top))
  const total = weights.reduce((sum, one) => sum + one, 0)
  const found: Marginals = new Map()
  for (const [index, { chosen }] of beam.entries()) {
    const last = new Map<ToldField, { reading: FigureReading; turn: number }>()
    for (const [at, reading] of chosen.entries()) if (reading) last.set(reading.field, { reading, turn: figures[at]?.turn ?? 0 })
    for (const [field, { reading, turn }] of last) {
      const limit = limitOf[field]
      const { value } = limit ? resolved(reading, last.get(limit)?.reading.value) : reading
      if (Number.isNaN(value)) continue
      const own = found.get(field) ?? new Map<number, { likelihood: number; turn: number }>()
      own.set(value, { likelihood: (own.get(value)?.likelihood ?? 0) + (weights[index] ?? 0) / total, turn })
      found.set(field, own)
    }
  }
  return found
}
