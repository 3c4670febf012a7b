import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'
import type { Queue } from './queue.ts'

/** Where a job ends that failed every time; staff see it and run it again. */
export const deadLetter = 'failed-jobs'

const neverAJob = '00000000-0000-0000-0000-000000000000'

/** PostgreSQL's code for a duplicate key: two instances made the same schema or queue at the same moment. */
const duplicate = '23505'

/**
 * Starts pg-boss on the service's database and makes the queues. Instances that start together on an empty database may
 * collide: the later one tries again.
 * @param heartbeatSeconds a dead process stops sending heartbeats; after this its jobs are taken up by another
 */
export async function startPgBoss(
  database: Pick<Database, 'pool' | 'embedded' | 'migrates'>,
  queues: readonly Queue[],
  log: Log,
  heartbeatSeconds = 20,
  triesLeft = 5,
): Promise<PgBoss> {
  const lookSeconds = Math.ceil(heartbeatSeconds * 0.75)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(database.pool, text, values) },
    backend: database.embedded ? 'pglite' : 'postgres',
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    monitorVacuum: false,
    reindex: false,
    migrate: database.migrates,
    createSchema: database.migrates,
  })
  boss.on('error', (error) => log.warn({ error }, 'queue failed'))
  try {
    await boss.start()
    await boss.createQueue(deadLetter, { retryLimit: 0, retentionSeconds: 90 * 24 * 3600 })
    for (const queue of queues) await makeQueue(boss, queue, heartbeatSeconds)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    if ((error as { code?: unknown }).code !== duplicate || triesLeft === 0) throw error
    await setTimeout(200 + 300 * Math.random())
    return startPgBoss(database, queues, log, heartbeatSeconds, triesLeft - 1)
  }
  if (database.embedded) await takeUpLeftJobs(database.pool)
  return boss
}

async function makeQueue(boss: PgBoss, { name, options: { policy, ...options } }: Queue, heartbeatSeconds: number): Promise<void> {
  await boss.createQueue(name, { policy, deadLetter, heartbeatSeconds, ...options })
  // A queue that an earlier version made takes on this version's options.
  await boss.updateQueue(name, { deadLetter, heartbeatSeconds, ...options })
  // pg-boss caches a queue when it is first used. The first `send` may be inside a transaction, where this look-up
  // would wait for the embedded database's one connection, which that transaction holds.
  await boss.findJobs(name, { id: neverAJob })
}

/**
 * Only one process can use the embedded database, so a process that died left whatever is active. In a queue
 * that lets only one job wait, the waiting job does the work of the one that was running.
 */
async function takeUpLeftJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    DELETE FROM pgboss.job WHERE state = 'active' AND policy = 'stately'
      AND EXISTS (SELECT 1 FROM pgboss.job AS other WHERE other.name = job.name AND other.state = 'retry')`)
  // One that was the last try may be what ended the process: its heartbeat is missing, and it becomes a failed job.
  await pool.query(`
    UPDATE pgboss.job SET state = 'retry', start_after = now()
    WHERE state = 'retry' OR (state = 'active' AND retry_count < retry_limit)`)
}

/** One connection a call: a statement block that fails must not leave its transaction open for the next caller. */
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
