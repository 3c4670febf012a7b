import { sectionTypes } from '../../../src/domain/documents/section.ts'
import { sectionFeatures } from '../../../src/domain/documents/section-features.ts'
import type { LabelledSection } from '../../corpora/labelled-sections.ts'
import { fitClasses } from '../fit-classes.ts'

/** A logistic regression for each type over the features of a section. */
export const fitSections = (rows: readonly LabelledSection[], penalty = 0.3) => ({
  types: sectionTypes,
  ...fitClasses(
    rows.map((row) => ({
      features: sectionFeatures(row),
      classes: [row.label],
      weight: (type) => (row.also === type ? 0 : 1),
    })),
    sectionTypes,
    penalty,
  ),
})
