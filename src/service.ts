import type { RequestListener } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createApp } from './app.ts'
import { queues, sealedColumns } from './areas.ts'
import type { Config, ModelUse } from './config.ts'
import { firstKeys } from './domain/access/first-keys.ts'
import { createNotes } from './domain/notes/draft-note.ts'
import { createCallAnalyser } from './domain/voice/analysis/analysis-with-fallback.ts'
import { createLocalAnalysis } from './domain/voice/analysis/local-analysis.ts'
import { DataDirError } from './platform/data-dir.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { DataDirInUse } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { FieldKeyError, retireFieldKeys } from './platform/field-encryption/key-registry.ts'
import { startJobs } from './platform/jobs.ts'
import { type Listening, listen } from './platform/listen.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { createChatModel, sparing } from './platform/models/chat-model.ts'
import { createEmbeddingModels, type LocalModel } from './platform/models/embedding-model.ts'
import { createModelBudget } from './platform/models/model-budget.ts'
import { connectRedis } from './platform/redis.ts'
import { within } from './platform/within.ts'
import { version } from './version.ts'
import type { Demonstration } from './web/demonstration.ts'

export interface Service {
  /** For example `http://127.0.0.1:3000`. */
  url: string
  /** Where `/metrics` is served alone; undefined without `METRICS_PORT`. */
  metricsUrl: string | undefined
  /** Keys made at this first start, to be shown once. */
  madeKeys: Record<string, string>
  /** Stops in good order: no new connections, running requests finish, everything accepted is stored. */
  stop(): Promise<void>
}

/** What an operator can put right, told in one line that names the variable. */
export class StartError extends Error {}

/**
 * Of connections, in milliseconds. Idle ones stay longer than load balancers keep theirs (60 s at most by default), or they send
 * into one that just closed. A request's head comes within 20 s; the rest is bounded by who reads it (http/body.ts), at last here.
 */
const timeouts = { keepAliveTimeout: 72_000, headersTimeout: 20_000, requestTimeout: 300_000 }
/** Of all headers of a request, in bytes. */
const maxHeaderSize = 16 * 1024

const explain = (variable: string, problem: string) => (error: unknown) => {
  const known = [DataDirInUse, DataDirError, MigrationError, FieldKeyError]
  if (known.some((type) => error instanceof type)) throw new StartError((error as Error).message)
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  throw new StartError(`${variable}: ${problem} (${code ?? cause?.code ?? (error as Error).name})`)
}

/** What the caller has opened itself. The service closes both when it stops. */
interface OpenedByCaller {
  database?: Database
  localModel?: LocalModel
  /** What fills the service for an evaluation. */
  demonstration?: (pool: Database['pool']) => Demonstration
}

/** Starts the service and resolves when it accepts requests. */
export async function startService(config: Config, log: Log, opened: OpenedByCaller = {}): Promise<Service> {
  const stopTraces = config.traces && (await import('./platform/export-traces.ts')).exportTraces({ ...config.traces, version })
  const { keys, made } = await firstKeys(config, config.dataDir).catch(explain('DATA_DIR', 'keys.json cannot be read or written there'))
  const store = config.databaseUrl
    ? explain('DATABASE_URL', 'the PostgreSQL server cannot be reached or used')
    : explain('DATA_DIR', 'the embedded database cannot be opened there')
  const database = opened.database ?? (await openDatabase(config, log).catch(store))
  await retireFieldKeys(database.session, sealedColumns).catch(async (error: unknown) => {
    await database.close()
    store(error)
  })
  const redis = config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl, config.redisPrefix, log)
  const metrics = createMetrics()
  const jobs = await startJobs(database, queues, log, metrics, config.jobHeartbeatSeconds).catch(store)
  const models = createEmbeddingModels(config, opened.localModel)
  const mailer = await createMailer(config)
  // Always the local model: the weights of the insights and of the emergency classifier were learnt on its vectors, and nothing leaves the machine.
  const embedLocally = (texts: string[]) => models.local.embedDocuments(texts)
  const localAnalysis = createLocalAnalysis(embedLocally)
  const budget = createModelBudget(database.session, { tokensPerDay: config.modelTokensPerDay, log, metrics })
  const model = createChatModel(config, budget)
  const modelFor = (use: ModelUse) => (config.modelUses.includes(use) ? model : undefined)
  // Whoever asks the chat must not use up what looks for danger in messages and calls.
  const sparingly = (use: ModelUse) => {
    const found = modelFor(use)
    return found && sparing(found, budget)
  }
  const analyser = createCallAnalyser({
    chatModel: modelFor('calls'),
    payerCallModel: modelFor('payer_calls'),
    reader: localAnalysis,
    log,
    patience: { timeoutMs: config.modelTimeoutSeconds * 1000, retryDelayMs: 1_000 },
  })
  const chatModels = { chatModel: sparingly('chat'), safetyModel: modelFor('safety'), policyModel: modelFor('policies') }
  const notes = createNotes({ model: sparingly('notes'), reader: localAnalysis, log })
  const stores = { database, redis, jobs, models, analyser, notes, ...chatModels, mailer }
  const demonstration = opened.demonstration?.(database.pool)
  const service = createApp(config, keys, stores, metrics, log, demonstration)
  const close = async () => {
    await Promise.all([service.settled(), jobs.stop()])
    await localAnalysis.close()
    await models.close()
    mailer?.close()
    redis?.close()
    await database.close()
    await stopTraces?.()
  }
  const serve = async (name: string, port: number, app: RequestListener) => {
    try {
      return await listen(app, { ...timeouts, maxHeaderSize }, { port, host: config.host })
    } catch (error) {
      await close()
      const { code } = error as { code?: string }
      throw new StartError(`HOST ${config.host}, ${name} ${port}: cannot listen there (${code})`)
    }
  }
  const { metricsApp } = service
  const metricsServer = metricsApp && (await serve('METRICS_PORT', config.metrics.port ?? 0, metricsApp))
  const server = await serve('PORT', config.port, service.app).catch(async (error: unknown) => {
    await metricsServer?.close()
    throw error
  })
  if (!metricsServer && !config.metrics.onMainPort) log.warn('metrics are not served: set METRICS_PORT or METRICS_KEY')
  await service.startJobs()
  const urlOf = ({ port }: Listening) => `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const url = urlOf(server)
  const metricsUrl = metricsServer && urlOf(metricsServer)

  async function stop() {
    // Requests may be under way on open connections: answer them, and take no more.
    service.refuseNew()
    demonstration?.stop()
    await setTimeout(config.shutdownDelayMs)
    // After a long step the timer fires before requests that arrived meanwhile: let those be accepted and read first.
    for (let turn = 0; turn < 3; turn++) await setImmediate()
    const closed = server.close()
    void service.endStreams()
    await within(config.shutdownTimeoutSeconds * 1000, closed, { otherwise: () => server.closeAllConnections() })
    await closed
    void metricsServer?.close()
    metricsServer?.closeAllConnections()
    // A database that does not answer must not keep the process: what it acknowledged is stored, the rest was refused.
    await within(5_000, close(), { otherwise: () => {} })
  }

  let stopped: Promise<void> | undefined
  return {
    url,
    metricsUrl,
    madeKeys: made,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
