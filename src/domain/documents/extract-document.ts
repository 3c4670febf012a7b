import type { Reading } from './block.ts'
import { cutSections } from './cut-sections.ts'
import { decodeText } from './decode-text.ts'
import { detectFormat } from './detect-format.ts'
import { type ExtractedDocument, type SourceBytes, type SourceFormat, UnreadableSource } from './document.ts'
import { plainLine } from './plain-text.ts'
import { preparedDocument } from './prepared-sections.ts'
import { readHtml } from './read-html.ts'
import { readMarkdown } from './read-markdown.ts'
import { readOpenFda } from './read-openfda.ts'
import { readPdf } from './read-pdf.ts'
import type { Section } from './section.ts'
import { videoDocument } from './video-sections.ts'

/**
 * Reads a source of any supported format and cuts it into sections of plain text.
 * @throws UnreadableSource if nothing can be made of it; what is wrong in part is told in `skipped`.
 */
export async function extractDocument(source: SourceBytes): Promise<ExtractedDocument> {
  const format = detectFormat(source)
  if (format === 'jsonl') return preparedDocument(textOf(source), givenTitle(source))
  if (format === 'vtt' || format === 'srt') return videoDocument(source, textOf(source), format, givenTitle(source) ?? nameOf(source))
  return sectionsOf(format, await readBlocks(format, source), givenTitle(source), source)
}

/** The headings and texts of a document that has such. @throws UnreadableSource */
export async function readBlocks(format: 'html' | 'pdf' | 'markdown' | 'openfda', source: SourceBytes): Promise<Reading> {
  if (format === 'pdf') return readPdf(source.bytes, source.metadata)
  return { html: readHtml, markdown: readMarkdown, openfda: readOpenFda }[format](textOf(source), source.metadata)
}

function textOf({ bytes, mediaType }: SourceBytes): string {
  const text = decodeText(bytes, mediaType).replace(/^\ufeff/, '')
  if (text.trim() === '') throw new UnreadableSource('The file is empty.')
  return text
}

const givenTitle = ({ metadata }: SourceBytes) => plainLine(metadata.title ?? '') || null

function sectionsOf(format: SourceFormat, reading: Reading, given: string | null, source: SourceBytes): ExtractedDocument {
  const title = (given ?? reading.title ?? nameOf(source)).slice(0, 500)
  const { canonicalUrl } = reading
  const sections = cutSections(title, reading.blocks).map(
    ({ header, headings: _headings, ...section }): Section => ({
      title,
      sectionHeader: header,
      ...section,
      sourceType: format === 'pdf' ? 'pdf' : 'webpage',
      sourceUrl: canonicalUrl,
      videoId: null,
      videoDurationSeconds: null,
      timestampStart: null,
      timestampEnd: null,
      thumbnailUrl: null,
    }),
  )
  if (sections.length === 0) throw new UnreadableSource('No text was found in it.')
  return { format, title, canonicalUrl, sections, skipped: [] }
}

/** The title of last resort. */
function nameOf({ name }: SourceBytes): string {
  return plainLine(name.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,8}$/i, '')) || 'Untitled'
}
