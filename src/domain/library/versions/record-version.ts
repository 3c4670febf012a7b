import type { Session } from '../../../platform/database/session.ts'
import { UnreadableSource } from '../../documents/document.ts'
import type { Section } from '../../documents/section.ts'
import { distinctSections } from '../ingest/replace-items.ts'

/** Versions of a source that are kept; of earlier ones, those that visitors see or that wait are kept, too. */
const keptVersions = 10

export interface NewVersion {
  state: 'draft' | 'approved' | 'published'
  format: string | null
  title: string | null
  url: string | null
  skipped: { place: string; reason: string }[]
  sections: Section[]
  draftedBy: string
  /** Whose words are in it, too, and were not approved by another. */
  withAuthors?: readonly string[]
}

/**
 * Keeps what a source says now as its next version. A draft takes the place of one that nobody has approved, a published version
 * that of all others; it ends when the one before it would have ended. The caller holds a transaction.
 */
export async function recordVersion(
  { prisma }: Session,
  sourceId: number,
  { state, sections: read, withAuthors = [], ...version }: NewVersion,
) {
  const sections = distinctSections(read)
  // JSON may hold it, and the text of an item may not.
  if (sections.some((section) => Object.values(section).some((value) => typeof value === 'string' && value.includes('\0'))))
    throw new UnreadableSource('It holds the character NUL, which no text may.')
  const now = new Date()
  // Versions of one source are counted one after the other.
  await prisma.$queryRaw`SELECT 1 FROM content_source WHERE id = ${sourceId} FOR UPDATE`
  const earlier = await prisma.sourceVersion.findMany({
    where: { sourceId },
    select: { number: true, state: true, publishFrom: true, publishUntil: true },
    orderBy: { number: 'desc' },
  })
  const before = earlier.find(
    (one) => one.state === 'published' || (one.state === 'approved' && one.publishFrom !== null && one.publishFrom <= now),
  )
  const ends = before?.publishUntil ?? null
  await prisma.sourceVersion.updateMany({
    where: { sourceId, state: { in: state === 'published' ? ['draft', 'in_review', 'approved', 'published'] : ['draft', 'in_review'] } },
    data: { state: 'replaced' },
  })
  const number = (earlier[0]?.number ?? 0) + 1
  await prisma.sourceVersion.deleteMany({
    where: { sourceId, number: { lte: number - keptVersions }, state: { in: ['replaced', 'expired'] } },
  })
  return prisma.sourceVersion.create({
    data: {
      ...version,
      sourceId,
      number,
      state,
      sections: sections as object[],
      sectionCount: sections.length,
      authors: [...new Set([...withAuthors, version.draftedBy])],
      // What is read anew is shown anew, though the time of the version before it is over.
      ...(state !== 'draft' && { publishFrom: now, publishUntil: state === 'published' && ends !== null && ends <= now ? null : ends }),
    },
  })
}
