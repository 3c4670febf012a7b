import type { Session } from '../../../platform/database/session.ts'
import type { Section } from '../../documents/section.ts'

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
}

/**
 * Keeps what a source says now as its next version. A draft takes the place of one that nobody has approved, a published version
 * that of all others; it ends when the one before it would have ended. The caller holds a transaction.
 */
export async function recordVersion({ prisma }: Session, sourceId: number, { state, sections, ...version }: NewVersion) {
  const earlier = await prisma.sourceVersion.findMany({
    where: { sourceId },
    select: { number: true, state: true, publishUntil: true },
    orderBy: { number: 'desc' },
  })
  const before = earlier.find((one) => one.state === 'published')
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
      ...(state !== 'draft' && { publishFrom: new Date(), publishUntil: before?.publishUntil ?? null }),
    },
  })
}
