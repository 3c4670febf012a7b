import { setTimeout } from 'node:timers/promises'
import { type Postgres, startPostgres } from '../cluster/servers.ts'
import type { Fault } from './scenario.ts'

let standby: Postgres | undefined

/** The primary crashes, its synchronous standby takes over, and PgBouncer is turned to it. */
export const fault: Fault = {
  title: 'PostgreSQL crashes, a synchronous standby takes over after 5 s',
  options: () => ({ settings: { wal_level: 'replica', max_wal_senders: 4 } }),
  async prepare({ postgres }) {
    if (!postgres) throw new Error('it needs a PostgreSQL of its own')
    standby = await startPostgres({ follows: postgres })
    await postgres.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await postgres.sql('SELECT pg_reload_conf()')
    const isInSync = async () => (await postgres.sql("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1
    while (!(await isInSync())) await setTimeout(100)
  },
  async strike({ postgres, pgbouncer }) {
    await postgres?.end('SIGQUIT')
    await setTimeout(5_000)
    await standby?.sql('SELECT pg_promote()')
    await pgbouncer.turnTo(standby?.url('care') ?? '')
  },
  sql: (text) => standby?.sql(text, 'care') ?? Promise.reject(new Error('there is no standby')),
  after: async () => standby?.stop(),
}
