import type { Session } from '../../../platform/database/session.ts'
import type { EmbeddingModels } from '../../../platform/models/embedding-model.ts'
import { chunkTexts } from '../../documents/chunks.ts'

/** Sections embedded between two commits: a killed process loses as many. */
const sectionsAtOnce = 16

interface SectionToEmbed {
  id: number
  title: string
  sectionHeader: string | null
  content: string
}

/** Embeds every section of the policies that the configured model has not: the job `embed-policies`. Vectors of earlier models go. */
export async function embedPolicies({ prisma }: Session, models: EmbeddingModels, stopping: AbortSignal): Promise<void> {
  const model = models.named(models.configured)
  if (!model) throw new Error('the configured embedding model cannot be used')
  while (!stopping.aborted) {
    const sections = await prisma.$queryRaw<SectionToEmbed[]>`
      SELECT section.id, coalesce(document.title, document.name) AS title, section.header AS "sectionHeader", section.content
      FROM policy_section section JOIN policy_document document ON document.id = section.document_id
      WHERE NOT EXISTS (SELECT 1 FROM policy_vector WHERE section_id = section.id AND model = ${model.name})
      ORDER BY section.id LIMIT ${sectionsAtOnce}`
    if (sections.length === 0) break
    const chunks = sections.flatMap((section) => chunkTexts(section).map((text, position) => ({ section_id: section.id, position, text })))
    const vectors = await model.embeddings.embedDocuments(chunks.map(({ text }) => text))
    const rows = chunks.map(({ text: _text, ...chunk }, index) => ({ ...chunk, embedding: vectorText(vectors[index] ?? []) }))
    // A section that was replaced while it was embedded is not there to refer to.
    await prisma.$executeRaw`
      INSERT INTO policy_vector (section_id, model, position, embedding)
      SELECT row.section_id, ${model.name}, row.position, embedding::halfvec
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (section_id integer, position smallint, embedding text)
      JOIN policy_section ON policy_section.id = row.section_id
      ON CONFLICT DO NOTHING`
  }
  if (!stopping.aborted) await prisma.policyVector.deleteMany({ where: { model: { not: model.name } } })
}

/** A vector as pgvector reads it. */
export const vectorText = (vector: readonly number[]): string => `[${vector.map((value) => value.toFixed(5)).join(',')}]`
