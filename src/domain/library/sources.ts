import { Failure } from '../../platform/failure.ts'
import { type Actor, recordEvent } from '../access/audit.ts'
import type { SourceMetadata } from '../documents/document.ts'
import { removeWithItems, Superseded } from './ingest/replace-items.ts'
import type { LibraryWork } from './library-work.ts'
import { ingestSourceQueue } from './queues.ts'

/** 25 MiB. A European public assessment report of 480 pages has 3 MiB. */
export const maxSourceBytes = 25 * 1024 * 1024

/** What a change of the sources needs: who makes it, too. */
export type SourceWork = LibraryWork & { actor: Actor }

export interface NewSource {
  /** The address to fetch, or the name of a file; the same locator replaces the source. */
  locator: string
  /** The content of a file; absent for an address. */
  bytes?: Uint8Array<ArrayBuffer>
  mediaType?: string | null
  metadata: SourceMetadata
  /** Whether what is read waits to be published, from now on; as before where absent, and at once for a new source. */
  draft?: boolean | null | undefined
}

/** Adds or replaces a source. A job reads it; only items that changed are updated. */
export async function addSource({ session, jobs, actor }: SourceWork, { locator, bytes, mediaType, metadata, draft }: NewSource) {
  return session.transaction(async (inner) => {
    const fetched = bytes === undefined
    const added = { addedBy: actor.id, ...(draft != null && { held: draft }) }
    const data = { fetched, metadata: { ...metadata }, state: 'queued' as const, error: null, ...added }
    const source = await inner.prisma.contentSource.upsert({
      where: { locator },
      create: { locator, ...data },
      update: { ...data, revision: { increment: 1 }, ...(metadata.title != null && { givenTitle: null }) },
    })
    if (bytes) {
      const upload = { bytes, mediaType }
      await inner.prisma.contentUpload.upsert({
        where: { sourceId: source.id },
        create: { sourceId: source.id, ...upload },
        update: upload,
      })
    }
    await jobs.enqueue(inner, ingestSourceQueue, { sourceId: source.id })
    await recordEvent(inner, actor, { action: 'content_source.add', patientIds: [], recordIds: [source.id] })
    return source
  })
}

/**
 * Fetches an address again.
 * @throws Failure NOT_FOUND; CONFLICT for a file, which has to be uploaded again
 */
export async function refreshSource({ session, jobs, actor }: SourceWork, id: number) {
  return session.transaction(async (inner) => {
    const source = await inner.prisma.contentSource.findUnique({ where: { id } })
    if (!source) throw new Failure('NOT_FOUND', 'There is no such source.')
    if (!source.fetched) throw new Failure('CONFLICT', 'A file cannot be fetched again; add it again.')
    await jobs.enqueue(inner, ingestSourceQueue, { sourceId: id })
    await recordEvent(inner, actor, { action: 'content_source.refresh', patientIds: [], recordIds: [id] })
    return inner.prisma.contentSource.update({ where: { id }, data: { state: 'queued', error: null, revision: { increment: 1 } } })
  })
}

/**
 * Removes a source with its items.
 * @throws Failure NOT_FOUND; CONFLICT if the source is added again meanwhile
 */
export async function removeSource({ session, actor }: Pick<SourceWork, 'session' | 'actor'>, id: number) {
  const source = await session.transaction(async (inner) => {
    // Keeps jobs off the source. Without its hash, a half-removed source cannot pass for unchanged when it is added again.
    const [kept] = await inner.prisma.contentSource.updateManyAndReturn({
      where: { id },
      data: { state: 'ready', contentHash: null, revision: { increment: 1 } },
    })
    if (!kept) throw new Failure('NOT_FOUND', 'There is no such source.')
    await recordEvent(inner, actor, { action: 'content_source.remove', patientIds: [], recordIds: [id] })
    return kept
  })
  try {
    await removeWithItems(session, source)
  } catch (error) {
    if (error instanceof Superseded) throw new Failure('CONFLICT', 'The source was added again while it was being removed.')
    throw error
  }
  return source
}
