import './scalars.ts'
import './patients.ts'
import './medications.ts'
import './access.ts'
import './library.ts'
import './content-sources.ts'
import './jobs.ts'
import './voice-calls.ts'
import './voice-functions.ts'
import './adverse-events.ts'
import './follow-up.ts'
import { auditReads } from './audit-reads.ts'
import { builder } from './builder.ts'
import { endWithKey } from './end-with-key.ts'

/** The one schema behind every surface. Its printed form is `schema.graphql`. */
export const schema = endWithKey(auditReads(builder.toSchema()))
