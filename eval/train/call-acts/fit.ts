import { actFeatures } from '../../../src/domain/voice/analysis/act-features.ts'
import { type Example, fit } from '../adverse-mentions/logistic.ts'
import type { ActRow } from './rows.ts'

export interface ActModel {
  bias: Record<string, number>
  /** For each feature its weight for each act, in the order of `acts`. */
  acts: string[]
  weights: Record<string, number[]>
}

/** A logistic regression for each act over the features of a sentence. Features that one sentence alone has teach nothing. */
export function fitActs(rows: readonly ActRow[], penalty = 0.3): ActModel {
  const of = rows.map(({ text }) => [...actFeatures(text)])
  const count = new Map<string, number>()
  for (const features of of) for (const feature of features) count.set(feature, (count.get(feature) ?? 0) + 1)
  const vocabulary = new Map([...count].filter(([, times]) => times > 1).map(([feature], index) => [feature, index]))
  const acts = [...new Set(rows.flatMap((row) => row.acts))].toSorted()
  const sparse = of.map((features) => features.flatMap((feature) => vocabulary.get(feature) ?? []))
  const models = acts.map((act) => {
    const positive = rows.filter((row) => row.acts.includes(act)).length
    const examples: Example[] = rows.map((row, index) => ({
      sparse: sparse[index] ?? [],
      dense: [],
      adverse: row.acts.includes(act),
      weight: row.weight * (row.acts.includes(act) ? Math.min(6, Math.sqrt((rows.length - positive) / positive)) : 1),
    }))
    return fit(examples, vocabulary.size, { sparse: penalty, dense: 0 }, 200)
  })
  const round = (value: number) => Number(value.toFixed(2))
  return {
    acts,
    bias: Object.fromEntries(acts.map((act, index) => [act, round(models[index]?.bias ?? 0)])),
    weights: Object.fromEntries(
      [...vocabulary].map(([feature, at]): [string, number[]] => [feature, models.map((model) => round(model.sparse[at] ?? 0))]),
    ),
  }
}
