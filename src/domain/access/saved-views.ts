import type { SavedView } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from './audit.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Nobody finds a view again among more. */
const mostViews = 50

/** The views of whoever asks, by name. */
export const savedViews = ({ session, actor }: UnitOfWork): Promise<SavedView[]> =>
  session.prisma.savedView.findMany({ where: { owner: actor.id }, orderBy: { name: 'asc' } })

/** Keeps a page with its filters under a name; the same name again replaces it. @throws Failure CONFLICT where there are 50 */
export function saveView({ session, actor }: UnitOfWork, { name, address }: { name: string; address: string }): Promise<SavedView> {
  return session.transaction(async (inner) => {
    const { prisma } = inner
    const owner = actor.id
    if ((await prisma.savedView.count({ where: { owner, NOT: { name } } })) >= mostViews)
      throw new Failure('CONFLICT', `There are ${mostViews} views of yours already: remove one first.`)
    const view = await prisma.savedView.upsert({
      where: { owner_name: { owner, name } },
      create: { owner, name, address },
      update: { address },
    })
    await recordEvent(inner, actor, { action: 'saved_view.create', patientIds: [], recordIds: [view.id] })
    return view
  })
}

/** @throws Failure NOT_FOUND, also of somebody else's */
export function removeView({ session, actor }: UnitOfWork, id: number): Promise<SavedView> {
  return session.transaction(async (inner) => {
    const view = await inner.prisma.savedView.findFirst({ where: { id, owner: actor.id } })
    if (!view) throw new Failure('NOT_FOUND', `There is no view ${id} of yours.`)
    await inner.prisma.savedView.delete({ where: { id } })
    await recordEvent(inner, actor, { action: 'saved_view.remove', patientIds: [], recordIds: [id] })
    return view
  })
}
