import type pg from 'pg'
import { fromPrisma, type JobWithMetadata } from 'pg-boss'
import type { Database } from './database/database.ts'
import type { Session } from './database/session.ts'
import { watchDueJobs } from './due-jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { deadLetter, startPgBoss } from './pg-boss.ts'
import type { Queue } from './queue.ts'
import { inSpan } from './tracing.ts'
import { deadline, within } from './within.ts'

/** How long a stopping service waits for running jobs before it leaves them to the next process, in milliseconds. */
const stopTimeoutMs = 3_000

/** How often a worker asks for a job of its own accord, in seconds: `watchDueJobs` wakes it long before. */
const pollSeconds = 60

/** A handler that works in rounds leaves the rest to another job after this long, well before its job expires. */
const longestRunMs = 10 * 60_000

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface FailedJob {
  id: string
  /** Of its queue. */
  name: string
  data: object
  failedAt: Date
}

/** `stopping` aborts when the service stops or the job has run long: a handler in rounds leaves the rest to another job. */
type Handler<Payload> = (data: Payload, stopping: AbortSignal) => Promise<void>

export type Jobs = Awaited<ReturnType<typeof startJobs>>

/**
 * Durable jobs on the service's own database (pg-boss): a job exists exactly if the transaction that asked for it
 * committed, is retried with backoff, and survives `kill -9`.
 * @param queues those of every area; a job can be asked for and handled in these alone
 * @throws Error when two areas give a queue the same name
 */
export async function startJobs(database: Database, queues: readonly Queue[], log: Log, metrics: Metrics, heartbeatSeconds?: number) {
  const known = new Map<string, Queue>(queues.map((queue) => [queue.name, queue]))
  if (known.size < queues.length) throw new Error('two queues have one name')
  const boss = await startPgBoss(database, queues, log, heartbeatSeconds)

  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const stopWatching = watchDueJobs(database, () => [...workers.keys()], wake, log)

  function registered({ name }: Queue): string {
    if (!known.has(name)) throw new Error(`The queue ${name} was not handed to startJobs.`)
    return name
  }

  async function run<Payload extends object>({ name, options }: Queue<Payload>, data: Payload, handler: Handler<Payload>) {
    const end = metrics.jobs.startTimer({ queue: name })
    try {
      await inSpan(`job ${name}`, {}, () => handler(data, deadline(longestRunMs, stopping.signal)))
      end({ outcome: 'done' })
    } catch (error) {
      end({ outcome: 'failed' })
      log.error({ error, queue: name }, 'job failed')
      if (options.policy === 'stately' && (await waitsForRetry(database.pool, name))) return
      // pg-boss keeps an error's text, and a driver's text holds values.
      throw new Error(error instanceof Error ? error.name : 'Error')
    }
  }

  return {
    /** Asks for a job in the session's transaction; it starts as soon as that has committed, or so many seconds later. */
    async enqueue<Payload extends object>(
      session: Session,
      queue: Queue<Payload>,
      data: NoInfer<Payload>,
      { afterSeconds = 0 } = {},
    ): Promise<void> {
      const name = registered(queue)
      await boss.send(name, data, { db: fromPrisma(session.prisma), ...(afterSeconds > 0 && { startAfter: afterSeconds }) })
      if (afterSeconds > 0) return
      session.afterCommit(() => wake(name))
    },
    /** Lets this process do the jobs of a queue: one at a time, or `concurrency` where they mostly wait for others. */
    async handle<Payload extends object>(queue: Queue<Payload>, handler: Handler<Payload>, { concurrency = 1 } = {}): Promise<void> {
      const name = registered(queue)
      for (let worker = 0; worker < concurrency; worker++) {
        const id: string = await boss.work<Payload>(name, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
          if (!job) return
          // More may wait: look again at once, not at the next poll.
          boss.notifyWorker(id)
          await run(queue, job.data, handler)
        })
        workers.set(name, [...(workers.get(name) ?? []), id])
      }
    },
    /** Asks for a job of a queue each time a cron expression (UTC) comes round: once, however many instances there are. */
    async schedule<Payload extends object>(queue: Queue<Payload>, cron: string, data: NoInfer<Payload>): Promise<void> {
      await boss.schedule(registered(queue), cron, data)
    },
    /** Jobs that failed every time, newest first. */
    async failed(): Promise<FailedJob[]> {
      const jobs = (await boss.findJobs(deadLetter, { queued: true })) as JobWithMetadata<object>[]
      return jobs
        .flatMap(({ id, sourceName, data, createdOn }) =>
          sourceName != null && known.has(sourceName) ? [{ id, name: sourceName, data, failedAt: createdOn }] : [],
        )
        .sort((one, two) => two.failedAt.getTime() - one.failedAt.getTime())
    },
    /**
     * Puts a failed job back into its queue.
     * @param alongside runs in the same transaction
     * @returns whether there was one with this id
     */
    async retry(session: Session, id: string, alongside: (inner: Session) => Promise<void>): Promise<boolean> {
      const [job] = uuid.test(id) ? ((await boss.findJobs(deadLetter, { id, queued: true })) as JobWithMetadata<object>[]) : []
      const queue = job && known.get(job.sourceName ?? '')
      if (!queue) return false
      return session.transaction(async (inner) => {
        const found = await inner.prisma.$queryRaw<object[]>`
          SELECT 1 FROM pgboss.job WHERE name = ${deadLetter} AND id = ${id}::uuid FOR UPDATE`
        // Somebody else put it back just now.
        if (found.length === 0) return false
        await boss.deleteJob(deadLetter, id, { db: fromPrisma(inner.prisma) })
        await this.enqueue(inner, queue, job.data)
        await alongside(inner)
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
      stopWatching()
      const stopped = within(stopTimeoutMs + 1000, boss.stop({ graceful: true, timeout: stopTimeoutMs }), { otherwise: () => {} })
      // Without the database it cannot hand back its jobs; the next process takes them up when their heartbeats are missing.
      await stopped.catch((error: unknown) => log.warn({ error }, 'the queue could not be stopped in good order'))
    },
  }
}

/** Whether a job of the same queue waits for its next attempt: it will do the work of one that failed just now. */
async function waitsForRetry(pool: pg.Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT 1 FROM pgboss.job WHERE name = $1 AND state = 'retry' LIMIT 1", [name])
  return (rowCount ?? 0) > 0
}
