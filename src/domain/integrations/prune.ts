import type { Session } from '../../platform/database/session.ts'

/** Events are kept for so long, and with them what became of each. */
const keptDays = 30

export const pruneEvents = ({ prisma }: Session) => prisma.$executeRaw`
  DELETE FROM integration_event WHERE occurred_at < now() - ${keptDays} * interval '1 day'`
