import type { ParsedDocument } from './block.ts'
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
 * Reads a source of any supported format and cuts it into sections of plain text. The stages of this folder, in order:
 *
 * 1. `run-extraction` starts a worker thread with a time and a memory limit; everything below runs in it.
 * 2. `detect-format` tells the format by media type, name and first bytes; `decode-text` finds the encoding.
 * 3. One reader a format makes blocks (headings, paragraphs, list items, table rows) in reading order: `read-html`
 *    (`main-content`, `html-blocks`), `read-pdf` (`pdf-lines`, `pdf-furniture`, `pdf-blocks`), `read-markdown`,
 *    `read-openfda` (`label-text`, `run-in-headings`, `openfda-tables`). Videos (`read-transcript`, `cut-transcript`, `video-sections`) and prepared JSON lines
 *    (`prepared-sections`) skip this stage and make sections at once.
 * 4. `cut-sections` groups the blocks under their headings, joins tiny groups and cuts long ones (`split-text`).
 * 5. `classify` gives each section its type, as a model does that learnt from labelled sections (`section-features`, `section-rules`).
 *
 * `chunks` cuts a section again, into the passages that are embedded.
 * @throws UnreadableSource if no section comes of it; `skipped` names the parts that could not be read
 */
export async function extractDocument(source: SourceBytes): Promise<ExtractedDocument> {
  const format = detectFormat(source)
  if (format === 'jsonl') return preparedDocument(textOf(source), givenTitle(source))
  if (format === 'vtt' || format === 'srt') return videoDocument(source, textOf(source), format, givenTitle(source) ?? nameOf(source))
  return sectionsOf(format, await readBlocks(format, source), givenTitle(source), source)
}

/** The blocks of a document that has headings and text. @throws UnreadableSource */
export async function readBlocks(format: 'html' | 'pdf' | 'markdown' | 'openfda', source: SourceBytes): Promise<ParsedDocument> {
  if (format === 'pdf') return readPdf(source.bytes, source.metadata)
  return { html: readHtml, markdown: readMarkdown, openfda: readOpenFda }[format](textOf(source), source.metadata)
}

function textOf({ bytes, mediaType }: SourceBytes): string {
  const text = decodeText(bytes, mediaType).replace(/^\ufeff/, '')
  if (text.trim() === '') throw new UnreadableSource('The file is empty.')
  return text
}

const givenTitle = ({ metadata }: SourceBytes) => plainLine(metadata.title ?? '') || null

function sectionsOf(format: SourceFormat, reading: ParsedDocument, given: string | null, source: SourceBytes): ExtractedDocument {
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

/** The file's name, where nothing else gives a title. */
function nameOf({ name }: SourceBytes): string {
  return plainLine(name.replace(/^.*[\\/]/, '').replace(/\.[a-z0-9]{1,8}$/i, '')) || 'Untitled'
}
