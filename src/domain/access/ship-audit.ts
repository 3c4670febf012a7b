import type { Session } from '../../platform/database/session.ts'
import type { AuditSink } from './audit-sink.ts'

/**
 * Sends the seals that a sink has not taken yet, oldest first, each with its events; of a month that has left, the seal alone, marked as
 * released. A sink that fails is tried again by the next job.
 */
export async function shipAudit(session: Session, sink: AuditSink): Promise<void> {
  const { prisma } = session
  for (;;) {
    const [seal] = await prisma.$queryRaw<{ id: number; line: string }[]>`
      SELECT id, CASE WHEN EXISTS (SELECT FROM audit_release WHERE audit_seal.event_ids <@ event_ids)
        THEN (audit_seal_line(audit_seal)::jsonb || '{"released": true}')::text ELSE audit_seal_line(audit_seal) END AS line
      FROM audit_seal
      WHERE id > COALESCE((SELECT max(seal_id) FROM audit_shipment WHERE sink = ${sink.name}), 0)
      ORDER BY id LIMIT 1`
    if (!seal) return
    const events = await prisma.$queryRaw<{ line: string }[]>`
      SELECT audit_event_line(event) AS line FROM audit_seal, unnest(event_ids) AS span
      JOIN audit_event AS event ON event.id >= lower(span) AND event.id < upper(span)
      WHERE audit_seal.id = ${seal.id} ORDER BY event.id`
    await sink.take([...events.map(({ line }) => line), seal.line])
    await prisma.auditShipment.createMany({ data: [{ sink: sink.name, sealId: seal.id }], skipDuplicates: true })
  }
}
