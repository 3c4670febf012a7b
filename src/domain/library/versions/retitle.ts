import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { Section } from '../../documents/section.ts'
import { publishDueQueue } from '../queues.ts'
import type { SourceWork } from '../sources.ts'
import { recordVersion } from './record-version.ts'

/**
 * Gives a source another title, which stays when it is read again: a new version, a draft where its last one is not published or its
 * versions wait.
 * @param held whether every version waits to be published (`LIBRARY_REVIEW`)
 * @throws Failure NOT_FOUND; CONFLICT while it is being read, or where its sections have titles of their own
 */
export async function retitleSource({ session, jobs, actor }: SourceWork, id: number, title: string, held: boolean) {
  return session.transaction(async (inner) => {
    const source = await inner.prisma.contentSource.findUnique({ where: { id } })
    if (!source) throw new Failure('NOT_FOUND', 'There is no such source.')
    if (source.state === 'queued') throw new Failure('CONFLICT', 'It is being read; give it its title afterwards.')
    const latest = await inner.prisma.sourceVersion.findFirst({ where: { sourceId: id }, orderBy: { number: 'desc' } })
    if (!latest) throw new Failure('CONFLICT', 'Nothing of it could be read.')
    const sections = latest.sections as unknown as Section[]
    if (new Set(sections.map((section) => section.title)).size > 1) {
      throw new Failure('CONFLICT', 'Its sections have titles of their own; change them in the file and add it again.')
    }
    // What visitors do not see is not shown to them by a title.
    const isShown =
      latest.state === 'published' || (latest.state === 'approved' && latest.publishFrom !== null && latest.publishFrom <= new Date())
    const draft = source.held || held || !isShown
    await recordVersion(inner, id, {
      state: draft ? 'draft' : 'approved',
      format: latest.format,
      title,
      url: latest.url,
      skipped: latest.skipped as { place: string; reason: string }[],
      sections: sections.map((section) => ({ ...section, title })),
      draftedBy: actor.id,
      withAuthors: latest.state === 'draft' || latest.state === 'in_review' ? latest.authors : [],
    })
    if (!draft) await jobs.enqueue(inner, publishDueQueue, {})
    await recordEvent(inner, actor, { action: 'content_source.update', patientIds: [], recordIds: [id] })
    return inner.prisma.contentSource.update({ where: { id }, data: { givenTitle: title, contentHash: null } })
  })
}
