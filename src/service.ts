import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createApp } from './app.ts'
import { queues, sealedColumns } from './areas.ts'
import type { Config } from './config.ts'
import { firstKeys } from './domain/access/first-keys.ts'
import { createCallAnalyser } from './domain/voice/analysis/analysis-with-fallback.ts'
import { createLocalAnalysis } from './domain/voice/analysis/local-analysis.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { DataDirInUse } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { FieldKeyError, retireFieldKeys } from './platform/field-encryption/key-registry.ts'
import { startJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { createChatModel } from './platform/models/chat-model.ts'
import { createEmbeddingModels, type EmbeddingModels, type LocalModel } from './platform/models/embedding-model.ts'
import { localModelName } from './platform/models/local-embeddings.ts'
import { connectRedis } from './platform/redis.ts'
import { within } from './platform/within.ts'

export interface Service {
  /** For example `http://127.0.0.1:3000`. */
  url: string
  /** Keys made at this first start, to be shown once. */
  madeKeys: Record<string, string>
  /** Stops in good order: no new connections, running requests finish, everything accepted is stored. */
  stop(): Promise<void>
}

/** What an operator can put right, told in one line that names the variable. */
export class StartError extends Error {}

/** Longer than load balancers keep idle connections (60 s at most by default), or they send into one that just closed. */
const idleMs = 72_000

const explain = (variable: string, problem: string) => (error: unknown) => {
  if (error instanceof DataDirInUse || error instanceof MigrationError || error instanceof FieldKeyError)
    throw new StartError(error.message)
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  throw new StartError(`${variable}: ${problem} (${code ?? cause?.code ?? (error as Error).name})`)
}

function localEmbeddings(models: EmbeddingModels) {
  const model = models.named(localModelName)
  if (!model) throw new Error('there is no local embedding model')
  return model.embeddings
}

/** What the caller has opened itself. The service closes both when it stops. */
interface Opened {
  database?: Database
  localModel?: LocalModel
}

/** Starts the service and resolves when it accepts requests. */
export async function startService(config: Config, log: Log, opened: Opened = {}): Promise<Service> {
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
  const jobs = await startJobs(database, queues, log, metrics).catch(store)
  const models = createEmbeddingModels(config, opened.localModel)
  const mailer = createMailer(config)
  // Always the local model: the weights of the insights and of the emergency classifier were learnt on its vectors, and nothing leaves the machine.
  const embedLocally = (texts: string[]) => localEmbeddings(models).embedDocuments(texts)
  const localAnalysis = createLocalAnalysis(embedLocally)
  const chatModel = createChatModel(config)
  const analyser = createCallAnalyser({
    chatModel,
    analyseLocally: localAnalysis.analyse,
    log,
    patience: { timeoutMs: config.modelTimeoutSeconds * 1000, retryDelayMs: 1_000 },
  })
  // As queries, which go before waiting documents.
  const embedSoon = (texts: string[]) => Promise.all(texts.map((text) => localEmbeddings(models).embedQuery(text)))
  const stores = { database, redis, jobs, models, analyser, chatModel, embedLocally: embedSoon, mailer }
  const service = createApp(config, keys, stores, metrics, log)
  const close = async () => {
    await Promise.all([service.settled(), jobs.stop()])
    await localAnalysis.close()
    await models.close()
    mailer?.close()
    redis?.close()
    await database.close()
  }
  const server = createServer({ keepAliveTimeout: idleMs }, service.app)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(config.port, config.host, resolve)
    })
  } catch (error) {
    await close()
    const { code } = error as { code?: string }
    throw new StartError(`HOST ${config.host}, PORT ${config.port}: cannot listen there (${code})`)
  }
  await service.startJobs()
  const { port } = server.address() as AddressInfo
  const host = config.host.includes(':') ? `[${config.host}]` : config.host

  async function stop() {
    // Requests may be under way on open connections: answer them, and take no more.
    service.refuseNew()
    await setTimeout(config.shutdownDelayMs)
    // After a long step the timer fires before requests that arrived meanwhile: let those be accepted and read first.
    for (let turn = 0; turn < 3; turn++) await setImmediate()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    void service.endStreams()
    await within(config.shutdownTimeoutSeconds * 1000, closed, { otherwise: () => server.closeAllConnections() })
    await closed
    // A database that does not answer must not keep the process: what it acknowledged is stored, the rest was refused.
    await within(5_000, close(), { otherwise: () => {} })
  }

  let stopped: Promise<void> | undefined
  return {
    url: `http://${host}:${port}`,
    madeKeys: made,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
