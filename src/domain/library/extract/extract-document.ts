import type { Section } from '../section.ts'
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
import { videoDocument } from './video-sections.ts'

/**
 * Reads a source of any supported format and cuts it into sections of plain text.
 * @throws UnreadableSource if nothing can be made of it; what is wrong in part is told in `skipped`.
 */
export async function extractDocument(source: SourceBytes): Promise<ExtractedDocument> {
  const format = detectFormat(source)
  const given = plainLine(source.metadata.title ?? '') || null
  if (format === 'pdf') return sectionsOf(format, await readPdf(source.bytes, source.metadata), given, source)
  const text = decodeText(source.bytes, source.mediaType).replace(/^\ufeff/, '')
  if (text.trim() === '') throw new UnreadableSource('The file is empty.')
  if (format === 'jsonl') return preparedDocument(text, given)
  if (format === 'vtt' || format === 'srt') return videoDocument(source, text, format, given ?? nameOf(source))
  const read = { html: readHtml, markdown: readMarkdown, openfda: readOpenFda }[format]
  return sectionsOf(format, read(text, source.metadata), given, source)
}

function sectionsOf(format: SourceFormat, reading: Reading, given: string | null, source: SourceBytes): ExtractedDocument {
  const title = (given ?? reading.title ?? nameOf(source)).slice(0, 500)
  const { canonicalUrl } = reading
  const sections = cutSections(title, reading.blocks).map(
    ({ header, ...section }): Section => ({
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
