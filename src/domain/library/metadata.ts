import { z } from 'zod'
import { text } from '../../platform/values.ts'
import type { SourceMetadata } from '../documents/document.ts'

const seconds = z.int().min(0).max(1_000_000)
const address = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), { error: 'must be an http or https address', abort: true })
  .refine((value) => new URL(value).username + new URL(value).password === '', 'must not hold a user name or password')

export const chapterRules = z.object({ start: seconds, title: text(200) })

/** Validation of the metadata that may come with a source's bytes. */
export const metadataRules = {
  title: text(300).nullish(),
  url: address.nullish(),
  videoId: text(200).nullish(),
  videoDurationSeconds: seconds.nullish(),
  thumbnailUrl: address.nullish(),
  chapters: z.array(chapterRules).max(500).nullish(),
}

/** The content of a metadata file, for example `talk.meta.json` beside `talk.vtt`. */
const metaFile = z
  .object({
    title: metadataRules.title,
    source_url: metadataRules.url,
    video_id: metadataRules.videoId,
    video_duration_seconds: metadataRules.videoDurationSeconds,
    thumbnail_url: metadataRules.thumbnailUrl,
    chapters: metadataRules.chapters,
  })
  .transform((meta) => ({
    title: meta.title,
    url: meta.source_url,
    videoId: meta.video_id,
    videoDurationSeconds: meta.video_duration_seconds,
    thumbnailUrl: meta.thumbnail_url,
    chapters: meta.chapters,
  }))

/** Reads a metadata file. @throws ZodError or SyntaxError for invalid content */
export const metadataOf = (json: string): SourceMetadata => metaFile.parse(JSON.parse(json))
