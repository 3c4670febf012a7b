import { sectionTypes } from '../../../src/domain/documents/section.ts'
import { sectionFeatures } from '../../../src/domain/documents/section-features.ts'
import type { LabelledSection } from '../../corpora/labelled-sections.ts'
import { fitClasses, rowsOf } from '../fit-classes.ts'
import type { TableToKeep } from '../packed-model.ts'

/** A logistic regression for each type over the features of a section. */
export function fitSections(rows: readonly LabelledSection[], penalty = 0.3): { bias: number[]; table: TableToKeep } {
  const { bias, weights } = fitClasses(
    rows.map((row) => ({
      features: sectionFeatures(row),
      classes: [row.label],
      weight: (type) => (row.also === type ? 0 : 1),
    })),
    sectionTypes,
    penalty,
  )
  return { bias, table: { columns: sectionTypes.length, rows: rowsOf(weights) } }
}
