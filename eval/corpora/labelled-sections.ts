import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { cutSections } from '../../src/domain/documents/cut-sections.ts'
import { detectFormat } from '../../src/domain/documents/detect-format.ts'
import { extractDocument, readBlocks } from '../../src/domain/documents/extract-document.ts'
import type { SectionType } from '../../src/domain/documents/section.ts'
import type { SectionText } from '../../src/domain/documents/section-features.ts'
import { documentPath } from './documents.ts'

interface Label {
  /** The sort of source. */
  kind?: string
  label: SectionType
  /** A second type that is as right. */
  also?: SectionType
}

export interface LabelledSection extends SectionText, Label {
  /** Sections of one file are learnt from, or held out, together. */
  file: string
}

/** A section of a document at hand; its text stays in the document. */
interface RealSection extends Label {
  file: string
  headings: string[]
  opening: string
}

interface WrittenSection extends Label {
  title: string
  headings: string[]
  content: string
}

const rowsOf = <Row>(path: string): Row[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Sections that somebody wrote and labelled; each stands alone. */
export const writtenSections = (path: string): LabelledSection[] =>
  rowsOf<WrittenSection>(path).map(({ headings, ...row }, index) => ({ ...row, headers: headings, file: `${basename(path)} ${index}` }))

/** The sections that labels are about, read from their documents again. One that is not cut in this way any more is left out. */
export async function realSections(path: string): Promise<LabelledSection[]> {
  const files = Map.groupBy(rowsOf<RealSection>(path), ({ file }) => file)
  const rows: LabelledSection[] = []
  for (const [file, ofFile] of files) {
    const { title, sections } = await sectionsOf(file)
    for (const { headings, opening, ...label } of ofFile) {
      const found = sections.find((one) => one.content.startsWith(opening) && one.headings[0] === headings[0])
      if (found) rows.push({ ...label, file, title, headers: found.headings, content: found.content })
    }
  }
  return rows
}

async function sectionsOf(name: string): Promise<{ title: string; sections: { headings: string[]; content: string }[] }> {
  const source = { bytes: new Uint8Array(readFileSync(documentPath(name))), name, metadata: {} }
  const format = detectFormat(source)
  if (format === 'vtt') {
    const { title, sections } = await extractDocument(source)
    return {
      title: title ?? name,
      sections: sections.map(({ sectionHeader, content }) => ({ headings: sectionHeader ? [sectionHeader] : [], content })),
    }
  }
  const reading = await readBlocks(format as Parameters<typeof readBlocks>[0], source)
  const title = reading.title ?? name
  return { title, sections: cutSections(title, reading.blocks) }
}
