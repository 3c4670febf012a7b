import { actFeatures } from '../../../src/domain/voice/analysis/act-features.ts'
import { type ClassModel, fitClasses } from '../fit-classes.ts'
import type { ActRow } from './rows.ts'

/** A logistic regression for each act over the features of a sentence; rare acts count for more. */
export function fitActs(rows: readonly ActRow[], penalty = 0.3): ClassModel & { acts: string[] } {
  const acts = [...new Set(rows.flatMap((row) => row.acts))].toSorted()
  const positive = new Map(acts.map((act) => [act, rows.filter((row) => row.acts.includes(act)).length]))
  const rarity = (act: string) => Math.min(6, Math.sqrt((rows.length - (positive.get(act) ?? 0)) / (positive.get(act) ?? 1)))
  const model = fitClasses(
    rows.map(({ text, acts: own, weight }) => ({
      features: actFeatures(text),
      classes: own,
      weight: (act) => weight * (own.includes(act) ? rarity(act) : 1),
    })),
    acts,
    penalty,
  )
  return { acts, ...model }
}
