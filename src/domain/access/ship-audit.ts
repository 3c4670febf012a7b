import type { Session } from '../../platform/database/session.ts'
import type { AuditSink } from './audit-sink.ts'

/** Sends the seals that a sink has not taken yet, oldest first, each with its events. A sink that fails is tried again by the next job. */
export async function shipAudit(session: Session, sink: AuditSink): Promise<void> {
  const { prisma } = session
  for (;;) {
    const [seal] = await prisma.$queryRaw<{ id: number; line: string; hash: string }[]>`
      SELECT id, hash, json_build_object('seal', id, 'events', event_count, 'previous_hash', previous_hash, 'hash', hash,
        'sealed_at', sealed_at)::text AS line
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
