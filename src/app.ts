import { setTimeout } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { eventKinds, pruneQueue, sealedColumns, summedFigures } from './areas.ts'
import type { Config } from './config.ts'
import { createTokenReader } from './domain/access/access-tokens.ts'
import { createAuditBatches } from './domain/access/audit-batches.ts'
import { startAuditJobs } from './domain/access/audit-jobs.ts'
import { type ConfiguredKeys, createAuthenticate } from './domain/access/authenticate.ts'
import { pruneDrafts } from './domain/access/drafts.ts'
import { pruneIdempotencyRecords } from './domain/access/idempotency.ts'
import { auditBatchesOf } from './domain/access/metrics.ts'
import { createRefusals } from './domain/access/refusals.ts'
import { createTrustedDocuments } from './domain/access/trusted-documents.ts'
import { createWidgetOrigins } from './domain/access/widget-origins.ts'
import { createBenefitsArea } from './domain/benefits/benefits-area.ts'
import { createChatArea } from './domain/chat/chat-area.ts'
import { createDeliverer } from './domain/integrations/deliverer.ts'
import { pruneEvents } from './domain/integrations/prune.ts'
import { submitReport } from './domain/integrations/submit-report.ts'
import { createLibrary } from './domain/library/library.ts'
import type { Notes } from './domain/notes/draft-note.ts'
import { createPatientsArea } from './domain/patients/patients-area.ts'
import { createReporter } from './domain/safety/reporting/reporter.ts'
import type { CallAnalyser } from './domain/voice/analysis/analysis-with-fallback.ts'
import { pruneFailedLookups } from './domain/voice/functions/lookup-budgets.ts'
import { startVoiceJobs } from './domain/voice/voice-jobs.ts'
import { createVoiceSetup } from './domain/voice/voice-setup.ts'
import { countOverdue, startWorkJobs } from './domain/work/work-jobs.ts'
import { checkEventDocument, createDocuments } from './graphql/event-document.ts'
import { createCoreApi } from './graphql/execute.ts'
import { admission } from './http/admission.ts'
import { createForwardedWatch } from './http/forwarded-watch.ts'
import { graphqlRouter } from './http/graphql.ts'
import { createReadiness, metricsRouter, operationsRouter } from './http/operations.ts'
import { createServer } from './http/server.ts'
import { createUnprovenBodies } from './http/unproven-bodies.ts'
import { widgetCors } from './http/widget-cors.ts'
import type { Database } from './platform/database/database.ts'
import { startPruningEvents } from './platform/event-log/prune-job.ts'
import { createEvents } from './platform/events.ts'
import { startResealing } from './platform/field-encryption/reseal-job.ts'
import { startSummingUp } from './platform/figures/sum-up-job.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail.ts'
import type { Metrics } from './platform/metrics.ts'
import type { ChatModel } from './platform/models/chat-model.ts'
import type { AllModels } from './platform/models/embedding-model.ts'
import { createOverload } from './platform/overload.ts'
import { createRateLimiter } from './platform/rate-limit.ts'
import type { RedisConnections } from './platform/redis.ts'
import { createSlots } from './platform/slots.ts'
import { within } from './platform/within.ts'
import { providersRouter } from './providers/router.ts'
import { openApi } from './rest/openapi.ts'
import { patientRoutes } from './rest/patients.ts'
import { createRoutes } from './rest/route.ts'
import { voiceRoutes, voiceWebhooks } from './rest/voice.ts'
import { widgetRoutes } from './rest/widget.ts'
import { version } from './version.ts'
import { acknowledgeRouter } from './web/acknowledge.ts'
import { consoleRouter } from './web/console.ts'
import { contentRouter } from './web/content.ts'
import { demoRouter } from './web/demo.ts'
import { type Demonstration, demonstrationRouter } from './web/demonstration.ts'
import { docsRouter } from './web/docs.ts'
import { homeRouter } from './web/home.ts'
import { keptDocuments } from './web/kept-documents.ts'
import { widgetRouter } from './web/widget.ts'

/**
 * For each message that a visitor may have answered in a minute, so many pieces of refused messages are read at once; further ones are read by a
 * job. To read a short message costs less than to keep it, and a backlog that fills loses words.
 */
const refusedPiecesPerMessage = 200

/** What is opened before the app and closed after it. */
export interface Stores {
  database: Database
  redis: RedisConnections | undefined
  jobs: Jobs
  models: AllModels
  analyser: CallAnalyser
  notes: Notes
  chatModel: ChatModel | undefined
  safetyModel: ChatModel | undefined
  policyModel: ChatModel | undefined
  mailer: Mailer | undefined
}

/** Puts the floors together over open stores: one Express app, and what ends it in good order. */
export function createApp(
  config: Config,
  keys: ConfiguredKeys,
  { database, redis, jobs, models, analyser, notes, chatModel, safetyModel, policyModel, mailer }: Stores,
  metrics: Metrics,
  log: Log,
  demonstration?: Demonstration,
) {
  const { session } = database
  const events = createEvents(eventKinds, { session, embedded: database.embedded, redis, log })
  metrics.gauge('event_subscribers', 'Open subscriptions to events, those of the service itself included', events.subscribers)
  countOverdue(session, metrics)
  const auditBatches = auditBatchesOf(metrics)
  const audit = createAuditBatches(session, (outcome) => auditBatches.inc({ outcome }))
  const refusals = createRefusals(audit)
  const library = createLibrary({ database, jobs, models, log, metrics, config })
  const benefits = createBenefitsArea({ session, events, jobs, models, policyModel, log, config })
  const patientsArea = createPatientsArea(benefits.onPatientInsured)
  const overload = createOverload(config.overloadLagMs, database.waitedMs, metrics)
  const chat = createChatArea({
    database,
    library,
    model: chatModel,
    safetyModel,
    senseModel: models.local,
    limiter: createRateLimiter(config.chatRateLimitPerMinute, redis, log),
    readings: createRateLimiter(refusedPiecesPerMessage * config.chatRateLimitPerMinute, redis, log),
    overload,
    log,
    metrics,
    config,
  })
  const origins = createWidgetOrigins(session, events, config.widgetOrigins)
  const streams = {
    ofKey: createSlots({ most: Number.POSITIVE_INFINITY, share: config.maxStreamsPerKey }),
    ofVisitor: createSlots({ most: Number.POSITIVE_INFINITY, share: config.maxStreamsPerVisitor }),
  }
  metrics.gauge(
    'streams_fullest_share',
    'Open subscriptions of the key with the most, as a share of MAX_STREAMS_PER_KEY',
    streams.ofKey.fullest,
  )
  const voiceSetup = createVoiceSetup(config, metrics)
  const services = {
    session,
    events,
    audit,
    refusals,
    jobs,
    patients: patientsArea,
    library,
    benefits,
    voice: voiceSetup,
    integrations: { ...config, checkDocument: checkEventDocument },
    chat,
    notes,
    streams,
  }
  const deliverer = createDeliverer(session, {
    log,
    metrics,
    privateOrigins: config.eventPrivateOrigins,
    documents: createDocuments(services, config.publicUrl ?? ''),
  })
  const reporter = createReporter(session, { submit: submitReport, mailer, publicUrl: config.publicUrl, log }, { metrics })
  const core = createCoreApi(
    services,
    createAuthenticate(keys, session, events, config.identityProvider && createTokenReader(config.identityProvider, log)),
    origins,
    createTrustedDocuments(session, events, keptDocuments()),
  )
  const http = {
    core,
    log,
    metrics,
    overload,
    rateLimiter: createRateLimiter(config.rateLimitPerMinute, redis, log),
    bodyTimeoutMs: config.bodyTimeoutSeconds * 1000,
    unprovenBodies: createUnprovenBodies(),
    visitorDocuments: createSlots({ most: Number.POSITIVE_INFINITY, share: config.maxDocumentsPerVisitor }),
  }

  const patients = createRoutes(http, { base: '/v1', tag: 'Patients', keyHeader: 'bearer' })
  patientRoutes(patients.table)
  const voice = createRoutes(http, { base: '/v1', tag: 'Voice', keyHeader: 'bearer' })
  voiceRoutes(voice.table)
  const webhooks = createRoutes(http, {
    base: '/v1',
    tag: 'Webhooks',
    keyHeader: 'bearer',
    signingSecrets: config.voiceWebhookSecrets,
  })
  voiceWebhooks(webhooks.table)
  const widget = createRoutes(http, { base: '/api/v1', tag: 'Widget', keyHeader: 'x-api-key', widgetOnly: true })
  widgetRoutes(widget.table)

  const graphql = graphqlRouter(http, config)
  const forwarded = createForwardedWatch(config.trustProxyHops, log)
  let stopping = false
  const readiness = createReadiness(log, {
    database: () => database.ping(),
    queue: () => jobs.ping(),
    service: async () => {
      if (stopping) throw new Error('stopping')
    },
  })
  metrics.gauge('service_ready', 'Whether /ready answers 200: 1 or 0', async () => Number((await readiness()).isReady), 0)
  const remarks = {
    danger_sense: async () => skippedLately(chat.unsensed()),
    library: () => library.incomplete(),
    unread_messages: async () =>
      chat.isBacklogFull() ? 'what visitors write is neither read nor kept: too much waits to be read' : undefined,
    trust_proxy_hops: async () => forwarded.note(),
  }
  const metricsPart: [string, RequestHandler] = ['/', metricsRouter(metrics, config.metrics.key)]
  const demoKey = config.production ? undefined : keys.widgetApiKeys[0]
  const serving = { trustProxyHops: config.trustProxyHops, forwarded, publicUrl: config.publicUrl, stopping: () => stopping }
  const app = createServer(
    http,
    [
      ['/', operationsRouter(readiness, remarks)],
      ...(config.metrics.onMainPort ? [metricsPart] : []),
      ['/', docsRouter(openApi([...patients.entries, ...voice.entries, ...webhooks.entries, ...widget.entries], version))],
      [
        '/',
        homeRouter(!config.production),
        widgetRouter(),
        consoleRouter(config.consoleSignIn),
        contentRouter(http),
        acknowledgeRouter(http),
      ],
      ...(demonstration ? ([['/', demonstrationRouter(core, demonstration)]] as [string, RequestHandler][]) : []),
      // It shows a key to whoever opens it.
      ...(demoKey === undefined ? [] : ([['/', demoRouter(demoKey)]] as [string, RequestHandler][])),
      ['/graphql', graphql.router],
      ['/v1', admission(http), patients.router(), voice.router(), webhooks.router(), providersRouter(http)],
      ['/api/v1', widgetCors(core), admission(http), widget.router()],
    ],
    serving,
  )

  return {
    app,
    /** `/metrics` alone, for a port of its own. */
    metricsApp: config.metrics.port === undefined ? undefined : createServer(http, [metricsPart], serving),
    /** Tells `/ready`, and with each answer the client, to go elsewhere. */
    refuseNew() {
      stopping = true
    },
    /** Ends subscriptions, gives their last events a moment to go out, then ends the streams that stay open. */
    async endStreams() {
      events.close()
      // Answers of the chat may finish, as those over REST do.
      await within(config.shutdownTimeoutSeconds * 900, chat.idle(), { otherwise: () => {} })
      await setTimeout(100)
      graphql.endStreams()
    },
    /** Resolves when everything is written; then the stores may be closed. */
    async settled() {
      refusals.stop()
      overload.stop()
      await Promise.all([audit.idle(), library.idle(), chat.stop(), deliverer.stop(), reporter.stop()])
    },
    /** Takes up the jobs that earlier processes left, and those of this one. */
    async startJobs() {
      await jobs.handle(pruneQueue, async () => {
        await Promise.all([
          library.prune(),
          chat.prune(),
          pruneIdempotencyRecords(session),
          pruneDrafts(session),
          pruneFailedLookups(session),
          benefits.prune(),
          pruneEvents(session),
        ])
      })
      await jobs.schedule(pruneQueue, '17 3 * * *', {})
      await startAuditJobs(session, jobs, config)
      await startPruningEvents(session, jobs)
      await startResealing(session, jobs, sealedColumns, metrics)
      await startSummingUp(session, jobs, summedFigures)
      await startVoiceJobs({ session, events }, jobs, {
        analyser,
        mailer,
        messages: voiceSetup.messages,
        retentionDays: config.callRetentionDays,
        platformApiUrls: config.platformApiUrls,
      })
      await startWorkJobs({ session, events }, jobs)
      await benefits.start()
      await chat.start(jobs, events)
      await library.start()
      deliverer.start()
      reporter.start()
    },
  }
}

function skippedLately(count: number): string | undefined {
  if (count === 0) return undefined
  return `${count === 1 ? '1 message' : `${count} messages`} of the last 5 minutes ${count === 1 ? 'was' : 'were'} answered without it`
}
