import { Failure } from '../platform/failure.ts'
import { maxInt32 } from '../platform/values.ts'

/** Connections whose cursors hold text; those of all others hold our number of a record. */
const byText = new Set(['PayerConnection', 'TrustedDocumentConnection', 'UnansweredQueryConnection'])
/** Those of the audit trail and of events hold a 64-bit number; the work queue checks its own. */
const byBigNumber = new Set(['AuditEventConnection', 'IntegrationEventConnection', 'EventDeliveryConnection'])

/**
 * Refuses cursors that no list of this type gives. A cursor is a client's text, and the Prisma plugin hands whatever it decodes
 * to the database.
 * @param connection the name of its type
 * @throws Failure INVALID_INPUT
 */
export function checkCursors(field: string, connection: string, args: Record<string, unknown>): void {
  if (connection === 'WorkQueueConnection') return
  const errors = ['after', 'before']
    .filter((name) => typeof args[name] === 'string' && !isCursor(args[name], connection))
    .map((name) => ({ path: [field, name], message: 'must be a cursor of this list' }))
  if (errors.length > 0) throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
}

/** `GPC:S:` and text, `GPC:N:` and a number, or `GPC:I:` and a big one, in base64 (@pothos/plugin-prisma). */
function isCursor(cursor: string, connection: string): boolean {
  const decoded = Buffer.from(cursor, 'base64').toString('utf8')
  if (byBigNumber.has(connection)) return /^GPC:I:\d{1,18}$/.test(decoded)
  if (byText.has(connection)) return decoded.startsWith('GPC:S:') && !decoded.includes('\u0000')
  const [, digits] = /^GPC:N:(\d{1,10})$/.exec(decoded) ?? []
  return digits !== undefined && Number(digits) <= maxInt32
}
