import { createHash } from 'node:crypto'
import type { ContentSource } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { Section } from '../../documents/section.ts'
import type { LibraryWork } from '../library-work.ts'
import { embedItemsQueue } from '../queues.ts'
import { type IndexedItem, indexItems, lockLibrary, unindexItems } from './index-items.ts'

/** Items written in one transaction: few, because a transaction blocks the embedded database. */
const batchSize = 50

/** The source was added again or removed while it was being read; the newer request wins. */
export class Superseded extends Error {}

/** The version of a source that is being read. */
type Version = Pick<ContentSource, 'id' | 'revision'>

/**
 * Replaces the items of a source by `sections`. Unchanged items keep their id and vectors. New items are added before old ones
 * are removed, so that the source never has a gap. A process killed in between leaves both, and the repeated job finishes.
 * @returns the number of items
 * @throws Superseded
 */
export async function replaceItems({ session, jobs }: LibraryWork, source: Version, sections: readonly Section[]): Promise<number> {
  const { id: sourceId } = source
  const wanted = byHash(sections)
  const rows = [...wanted].map(([contentHash, section], position) => ({ ...section, sourceId, contentHash, position }))
  const present = await session.prisma.contentItem.findMany({
    where: { sourceId },
    select: { contentHash: true, key: true, position: true },
  })
  const kept = new Map(present.map((item) => [item.contentHash, item]))

  for (const batch of batches(rows.filter(({ contentHash }) => !kept.has(contentHash)))) {
    await writing(session, source, async (inner) => {
      await indexItems(inner, await inner.prisma.contentItem.createManyAndReturn({ data: batch, skipDuplicates: true }))
      await jobs.enqueue(inner, embedItemsQueue, {})
    })
  }
  const gone = present.filter(({ contentHash }) => !wanted.has(contentHash))
  await removeItems(
    session,
    source,
    gone.map(({ key }) => key),
  )
  const moved = rows.flatMap(({ contentHash, position }) => {
    const item = kept.get(contentHash)
    return item && item.position !== position ? [{ key: item.key, position }] : []
  })
  for (const batch of batches(moved)) await writing(session, source, (inner) => place(inner, batch))
  return rows.length
}

async function removeItems(session: Session, source: Version, keys: number[]): Promise<void> {
  for (const batch of batches(keys)) {
    await writing(session, source, async (inner) =>
      removeNow(inner, await inner.prisma.contentItem.findMany({ where: { key: { in: batch } } })),
    )
  }
}

/**
 * Removes a source and its items. Each transaction looks for items anew, so items that a job is still writing are removed too.
 * @throws Superseded
 */
export async function removeWithItems(session: Session, source: Version): Promise<void> {
  for (let left = true; left; ) {
    await writing(session, source, async (inner) => {
      const items = await inner.prisma.contentItem.findMany({ where: { sourceId: source.id }, take: batchSize })
      await removeNow(inner, items)
      left = items.length > 0
      if (!left) await inner.prisma.contentSource.delete({ where: { id: source.id } })
    })
  }
}

async function removeNow(inner: Session, items: IndexedItem[]): Promise<void> {
  await unindexItems(inner, items)
  await inner.prisma.contentItem.deleteMany({ where: { key: { in: items.map(({ key }) => key) } } })
}

/** Runs `work` in a transaction that holds the library lock, if the source is still at this version. @throws Superseded */
async function writing(session: Session, { id, revision }: Version, work: (inner: Session) => Promise<void>): Promise<void> {
  await session.transaction(async (inner) => {
    await lockLibrary(inner)
    if ((await inner.prisma.contentSource.count({ where: { id, revision } })) === 0) throw new Superseded()
    await work(inner)
  })
}

/** Stores the new positions of kept items. */
async function place({ prisma }: Session, items: { key: number; position: number }[]) {
  const [keys, positions] = [items.map(({ key }) => key), items.map(({ position }) => position)]
  await prisma.$executeRaw`
    UPDATE content_item SET position = moved.position
    FROM unnest(${keys}::int[], ${positions}::int[]) AS moved (key, position) WHERE content_item.key = moved.key`
}

const byHash = (sections: readonly Section[]) => new Map(sections.map((section) => [hashOf(section), section]))

/** Each of equal sections once, as items are. */
export const distinctSections = (sections: readonly Section[]): Section[] => [...byHash(sections).values()]

/** Identifies equal sections. The rule that classified a section makes no difference. */
function hashOf({ classifiedBy: _rule, ...shown }: Section): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(shown).sort()))
    .digest('base64url')
}

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize))
}
