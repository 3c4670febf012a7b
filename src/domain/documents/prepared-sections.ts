import { z } from 'zod'
import { normalForm } from '../../platform/normal-form.ts'
import { maxInt32 } from '../../platform/values.ts'
import { classify } from './classify.ts'
import { type ExtractedDocument, UnreadableSource } from './document.ts'
import { type Section, sectionTypes, sourceTypes } from './section.ts'

const text = (name: string, max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be text`) })
    .transform((value) => normalForm(value.toWellFormed().replaceAll('\0', ''), 'NFC').trim())
    .pipe(
      z
        .string()
        .min(1, `${name} is required`)
        .max(max, `${name} is over ${max.toLocaleString('en')} characters`),
    )
const seconds = (name: string) =>
  z
    .number(`${name} must be a number of seconds`)
    .int(`${name} must be whole seconds`)
    .min(0, `${name} must not be negative`)
    .max(maxInt32, `${name} is too large`)
    .nullish()
const address = (name: string) =>
  z
    .string(`${name} must be text`)
    .trim()
    .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), `${name} must start with http:// or https://`)
    .nullish()

const preparedLine = z
  .object(
    {
      title: text('title', 500),
      content: text('content', 100_000),
      section_header: text('section_header', 500).nullish(),
      section_type: z.enum(sectionTypes, `section_type must be one of ${sectionTypes.join(', ')}`).nullish(),
      source_type: z.enum(sourceTypes, `source_type must be one of ${sourceTypes.join(', ')}`).nullish(),
      source_url: address('source_url'),
      video_id: text('video_id', 200).nullish(),
      video_duration_seconds: seconds('video_duration_seconds'),
      timestamp_start: seconds('timestamp_start'),
      timestamp_end: seconds('timestamp_end'),
      thumbnail_url: address('thumbnail_url'),
    },
    'it is not an object',
  )
  .refine(
    ({ timestamp_start: start, timestamp_end: end }) => start == null || end == null || end >= start,
    'timestamp_end is before timestamp_start',
  )

/** Sections that someone has prepared, one JSON object a line: taken as they are. A line that is wrong is left out and told. */
export function preparedDocument(source: string, title: string | null): ExtractedDocument {
  const sections: Section[] = []
  const skipped: ExtractedDocument['skipped'] = []
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const place = `line ${index + 1}`
    const value = jsonOrUndefined(line)
    const parsed = preparedLine.safeParse(value)
    if (value === undefined) skipped.push({ place, reason: 'it is not JSON' })
    else if (!parsed.success) skipped.push({ place, reason: [...new Set(parsed.error.issues.map(({ message }) => message))].join('; ') })
    else sections.push(sectionOf(parsed.data))
  }
  if (sections.length === 0) {
    const first = skipped[0]
    throw new UnreadableSource(first ? `None of its lines is usable; ${first.place}: ${first.reason}.` : 'The file is empty.')
  }
  return { format: 'jsonl', title, canonicalUrl: null, sections, skipped }
}

function sectionOf(line: z.infer<typeof preparedLine>): Section {
  const { title, content, section_header: sectionHeader = null, section_type: given } = line
  const headers = sectionHeader ? [sectionHeader] : []
  return {
    title,
    sectionHeader,
    content,
    ...(given ? { sectionType: given, classifiedBy: 'given' } : classify({ title, headers, content })),
    sourceType: line.source_type ?? 'webpage',
    sourceUrl: line.source_url ?? null,
    page: null,
    videoId: line.video_id ?? null,
    videoDurationSeconds: line.video_duration_seconds ?? null,
    timestampStart: line.timestamp_start ?? null,
    timestampEnd: line.timestamp_end ?? null,
    thumbnailUrl: line.thumbnail_url ?? null,
  }
}

function jsonOrUndefined(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
