import { createHash } from 'node:crypto'
import type { ContentSource } from '../../../platform/database/generated/prisma/client.ts'
import { fetchPublic } from '../../../platform/fetch-public.ts'
import { FetchRefused } from '../../../platform/public-address.ts'
import { type ExtractedDocument, type SourceBytes, type SourceMetadata, UnreadableSource } from '../../documents/document.ts'
import { runExtraction } from '../../documents/run-extraction.ts'
import type { Section } from '../../documents/section.ts'
import type { LibraryWork } from '../library-work.ts'
import { embedItemsQueue } from '../queues.ts'
import { maxSourceBytes } from '../sources.ts'
import { type NewVersion, recordVersion } from '../versions/record-version.ts'
import { replaceItems, Superseded } from './replace-items.ts'

/** Increased when the way of reading sources changes, so that existing sources are read again. */
const readingVersion = 1

const mediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'application/pdf',
  'text/vtt',
  'application/x-subrip',
  'text/markdown',
  'text/plain',
  'application/json',
  'application/x-ndjson',
  'application/jsonl',
]

export interface IngestOptions {
  privateOrigins: readonly string[]
  /** What any source says waits as a draft. */
  held: boolean
}

/**
 * Reads a queued source and updates its items. Unchanged bytes change nothing. If the source cannot be read, the items of its
 * earlier version stay and `error` says why. Idempotent.
 */
export async function ingestSource(work: LibraryWork, sourceId: number, options: IngestOptions): Promise<void> {
  const { prisma } = work.session
  const source = await prisma.contentSource.findUnique({ where: { id: sourceId } })
  if (!source || source.state === 'ready') return
  try {
    const input = await bytesOf(work, source, options)
    const contentHash = hashOf(input)
    const held = source.held || options.held
    if (contentHash === source.contentHash && (held || (await isShown(work, sourceId)))) return await settle(work, source, {})
    const document = cited(await runExtraction(input), input.address)
    const found = described(document, source)
    const version = { ...found, sections: document.sections, draftedBy: source.addedBy }
    if (held) {
      // A reading that was to be shown may have ended half-way.
      if (source.contentHash === null) await replaceItems(work, source, await shownSections(work, sourceId))
      return await settle(work, source, { contentHash, ...(source.itemCount === 0 && found) }, { version: { ...version, state: 'draft' } })
    }
    // Until all items are stored, they match no version: adding an earlier version again must not count as "unchanged".
    await work.session.prisma.contentSource.updateMany({ where: { id: sourceId, revision: source.revision }, data: { contentHash: null } })
    const itemCount = await replaceItems(work, source, document.sections)
    await settle(work, source, { ...found, itemCount, contentHash }, { version: { ...version, state: 'published' } })
  } catch (error) {
    if (error instanceof Superseded) return
    const known = error instanceof UnreadableSource || error instanceof FetchRefused
    // The queue retries unexpected errors, so the upload is kept; meanwhile, the failed source does not hold up the library.
    const reason = known ? error.message : 'Something went wrong on our side; see failedJobs.'
    await settle(work, source, { state: 'failed', error: reason }, { finished: known })
    if (!known) throw error
  }
}

/** Whether visitors see what was read last. */
async function isShown({ session }: LibraryWork, sourceId: number): Promise<boolean> {
  const last = await session.prisma.sourceVersion.findFirst({ where: { sourceId }, orderBy: { number: 'desc' }, select: { state: true } })
  return last === null || last.state === 'published'
}

async function shownSections({ session }: LibraryWork, sourceId: number): Promise<Section[]> {
  const shown = await session.prisma.sourceVersion.findFirst({ where: { sourceId, state: 'published' }, orderBy: { number: 'desc' } })
  return (shown?.sections ?? []) as unknown as Section[]
}

/** `address` is the final address of a fetched source, after redirects. */
type Input = SourceBytes & { address?: string }

async function bytesOf({ session }: LibraryWork, source: ContentSource, { privateOrigins }: IngestOptions): Promise<Input> {
  const given = source.metadata as SourceMetadata
  const metadata = source.givenTitle === null ? given : { ...given, title: source.givenTitle }
  if (!source.fetched) {
    const upload = await session.prisma.contentUpload.findUnique({ where: { sourceId: source.id } })
    if (!upload) throw new UnreadableSource('Its content is gone; add it again.')
    return { bytes: upload.bytes, mediaType: upload.mediaType, name: source.locator, metadata }
  }
  const limits = { maxBytes: maxSourceBytes, timeoutMs: 30_000, maxRedirects: 5, mediaTypes, privateOrigins }
  const { url, bytes, mediaType } = await fetchPublic(source.locator, limits)
  return { bytes, mediaType, name: new URL(url).pathname, metadata: { ...metadata, base: url }, address: url }
}

/** Fills in the address that the bytes came from where a document names no canonical address. */
function cited(document: ExtractedDocument, address: string | undefined): ExtractedDocument {
  const canonicalUrl = document.canonicalUrl ?? address ?? null
  return {
    ...document,
    canonicalUrl,
    sections: document.sections.map((section) => ({ ...section, sourceUrl: section.sourceUrl ?? canonicalUrl })),
  }
}

function hashOf({ bytes, mediaType, metadata }: SourceBytes): string {
  return createHash('sha256')
    .update(JSON.stringify([readingVersion, mediaType, metadata]))
    .update(bytes)
    .digest('hex')
}

const described = ({ format, title, canonicalUrl, skipped }: ExtractedDocument, source: ContentSource) => ({
  format,
  title: title ?? source.title,
  url: canonicalUrl,
  skipped: skipped.slice(0, 1000),
})

/** Records how the attempt ended, unless the source was added again meanwhile: then a newer job decides. */
async function settle(
  { session, jobs }: LibraryWork,
  { id, revision }: ContentSource,
  outcome: object,
  { finished = true, version }: { finished?: boolean; version?: NewVersion } = {},
) {
  await session.transaction(async (inner) => {
    const data = { state: 'ready' as const, error: null, ...outcome }
    const { count } = await inner.prisma.contentSource.updateMany({ where: { id, revision }, data })
    if (count > 0 && version) await recordVersion(inner, id, version)
    if (count > 0 && finished) await inner.prisma.contentUpload.deleteMany({ where: { sourceId: id } })
    await jobs.enqueue(inner, embedItemsQueue, {})
  })
}
