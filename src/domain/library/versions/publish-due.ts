import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import { serviceActor } from '../../access/unit-of-work.ts'
import type { Section } from '../../documents/section.ts'
import { replaceItems, Superseded } from '../ingest/replace-items.ts'
import type { LibraryWork } from '../library-work.ts'
import { embedItemsQueue } from '../queues.ts'

/**
 * Publishes the versions whose time has come and takes back those whose time is over. Idempotent: a killed job is repeated. A source
 * that cannot be published keeps none of the others.
 * @throws the first error, after the others are done
 */
export async function publishDue(work: LibraryWork): Promise<void> {
  const now = new Date()
  const due = await work.session.prisma.sourceVersion.findMany({
    where: {
      OR: [
        { state: 'approved', publishFrom: { lte: now } },
        { state: { in: ['approved', 'published'] }, publishUntil: { lte: now } },
      ],
    },
    select: { sourceId: true },
    distinct: ['sourceId'],
  })
  const errors: unknown[] = []
  for (const { sourceId } of due) {
    try {
      await show(work, sourceId, now)
    } catch (error) {
      // Added again or removed meanwhile: what is due then is found the next time.
      if (!(error instanceof Superseded)) errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Lets visitors see the version of a source that counts at this moment, or none. */
async function show(work: LibraryWork, sourceId: number, now: Date) {
  const { prisma } = work.session
  const source = await prisma.contentSource.findUnique({ where: { id: sourceId } })
  // While it is being read, its items are the reading's; what is due then is found the next time.
  if (!source || source.state === 'queued') return
  const shown = await prisma.sourceVersion.findFirst({
    where: {
      sourceId,
      state: { in: ['approved', 'published'] },
      publishFrom: { lte: now },
      OR: [{ publishUntil: null }, { publishUntil: { gt: now } }],
    },
    orderBy: { number: 'desc' },
  })
  const itemCount = await replaceItems(work, source, (shown?.sections ?? []) as unknown as Section[])
  await work.session.transaction(async (inner) => {
    const { count } = await inner.prisma.contentSource.updateMany({
      where: { id: sourceId, revision: source.revision },
      // Without its hash, a source of which nothing is shown is read again when it is added again.
      data: {
        itemCount,
        ...(shown
          ? { title: shown.title, url: shown.url, format: shown.format, skipped: shown.skipped as object[] }
          : { contentHash: null }),
      },
    })
    if (count === 0) throw new Superseded()
    await settle(inner, sourceId, shown, now)
    await work.jobs.enqueue(inner, embedItemsQueue, {})
  })
}

async function settle(inner: Session, sourceId: number, shown: { id: number; number: number } | null, now: Date) {
  const versions = inner.prisma.sourceVersion
  await versions.updateMany({
    where: { sourceId, state: { in: ['approved', 'published'] }, publishUntil: { lte: now } },
    data: { state: 'expired' },
  })
  if (shown) {
    await versions.updateMany({
      where: { sourceId, state: { in: ['approved', 'published'] }, number: { lt: shown.number } },
      data: { state: 'replaced' },
    })
    await versions.update({ where: { id: shown.id }, data: { state: 'published' } })
  }
  const action = shown ? ('content_source.publish' as const) : ('content_source.expire' as const)
  await recordEvent(inner, serviceActor('publish-due'), { action, patientIds: [], recordIds: [sourceId] })
}
