import { PothosSubGraphPlugin } from '@pothos/plugin-sub-graph'
import './scalars.ts'
import './patients.ts'
import './medications.ts'
import './verifications.ts'
import './pa-cases.ts'
import './policies.ts'
import './access.ts'
import './staff-members.ts'
import './audit-events.ts'
import './audit-trail.ts'
import './legal-holds.ts'
import './library.ts'
import './published-item.ts'
import './content-sources.ts'
import './chat.ts'
import './chat-review.ts'
import './widget-clients.ts'
import './jobs.ts'
import './trusted-documents.ts'
import './voice-calls.ts'
import './voice-functions.ts'
import './adverse-events.ts'
import './staff-lists.ts'
import './staff-work.ts'
import './figures-calls.ts'
import './figures-benefits.ts'
import './figures-safety.ts'
import './figures-chat.ts'
import './figures-patients.ts'
import './patient-edges.ts'
import './work-item.ts'
import './work-queue.ts'
import './work-decisions.ts'
import './decide-work.ts'
import { auditFailedMutations } from './audit-mutations.ts'
import { auditReads } from './audit-reads.ts'
import { boundLists } from './bound-lists.ts'
import { builder } from './builder.ts'
import { endWithKey } from './end-with-key.ts'

/**
 * The one schema behind every surface, with what only the REST face needs. What is wrapped around its fields here is around those
 * of `publicSchema` as well: these are the same resolvers.
 */
export const schema = endWithKey(auditReads(auditFailedMutations(boundLists(builder.toSchema()))))

/** What `/graphql` serves and tells of. Its printed form is `schema.graphql`. */
export const publicSchema = PothosSubGraphPlugin.createSubGraph(schema, 'public', builder)
