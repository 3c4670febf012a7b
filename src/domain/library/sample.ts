import { readdir, readFile } from 'node:fs/promises'
import { serviceActor } from '../access/unit-of-work.ts'
import { lockLibrary } from './ingest/index-items.ts'
import type { LibraryWork } from './library-work.ts'
import { metadataOf } from './metadata.ts'
import { addSource } from './sources.ts'

const folder = new URL('../../../prisma/seed/library/', import.meta.url)

/**
 * Adds the sample library (prisma/seed/library) to a database that has no sources: only once, even if several instances start
 * together, and not again after someone has removed it.
 */
export async function addSampleLibrary({ session, jobs }: LibraryWork): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(html|pdf|vtt)$/.test(name)).sort()
  const sources = await Promise.all(
    names.map(async (name) => ({
      locator: `sample/${name}`,
      bytes: new Uint8Array(await readFile(new URL(name, folder))),
      metadata: metadataOf(await readFile(new URL(name.replace(/\.\w+$/, '.meta.json'), folder), 'utf8').catch(() => '{}')),
    })),
  )
  await session.transaction(async (inner) => {
    await lockLibrary(inner)
    const { sampleLoadedAt } = await inner.prisma.libraryState.findUniqueOrThrow({ where: { id: 1 } })
    if (sampleLoadedAt !== null || (await inner.prisma.contentSource.count()) > 0) return
    for (const source of sources) await addSource({ session: inner, jobs, actor: serviceActor('sample-library') }, source)
    await inner.prisma.libraryState.update({ where: { id: 1 }, data: { sampleLoadedAt: new Date() } })
  })
}
