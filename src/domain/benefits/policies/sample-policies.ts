import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { addPolicy } from './policy-documents.ts'

const folder = new URL('../../../../prisma/seed/policies/', import.meta.url)

const description = z.object({ file: z.string(), payer_id: z.string(), title: z.string(), effective_date: z.string().nullish() })

/** Puts the sample policies (prisma/seed/policies) into a database that has none of them: once, also where instances start together. */
export async function addSamplePolicies({ session, jobs, actor }: Omit<UnitOfWork, 'events'>): Promise<void> {
  const described = z.array(description).parse(JSON.parse(await readFile(new URL('policies.json', folder), 'utf8')))
  const present = new Set(await readdir(folder))
  await session.transaction(async (inner) => {
    await inner.prisma.$queryRaw`SELECT 1 FROM library_state WHERE id = 1 FOR UPDATE`
    const known = await inner.prisma.policyDocument.count({ where: { sample: true } })
    if (known > 0) return
    for (const { file, payer_id: payerId, title, effective_date: effectiveDate } of described) {
      if (!present.has(file)) continue
      const bytes = new Uint8Array(await readFile(new URL(file, folder)))
      await addPolicy({ session: inner, jobs, actor }, { name: `sample/${file}`, payerId, title, effectiveDate, bytes, sample: true })
    }
  })
}
