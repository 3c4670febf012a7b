import { classify } from './classify.ts'
import { cutTranscript } from './cut-transcript.ts'
import type { ExtractedDocument, SourceBytes } from './document.ts'
import { plainLine, plainText } from './plain-text.ts'
import { webAddress } from './read-html.ts'
import { readTranscript } from './read-transcript.ts'
import type { Section } from './section.ts'

/** The transcript of a video as sections that say where in the video they are. */
export async function videoDocument(source: SourceBytes, text: string, format: 'vtt' | 'srt', title: string): Promise<ExtractedDocument> {
  const { metadata } = source
  const { utterances, unreadable } = await readTranscript(text, format)
  const url = webAddress(metadata.url)
  const youtube = url ? youtubeId(new URL(url)) : null
  const duration = metadata.videoDurationSeconds ?? Math.ceil(Math.max(...utterances.map(({ end }) => end)))
  const video = {
    videoId: metadata.videoId ?? youtube ?? source.name.replace(/^.*\//, '').replace(/\.[^.]+$/, ''),
    videoDurationSeconds: duration,
    thumbnailUrl: metadata.thumbnailUrl ?? (youtube ? `https://i.ytimg.com/vi/${youtube}/hqdefault.jpg` : null),
  }
  const sections = cutTranscript(utterances, metadata.chapters).map((piece): Section => {
    const sectionHeader = plainLine(piece.header ?? '') || null
    const content = plainText(piece.content)
    const timestampEnd = Math.min(Math.ceil(piece.end), duration)
    return {
      title,
      sectionHeader,
      content,
      ...classify({ title, headers: sectionHeader ? [sectionHeader] : [], content }),
      sourceType: 'video',
      sourceUrl: url,
      page: null,
      ...video,
      timestampStart: Math.min(Math.floor(piece.start), timestampEnd),
      timestampEnd,
    }
  })
  const skipped = unreadable > 0 ? [{ place: 'cues', reason: `${unreadable} cues could not be read` }] : []
  return { format, title, canonicalUrl: url, sections, skipped }
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^(www|m)\./, '')
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : /^youtube(-nocookie)?\.com$/.test(host)
        ? (searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(pathname)?.[1])
        : null
  return id && /^[\w-]{6,20}$/.test(id) ? id : null
}
