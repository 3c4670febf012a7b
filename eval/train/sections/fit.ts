import { sectionTypes } from '../../../src/domain/documents/section.ts'
import { sectionFeatures } from '../../../src/domain/documents/section-features.ts'
import type { LabelledSection } from '../../corpora/labelled-sections.ts'
import { type Example, fit } from '../adverse-mentions/logistic.ts'

/** A logistic regression for each type over the features of a section. Features that one section alone has teach nothing. */
export function fitSections(rows: readonly LabelledSection[], penalty = 0.3) {
  const of = rows.map((row) => [...sectionFeatures(row)])
  const count = new Map<string, number>()
  for (const features of of) for (const feature of features) count.set(feature, (count.get(feature) ?? 0) + 1)
  const vocabulary = new Map([...count].filter(([, times]) => times > 1).map(([feature], index) => [feature, index]))
  const sparse = of.map((features) => features.flatMap((feature) => vocabulary.get(feature) ?? []))
  const models = sectionTypes.map((type) => {
    const examples: Example[] = rows.map(({ label, also }, index) => ({
      sparse: sparse[index] ?? [],
      dense: [],
      adverse: label === type,
      weight: also === type ? 0 : 1,
    }))
    return fit(examples, vocabulary.size, { sparse: penalty, dense: 0 }, 200)
  })
  const round = (value: number) => Number(value.toFixed(2))
  return {
    types: sectionTypes,
    bias: models.map((model) => round(model.bias)),
    weights: Object.fromEntries(
      [...vocabulary].map(([feature, at]): [string, number[]] => [feature, models.map((model) => round(model.sparse[at] ?? 0))]),
    ),
  }
}
