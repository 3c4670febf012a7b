import type { Section } from './section.ts'

export type SourceFormat = 'html' | 'pdf' | 'vtt' | 'srt' | 'markdown' | 'openfda' | 'jsonl'

/** What whoever adds a source knows of it and its bytes do not say. */
export interface SourceMetadata {
  title?: string | null
  /** The public address to cite. Goes before what the source itself names as canonical. */
  url?: string | null
  videoId?: string | null
  videoDurationSeconds?: number | null
  thumbnailUrl?: string | null
  /** Where it was fetched from: relative addresses in it begin there. */
  base?: string | null
  /** Headings of a video, by the second they start at. */
  chapters?: { start: number; title: string }[] | null
}

export interface SourceBytes {
  bytes: Uint8Array
  /** File name or last part of the address: tells the format where `mediaType` does not, and is the title of last resort. */
  name: string
  /** As HTTP tells it, for example `text/html; charset=iso-8859-1`. */
  mediaType?: string | null
  metadata: SourceMetadata
}

/** A source, read and cut. */
export interface ExtractedDocument {
  format: SourceFormat
  title: string | null
  canonicalUrl: string | null
  sections: Section[]
  /** What was left out and why, for example `{ place: 'line 17', reason: 'title is required' }`. */
  skipped: { place: string; reason: string }[]
}

/** A source that cannot be read. The message is for staff and says what to do; it holds no content of the source. */
export class UnreadableSource extends Error {}
