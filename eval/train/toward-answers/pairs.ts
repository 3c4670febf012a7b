import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chunkTexts } from '../../../src/domain/documents/chunks.ts'
import { extractDocument } from '../../../src/domain/documents/extract-document.ts'
import type { Section } from '../../../src/domain/documents/section.ts'
import { sharedData } from '../../corpora/shared-data.ts'

/** A section with the texts that are embedded of it. */
interface Passage {
  document: string
  chunks: string[]
}

/** Questions with the passage that answers each; passages of a document are told apart. */
export interface Pairs {
  passages: Passage[]
  pairs: { question: string; passage: number }[]
}

const folder = (name: string) => join(import.meta.dirname, name)
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

export interface Page {
  title: string
  header: string
  text: string
  questions: string[]
}

/** Pages that were written to be learnt from, by file. */
export const pageFiles = (): { name: string; pages: Page[] }[] =>
  readdirSync(folder('pages'))
    .toSorted()
    .map((file) => ({ name: file.replace('.jsonl', ''), pages: linesOf(join(folder('pages'), file)).map((line) => JSON.parse(line)) }))

const kinds = ['us_labels_json', 'us_labels_html', 'eu_leaflets_html', 'pdf']

/** A public label or leaflet, by its file name. */
async function sectionsOf(name: string): Promise<Section[]> {
  const path = kinds.map((kind) => join(sharedData('content_library'), kind, basename(name))).find((one) => existsSync(one))
  if (!path) throw new Error(`There is no document ${name}.`)
  return (await extractDocument({ bytes: new Uint8Array(readFileSync(path)), name, metadata: {} })).sections
}

/** All questions with what answers them: of pages, but for some files of these, and of public labels and leaflets. */
export async function allPairs(without: readonly string[] = []): Promise<Pairs> {
  const result: Pairs = { passages: [], pairs: [] }
  for (const { name, pages } of pageFiles().filter((file) => !without.includes(file.name)))
    for (const { title, header, text, questions } of pages) {
      const passage = result.passages.push({ document: name, chunks: chunkTexts({ title, sectionHeader: header, content: text }) }) - 1
      result.pairs.push(...questions.map((question) => ({ question, passage })))
    }
  const rows = readdirSync(folder('questions')).flatMap((file) =>
    linesOf(join(folder('questions'), file))
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split('\t') as [document: string, heading: string, question: string]),
  )
  for (const document of new Set(rows.map(([name]) => name))) {
    const known = new Map<string, number>()
    for (const section of await sectionsOf(document)) {
      const heading = (section.sectionHeader ?? '').replace(/\s+/g, ' ')
      const same = known.get(heading)
      // Several under one heading are one: which of them is meant is not known.
      if (same !== undefined) result.passages[same]?.chunks.push(...chunkTexts(section))
      else known.set(heading, result.passages.push({ document, chunks: chunkTexts(section) }) - 1)
    }
    for (const [, heading, question] of rows.filter(([name]) => name === document)) {
      const passage = known.get(heading)
      if (passage !== undefined) result.pairs.push({ question, passage })
    }
  }
  return result
}
