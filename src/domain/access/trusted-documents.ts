import { createHash } from 'node:crypto'
import type { TrustedDocument } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from './audit.ts'
import { accessChanged, onAccessChanged } from './events.ts'
import type { UnitOfWork } from './unit-of-work.ts'

type Access = Pick<UnitOfWork, 'session' | 'actor' | 'events'>

/** The id of a document: `sha256:` and the SHA-256 of its text in hexadecimal digits (GraphQL over HTTP, Persisted Documents). */
const documentIdOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** Registers documents that clients may name by their ids. One that is registered already stays as it is. */
export async function registerDocuments(
  { session, actor, events }: Access,
  documents: readonly { name: string; text: string }[],
): Promise<TrustedDocument[]> {
  const data = documents.map(({ name, text }) => ({ id: documentIdOf(text), name, text, createdBy: actor.id }))
  const ids = [...new Set(data.map(({ id }) => id))]
  return session.transaction(async (inner) => {
    await inner.prisma.trustedDocument.createMany({ data, skipDuplicates: true })
    await recordEvent(inner, actor, { action: 'trusted_document.register', patientIds: [], recordIds: ids })
    inner.afterCommit(() => events.signal(accessChanged))
    const registered = await inner.prisma.trustedDocument.findMany({ where: { id: { in: ids } } })
    return ids.flatMap((id) => registered.find((one) => one.id === id) ?? [])
  })
}

/** Takes a document back: its id is unknown from then on. @throws Failure NOT_FOUND */
export async function removeDocument({ session, actor, events }: Access, id: string): Promise<TrustedDocument> {
  return session.transaction(async (inner) => {
    const document = await inner.prisma.trustedDocument.findUnique({ where: { id } })
    if (!document) throw new Failure('NOT_FOUND', 'There is no such document.')
    await inner.prisma.trustedDocument.deleteMany({ where: { id } })
    await recordEvent(inner, actor, { action: 'trusted_document.remove', patientIds: [], recordIds: [id] })
    inner.afterCommit(() => events.signal(accessChanged))
    return document
  })
}

/** How long a text is kept in memory. A removal clears them at once; an instance that hears of it late, within this time. */
const keptMs = 5_000
const mostKept = 10_000

/** The registered documents, as the endpoints ask for them. */
export interface TrustedDocuments {
  idOf(text: string): string
  /** The text of a registered document; undefined for every other id. */
  textOf(id: string): Promise<string | undefined>
}

/** @param shipped texts that are registered by being part of this program */
export function createTrustedDocuments(session: Session, events: Events, shipped: readonly string[]): TrustedDocuments {
  const own = new Map(shipped.map((text) => [documentIdOf(text), text]))
  const kept = new Map<string, { until: number; text: string }>()
  void onAccessChanged(events, () => kept.clear())
  async function textOf(id: string) {
    const ours = own.get(id)
    if (ours !== undefined) return ours
    const known = kept.get(id)
    if (known && known.until > Date.now()) return known.text
    const document = await session.prisma.trustedDocument.findUnique({ where: { id }, select: { text: true } })
    if (kept.size >= mostKept) kept.clear()
    if (document) kept.set(id, { until: Date.now() + keptMs, text: document.text })
    return document?.text
  }
  return { idOf: documentIdOf, textOf }
}
