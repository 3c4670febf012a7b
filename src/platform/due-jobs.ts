import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/** How often is looked for jobs that another process asked for, or whose time has come, in milliseconds. */
const lookEveryMs = 2_000

/**
 * Looks for queues with a job that is due, by one small statement for all of them: were each worker to ask for itself, an idle
 * service would spend a twentieth of a core on it.
 * @param queues the names of those that this process handles; asked at each look
 * @param onDue called with the name of each queue that has one
 * @returns what ends it
 */
export function watchDueJobs(
  { pool, preparedStatements }: Pick<Database, 'pool' | 'preparedStatements'>,
  queues: () => string[],
  onDue: (queue: string) => void,
  log: Log,
): () => void {
  let looking = false
  async function look() {
    if (looking) return
    looking = true
    try {
      const { rows } = await pool.query<{ name: string }>({
        ...(preparedStatements && { name: 'due-jobs' }),
        text: `SELECT name FROM unnest($1::text[]) AS queue (name) WHERE EXISTS (
          SELECT 1 FROM pgboss.job WHERE job.name = queue.name AND job.state < 'active' AND job.start_after <= now())`,
        values: [queues()],
      })
      for (const { name } of rows) onDue(name)
    } catch (error) {
      log.warn({ error }, 'queue failed')
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
