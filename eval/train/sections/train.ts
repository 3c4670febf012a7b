import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sectionTypes } from '../../../src/domain/documents/section.ts'
import { sectionFeatures } from '../../../src/domain/documents/section-features.ts'
import { likeliestType } from '../../../src/domain/documents/section-model.ts'
import { type LabelledSection, realSections, writtenSections } from '../../corpora/labelled-sections.ts'
import { keepModel } from '../keep-model.ts'
import { tableOf } from '../packed-model.ts'
import { fitSections } from './fit.ts'

/**
 * Trains the classifier of sections and writes its weights beside its module: `node eval/train/sections/train.ts`, a minute. Prints
 * how it does on documents that it has not learnt from, in five parts.
 */
const beside = (name: string) => join(import.meta.dirname, name)
const written = readdirSync(import.meta.dirname)
  .filter((name) => name.startsWith('written'))
  .flatMap((name) => writtenSections(beside(name)))
const rows = [...(await realSections(beside('real.jsonl'))), ...written]

const parts = 5
const files = [...new Set(rows.map(({ file }) => file))].toSorted()
const partOf = new Map(files.map((file, index) => [file, index % parts]))
const held: { row: LabelledSection; found: string }[] = []
for (let part = 0; part < parts; part++) {
  const { bias, table } = fitSections(rows.filter(({ file }) => partOf.get(file) !== part))
  const model = { types: sectionTypes, bias, table: tableOf(table) }
  for (const row of rows.filter(({ file }) => partOf.get(file) === part))
    held.push({ row, found: likeliestType(model, sectionFeatures(row)).type })
}
const wrong = held.filter(({ row, found }) => found !== row.label && found !== row.also)
for (const { row, found } of wrong) process.stdout.write(`${row.label} as ${found}: ${row.file}, ${row.headers.join(' < ')}\n`)
process.stdout.write(`${held.length - wrong.length} of ${held.length} right in documents not learnt from\n`)

const { bias, table } = fitSections(rows)
const madeBy =
  'By eval/train/sections/train.ts from the labelled sections beside it. Stems of words and verdicts of rules with weights; no sentences.'
keepModel(
  'src/domain/documents/sections.model',
  { header: { madeBy, types: sectionTypes, bias }, tables: { types: table } },
  {
    command: 'node eval/train/sections/train.ts',
    data: ['eval/train/sections', 'eval/corpora/labelled-sections.ts'],
    features: ['src/domain/documents/section-features.ts', 'src/domain/documents/section-rules.ts'],
  },
)
