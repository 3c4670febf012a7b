import type { CoreApi } from '../graphql/execute.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Overload } from '../platform/overload.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import type { Slots } from '../platform/slots.ts'
import type { BodyRules } from './body.ts'

/** What REST, GraphQL and the pages are given. */
export interface HttpDependencies extends BodyRules {
  core: CoreApi
  log: Log
  metrics: Metrics
  overload: Overload
  rateLimiter: RateLimiter
  /** Documents of each visitor that run; subscriptions have places of their own. */
  visitorDocuments: Slots
}
