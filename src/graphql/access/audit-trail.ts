import { type CheckedSeal, checkSeals, unsealedEvents } from '../../domain/access/audit-chain.ts'
import { validate } from '../../platform/validate.ts'
import { builder } from '../builder.ts'
import { toManageAccess } from '../permissions.ts'
import { auditSealsInput, minutesInput } from './input.ts'

// The chain over the audit events, for those who verify it (`care audit verify`).

const AuditSeal = builder.objectRef<CheckedSeal>('AuditSeal').implement({
  description: 'A link of the chain over the audit events',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Counts from 1 without gaps' }),
    sealedAt: t.expose('sealedAt', { description: 'When it was computed', type: 'DateTime' }),
    eventCount: t.exposeInt('eventCount', { description: 'Events that it covers' }),
    lastEventId: t.string({ description: 'The last event that it covers', resolve: ({ lastEventId }) => String(lastEventId) }),
    previousHash: t.exposeString('previousHash', { description: 'The hash of the seal before; 64 zeros for the first' }),
    hash: t.exposeString('hash', { description: 'SHA-256 of the previous hash and the events' }),
    intact: t.exposeBoolean('intact', {
      description: 'Whether its events are still the ones that were sealed, computed now; where they were released, whether none is there',
    }),
    released: t.exposeBoolean('released', {
      description: 'Whether its events have left the database for a file (`care database release-audit`)',
    }),
  }),
})

builder.queryFields((t) => ({
  auditSeals: t.field({
    type: [AuditSeal],
    authScopes: toManageAccess,
    description: 'The chain, oldest first. Each seal is computed again from its events.',
    args: {
      after: t.arg.int({ required: true, defaultValue: 0, description: 'The seal after which to begin' }),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 100' }),
    },
    resolve: (_root, args, { work }) => checkSeals(work.session, validate(auditSealsInput, args)),
  }),
  unsealedAuditEvents: t.int({
    authScopes: toManageAccess,
    description:
      'Events that no seal covers. Those of the last minutes wait for the next seal; an older one was not written by the service.',
    args: { olderThanMinutes: t.arg.int({ required: true, defaultValue: 10, description: 'Only events recorded so long ago' }) },
    resolve: (_root, { olderThanMinutes }, { work }) => unsealedEvents(work.session, validate(minutesInput, olderThanMinutes)),
  }),
}))
