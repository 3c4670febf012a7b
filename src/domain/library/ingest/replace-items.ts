import { createHash } from 'node:crypto'
import type { ContentSource } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import type { ExtractedDocument } from '../extract/document.ts'
import type { LibraryWork } from '../library-work.ts'
import type { Section } from '../section.ts'
import { indexItems, lockLibrary, unindexItems } from './index-items.ts'

/** Items written in one transaction: a second's work on the embedded database. */
const itemsAtOnce = 100

/**
 * Makes the items of a source those of `document`: items that stay the same keep their id and their vectors. New
 * items come before old ones go, so the source never has a gap; a process killed in between leaves both, and the
 * job, done again, finishes.
 */
export async function replaceItems(
  work: LibraryWork,
  { id: sourceId }: ContentSource,
  document: ExtractedDocument,
): Promise<{ itemCount: number }> {
  const { session, jobs } = work
  const wanted = new Map(document.sections.map((section) => [hashOf(section), section]))
  const present = await session.prisma.contentItem.findMany({
    where: { sourceId },
    select: { contentHash: true, key: true, position: true },
  })
  const kept = new Set(present.map(({ contentHash }) => contentHash))
  const rows = [...wanted].map(([contentHash, section], position) => ({ ...section, sourceId, contentHash, position }))

  const added = rows.filter(({ contentHash }) => !kept.has(contentHash))
  for (const batch of batches(added)) {
    await session.transaction(async (inner) => {
      await lockLibrary(inner)
      const items = await inner.prisma.contentItem.createManyAndReturn({ data: batch, skipDuplicates: true })
      await indexItems(inner, items)
      await jobs.enqueue(inner, 'embed-items', {})
    })
  }

  await removeItems(
    session,
    present.filter(({ contentHash }) => !wanted.has(contentHash)).map(({ key }) => key),
  )
  await reorder(session, sourceId, rows)
  return { itemCount: rows.length }
}

/** Removes items from the library and its search tables. */
export async function removeItems(session: Session, keys: number[]): Promise<void> {
  for (const batch of batches(keys)) {
    await session.transaction(async (inner) => {
      await lockLibrary(inner)
      const items = await inner.prisma.contentItem.findMany({ where: { key: { in: batch } } })
      await unindexItems(inner, items)
      await inner.prisma.contentItem.deleteMany({ where: { key: { in: items.map(({ key }) => key) } } })
    })
  }
}

/** The places of kept items in their source. */
async function reorder({ prisma }: Session, sourceId: number, rows: { contentHash: string; position: number }[]) {
  const places = JSON.stringify(rows.map(({ contentHash, position }) => ({ content_hash: contentHash, position })))
  await prisma.$executeRaw`
    UPDATE content_item SET position = place.position
    FROM json_to_recordset(${places}::json) AS place (content_hash text, position integer)
    WHERE source_id = ${sourceId} AND content_item.content_hash = place.content_hash AND content_item.position <> place.position`
}

function hashOf(section: Section): string {
  const { classifiedBy, ...shown } = section
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(shown).sort()))
    .digest('base64url')
}

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / itemsAtOnce) }, (_, index) =>
    rows.slice(index * itemsAtOnce, (index + 1) * itemsAtOnce),
  )
}
