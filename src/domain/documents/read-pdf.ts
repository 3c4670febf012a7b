import type { Block, ParsedDocument } from './block.ts'
import { type SourceMetadata, UnreadableSource } from './document.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { withoutPdfFurniture } from './pdf-furniture.ts'
import { pdfLines } from './pdf-lines.ts'
import { withAlignedTables } from './pdf-tables.ts'
import { plainLine } from './plain-text.ts'
import { webAddress } from './read-html.ts'
import { readableHeading } from './section-heading.ts'

/** Reads the text of a PDF: paragraphs from its lines, headings from how they look, and the page of each. */
export async function readPdf(bytes: Uint8Array, metadata: SourceMetadata): Promise<ParsedDocument> {
  const { title, lines } = await pdfLines(bytes)
  if (lines.reduce((letters, { text }) => letters + text.trim().length, 0) < 20) {
    throw new UnreadableSource('The PDF has no text: its pages may be scanned images. Run text recognition on it first.')
  }
  const blocks = pdfBlocks(withAlignedTables(withoutPdfFurniture(lines)))
  return { title: titleFrom(plainLine(title ?? ''), blocks), canonicalUrl: webAddress(metadata.url), blocks }
}

/** FDA labels begin alike; the name is in their first sentence. */
const labelStart = /needed to use (.{3,80}?) safely/i

function titleFrom(own: string, blocks: Block[]): string | null {
  const name = [own, ...blocks.slice(0, 8).map(({ text }) => text)].map((text) => labelStart.exec(text)?.[1]).find(Boolean)
  if (name) return readableHeading(name, '')
  // Many files carry the name of their Word document, or none.
  const usable = own.length > 2 && own.length <= 150 && !/\.(docx?|pdf|indd)$|^microsoft word|^untitled/i.test(own)
  if (usable)
    return own
      .replace(/[;,\s]+$/, '')
      .replace(/, INN-(.+)$/, ' ($1)')
      .replace(/\s+\|\s+[^|]{2,30}$/, '')
  return blocks.slice(0, 3).find(({ level, text }) => level !== undefined && text.length <= 120)?.text ?? null
}
