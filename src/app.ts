import { setTimeout } from 'node:timers/promises'
import { createReadAudit } from './domain/access/audit.ts'
import { type ConfiguredKeys, createAuthenticate } from './domain/access/authenticate.ts'
import { createCoreApi } from './graphql/execute.ts'
import { graphqlRouter } from './http/graphql.ts'
import { operationsRouter } from './http/operations.ts'
import { createServer } from './http/server.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { createEvents } from './platform/events.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import type { RedisConnections } from './platform/redis.ts'
import { openApi } from './rest/openapi.ts'
import { patientRoutes } from './rest/patients.ts'
import { createRoutes } from './rest/route.ts'
import { version } from './version.ts'
import { docsRouter } from './web/docs.ts'

/** What is opened before the app and closed after it. */
export interface Stores {
  database: Database
  redis: RedisConnections | undefined
}

/** Puts the floors together over open stores: one Express app, and what ends it in good order. */
export function createApp(config: Config, keys: ConfiguredKeys, { database, redis }: Stores, log: Log) {
  const { session } = database
  const metrics = createMetrics()
  const events = createEvents(redis, log)
  metrics.watchSubscribers(events.subscribers)
  const reads = createReadAudit(session, (outcome) => metrics.auditBatches.inc({ outcome }))
  const core = createCoreApi({ session, events, reads }, createAuthenticate(keys, session, events))
  const face = { core, log, metrics, rateLimiter: createRateLimiter(config.rateLimitPerMinute, redis, log) }

  const patients = createRoutes(face, { base: '/v1', tag: 'Patients', keyHeader: 'bearer' })
  patientRoutes(patients.table)

  const graphql = graphqlRouter(face, config)
  let stopping = false
  const checks = {
    database: () => database.ping(),
    service: async () => {
      if (stopping) throw new Error('stopping')
    },
  }
  const app = createServer(
    face,
    [
      ['/', operationsRouter(metrics, log, checks)],
      ['/', docsRouter(openApi(patients.entries, version))],
      ['/graphql', graphql.router],
      ['/v1', patients.router()],
    ],
    { trustProxyHops: config.trustProxyHops, stopping: () => stopping },
  )

  return {
    app,
    /** Tells `/ready`, and with each answer the client, to go elsewhere. */
    refuseNew() {
      stopping = true
    },
    /** Ends subscriptions, gives their last words a moment to go out, then ends the streams that stay open. */
    async endStreams() {
      events.close()
      await setTimeout(100)
      graphql.endStreams()
    },
    /** Waits for what is still to be written; after it the stores may be closed. */
    settled: () => reads.idle(),
  }
}
