import type { ContentItem, Prisma } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { allowsContentPages } from '../access/widget-clients.ts'

/** A section with its place among those of its source, as its own page shows it. */
export interface PublishedItem {
  item: ContentItem
  /** From 1. */
  place: number
  count: number
  previous: ContentItem | null
  next: ContentItem | null
}

/** The section for its page at `/content/{id}`; null where there is none, and where no widget client allows such pages. */
export async function publishedItem(session: Session, id: string): Promise<PublishedItem | null> {
  const { contentItem } = session.prisma
  const item = (await allowsContentPages(session)) ? await contentItem.findUnique({ where: { id } }) : null
  if (!item) return null
  const { sourceId, position, key } = item
  const before = { sourceId, OR: [{ position: { lt: position } }, { position, key: { lt: key } }] } satisfies Prisma.ContentItemWhereInput
  const after = { sourceId, OR: [{ position: { gt: position } }, { position, key: { gt: key } }] } satisfies Prisma.ContentItemWhereInput
  const [earlier, count, previous, next] = await Promise.all([
    contentItem.count({ where: before }),
    contentItem.count({ where: { sourceId } }),
    contentItem.findFirst({ where: before, orderBy: [{ position: 'desc' }, { key: 'desc' }] }),
    contentItem.findFirst({ where: after, orderBy: [{ position: 'asc' }, { key: 'asc' }] }),
  ])
  return { item, place: earlier + 1, count, previous, next }
}

/** The id of a section without a public address that answers cited by its title alone; undefined where there is none any more. */
export async function itemLike({ prisma }: Session, cited: Pick<ContentItem, 'title' | 'sectionType'>): Promise<string | undefined> {
  const { title, sectionType } = cited
  const where = { title, sectionType, sourceUrl: null }
  return (await prisma.contentItem.findFirst({ where, orderBy: [{ position: 'asc' }, { key: 'asc' }], select: { id: true } }))?.id
}
