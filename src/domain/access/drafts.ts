import type { Session } from '../../platform/database/session.ts'
import { recordEvent } from './audit.ts'
import { draftText } from './sealed-columns.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Of one person; an older one gives way. */
const mostDrafts = 50
/** Whoever has not come back to it in a month does not. */
const keptDays = 30

export interface Draft {
  /** The field, by its record: `note 12`. */
  place: string
  text: string
}

const ownerOf = (owner: string, place: string) => `${owner} ${place}`

/** What whoever asks has typed and not saved. What cannot be opened any more is left out: a draft must keep nobody from signing in. */
export async function drafts({ session: { prisma, fields }, actor }: UnitOfWork): Promise<Draft[]> {
  const rows = await prisma.draft.findMany({ where: { owner: actor.id }, orderBy: { updatedAt: 'desc' }, take: mostDrafts })
  return rows.flatMap(({ owner, place, sealedText }) => {
    try {
      return [{ place, text: fields.open(draftText, ownerOf(owner, place), sealedText) }]
    } catch {
      return []
    }
  })
}

/** Keeps what is typed in a place, or forgets it where it is empty. */
export async function keepDraft({ session, actor }: UnitOfWork, { place, text }: Draft): Promise<void> {
  const owner = actor.id
  await session.transaction(async (inner) => {
    const { prisma, fields } = inner
    await recordEvent(inner, actor, { action: 'draft.update', patientIds: [], recordIds: [place] })
    if (text === '') return void (await prisma.draft.deleteMany({ where: { owner, place } }))
    const sealedText = fields.seal(draftText, ownerOf(owner, place), text)
    await prisma.draft.upsert({ where: { owner_place: { owner, place } }, create: { owner, place, sealedText }, update: { sealedText } })
    const others = await prisma.draft.findMany({
      where: { owner },
      orderBy: { updatedAt: 'desc' },
      skip: mostDrafts,
      select: { place: true },
    })
    if (others.length > 0) await prisma.draft.deleteMany({ where: { owner, place: { in: others.map((one) => one.place) } } })
  })
}

/** Deletes drafts that nobody came back to. */
export async function pruneDrafts({ prisma }: Session): Promise<void> {
  await prisma.draft.deleteMany({ where: { updatedAt: { lt: new Date(Date.now() - keptDays * 86_400_000) } } })
}
