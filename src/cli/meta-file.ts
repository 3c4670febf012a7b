import { z } from 'zod'

/** What may be told of a source beside its bytes, as `AddSourceInput` names it; the service holds the rules of each. */
export interface SourceMetadata {
  title?: string | null
  url?: string | null
  videoId?: string | null
  videoDurationSeconds?: number | null
  thumbnailUrl?: string | null
  chapters?: { start: number; title: string }[] | null
}

const metaFile = z.object({
  title: z.string().nullish(),
  source_url: z.string().nullish(),
  video_id: z.string().nullish(),
  video_duration_seconds: z.number().nullish(),
  thumbnail_url: z.string().nullish(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })).nullish(),
})

/**
 * Reads a file such as `talk.meta.json` beside `talk.vtt`.
 * @throws ZodError or SyntaxError when the file has another form
 */
export function readMetaFile(json: string): SourceMetadata {
  const meta = metaFile.parse(JSON.parse(json))
  return {
    title: meta.title,
    url: meta.source_url,
    videoId: meta.video_id,
    videoDurationSeconds: meta.video_duration_seconds,
    thumbnailUrl: meta.thumbnail_url,
    chapters: meta.chapters,
  }
}
