import type { Session } from '../../platform/database/session.ts'

/**
 * Events are kept for so long, and with them what became of each; those of a patient under a legal hold until it is lifted, and what waits to be
 * delivered until it is, or its subscription has ended.
 */
const keptDays = 30

/** Events deleted by one statement: few enough for its time, and that other requests run in between. */
const batch = 10_000

export async function pruneEvents({ prisma }: Session): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    deleted = await prisma.$executeRaw`
      DELETE FROM integration_event WHERE id IN (
        SELECT id FROM integration_event AS event WHERE occurred_at < now() - ${keptDays} * interval '1 day'
          AND NOT EXISTS (SELECT FROM legal_hold WHERE legal_hold.patient_id = event.patient_id AND lifted_at IS NULL)
          AND NOT EXISTS (
            SELECT FROM event_delivery JOIN event_subscription AS subscription ON subscription.id = event_delivery.subscription_id
            WHERE event_delivery.event_id = event.id AND event_delivery.state = 'waiting' AND subscription.state <> 'ended')
        LIMIT ${batch})`
  }
}
