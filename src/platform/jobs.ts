import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from './database/database.ts'
import type { Session } from './database/session.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** The kinds of work that is done after a request, by queue. Payloads carry ids only. */
export interface JobMap {
  'ingest-source': { sourceId: number }
  'embed-items': Record<string, never>
  'analyse-call': { voiceCallId: number; revision: number }
  'send-email': { emailId: number }
  'sweep-calls': Record<string, never>
  'verify-benefits': { verificationId: number }
  'verify-benefits-live': { verificationId: number }
  'sweep-verifications': Record<string, never>
  'ingest-policy': { documentId: number }
  'embed-policies': Record<string, never>
  'end-left-answers': Record<string, never>
  prune: Record<string, never>
}
export type JobName = keyof JobMap

/** How a queue treats its jobs. Delivery is at least once: a handler that runs twice changes nothing the second time. */
const queues = {
  'ingest-source': { policy: 'standard', retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 900 },
  // One waits while one runs: whoever adds items after the running one looked for the last time has the next one.
  'embed-items': { policy: 'stately', retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 3600 },
  'analyse-call': { policy: 'standard', retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 900 },
  'send-email': { policy: 'standard', retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 300 },
  'sweep-calls': { policy: 'stately', retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  // What a payer's failure asks for is another job, later; these retries are for what was not foreseen.
  'verify-benefits': { policy: 'standard', retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 400 },
  // For whom somebody waits on the telephone: not behind a payer that is slow for everybody else.
  'verify-benefits-live': {
    policy: 'standard',
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 400,
  },
  'sweep-verifications': { policy: 'stately', retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  'ingest-policy': { policy: 'standard', retryLimit: 3, retryDelay: 2, retryBackoff: true, expireInSeconds: 900 },
  'embed-policies': { policy: 'stately', retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 3600 },
  'end-left-answers': { policy: 'stately', retryLimit: 2, retryDelay: 60, expireInSeconds: 300 },
  prune: { policy: 'stately', retryLimit: 2, retryDelay: 60, expireInSeconds: 900 },
} as const satisfies Record<JobName, object>

/** Where a job ends that failed every time; staff see it and run it again. */
const deadLetter = 'failed-jobs'

/** A dead process stops giving signs; after this its jobs are taken up by another. */
const heartbeatSeconds = 20

/** How long a stopping service waits for running jobs before it leaves them to be done again, in milliseconds. */
const stopPatienceMs = 3_000

/** A handler that goes in rounds is asked to leave the rest to another job after this long, well before its job expires. */
const longestRunMs = 10 * 60_000

export interface FailedJob {
  id: string
  name: JobName
  data: object
  failedAt: Date
}

/** `stopping` says that the service stops or the job has run long: a handler in rounds leaves the rest to another job. */
type Handler<Name extends JobName> = (data: JobMap[Name], stopping: AbortSignal) => Promise<void>

export type Jobs = Awaited<ReturnType<typeof startJobs>>

/**
 * Durable jobs on the service's own database (pg-boss): a job exists exactly if the transaction that asked for it
 * committed, is retried with backoff, and survives `kill -9`.
 */
export async function startJobs(database: Database, log: Log, metrics: Metrics) {
  const boss = await startBoss(database, log)
  if (database.embedded) await takeUpLeftJobs(database.pool)

  const workers = new Map<JobName, string[]>()
  const stopping = new AbortController()

  async function run<Name extends JobName>(name: Name, data: JobMap[Name], handler: Handler<Name>) {
    const end = metrics.jobs.startTimer({ queue: name })
    try {
      await handler(data, AbortSignal.any([stopping.signal, AbortSignal.timeout(longestRunMs)]))
      end({ outcome: 'done' })
    } catch (error) {
      end({ outcome: 'failed' })
      log.error({ error, queue: name }, 'job failed')
      if (queues[name].policy === 'stately' && (await waitsForRetry(database.pool, name))) return
      // What pg-boss keeps of an error is its text, and a driver's text holds values.
      throw new Error(error instanceof Error ? error.name : 'Error')
    }
  }

  return {
    /** Asks for a job in the session's transaction; it starts as soon as that has committed, or so many seconds later. */
    async enqueue<Name extends JobName>(session: Session, name: Name, data: JobMap[Name], { afterSeconds = 0 } = {}): Promise<void> {
      await boss.send(name, data, { db: fromPrisma(session.prisma), ...(afterSeconds > 0 && { startAfter: afterSeconds }) })
      if (afterSeconds > 0) return
      session.afterCommit(() => {
        for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
      })
    },
    /** Lets this process do the jobs of a queue: one at a time, or `concurrency` where they mostly wait for others. */
    async handle<Name extends JobName>(name: Name, handler: Handler<Name>, { concurrency = 1 } = {}): Promise<void> {
      for (let worker = 0; worker < concurrency; worker++) {
        const id: string = await boss.work<JobMap[Name]>(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
          if (!job) return
          // More may wait: look again at once, not at the next poll.
          boss.notifyWorker(id)
          await run(name, job.data, handler)
        })
        workers.set(name, [...(workers.get(name) ?? []), id])
      }
    },
    /** Asks for a job of a queue each time a cron expression (UTC) comes round: once, however many instances there are. */
    async schedule<Name extends JobName>(name: Name, cron: string, data: JobMap[Name]): Promise<void> {
      await boss.schedule(name, cron, data)
    },
    /** Jobs that failed every time, newest first. */
    async failed(): Promise<FailedJob[]> {
      const jobs = (await boss.findJobs(deadLetter, { queued: true })) as JobWithMetadata<object>[]
      const known = jobs.filter((job) => job.sourceName != null && job.sourceName in queues)
      return known
        .map((job) => ({ id: job.id, name: job.sourceName as JobName, data: job.data, failedAt: job.createdOn }))
        .sort((one, two) => two.failedAt.getTime() - one.failedAt.getTime())
    },
    /** Puts a failed job back into its queue. @returns whether there was one with this id */
    async retry(session: Session, id: string): Promise<boolean> {
      const job = (await this.failed()).find((failed) => failed.id === id)
      if (!job) return false
      return session.transaction(async (inner) => {
        await boss.deleteJob(deadLetter, id, { db: fromPrisma(inner.prisma) })
        await this.enqueue(inner, job.name, job.data as never)
        return true
      })
    },
    /** Throws when the queue cannot be used: what `/ready` asks. */
    async ping(): Promise<void> {
      if ((await boss.getQueue(deadLetter)) === null) throw new Error('queue is missing')
    },
    /** Takes no further job and gives running ones a moment; what is left is done again by the next process. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.race([
        boss.stop({ graceful: true, timeout: stopPatienceMs }),
        setTimeout(stopPatienceMs + 1000, undefined, { ref: false }),
      ])
    },
  }
}

const neverAJob = '00000000-0000-0000-0000-000000000000'

/** PostgreSQL's code for a duplicate key: two instances have made the same schema or queue at the same moment. */
const duplicate = '23505'

/** Starts pg-boss and makes the queues. Instances that start together on an empty database may collide: the later tries again. */
async function startBoss(database: Database, log: Log, triesLeft = 5): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database.pool, text, values) },
    backend: database.embedded ? 'pglite' : 'postgres',
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ error }, 'queue failed'))
  try {
    await boss.start()
    await boss.createQueue(deadLetter, { retryLimit: 0, retentionSeconds: 90 * 24 * 3600 })
    for (const [name, { policy, ...options }] of Object.entries(queues)) {
      await boss.createQueue(name, { policy, deadLetter, heartbeatSeconds, ...options })
      // A queue that was made by an earlier version takes on what this one says of it.
      await boss.updateQueue(name, { deadLetter, heartbeatSeconds, ...options })
      // Has it in memory from now on. Looked up by the first `send`, inside a transaction, it would wait for the embedded
      // database's one connection, which that transaction holds.
      await boss.findJobs(name, { id: neverAJob })
    }
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    if ((error as { code?: unknown }).code !== duplicate || triesLeft === 0) throw error
    await setTimeout(200 + 300 * Math.random())
    return startBoss(database, log, triesLeft - 1)
  }
}

/**
 * Nobody else can be at work on the embedded database: what is active was left by a process that died. Of a queue
 * that lets only one job wait, the one that waits does the work of the one that was running.
 */
async function takeUpLeftJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    DELETE FROM pgboss.job WHERE state = 'active' AND policy = 'stately'
      AND EXISTS (SELECT 1 FROM pgboss.job AS other WHERE other.name = job.name AND other.state = 'retry')`)
  await pool.query("UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE state IN ('active', 'retry')")
}

/** Whether a job of the same queue waits for its next attempt: it will do what one that failed just now has not. */
async function waitsForRetry(pool: pg.Pool, name: JobName): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'retry' LIMIT 1", [name])
  return (rowCount ?? 0) > 0
}

/** One connection a call: a statement block that fails must not leave its transaction open for whoever comes next. */
async function execute(pool: pg.Pool, text: string, values?: unknown[]) {
  const client = await pool.connect()
  try {
    const result = (await client.query(text, values)) as pg.QueryResult | pg.QueryResult[]
    return { rows: [result].flat().flatMap(({ rows }) => rows) }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
