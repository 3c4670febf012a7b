import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Fault } from './scenario.ts'

/** Somebody else takes every connection that PostgreSQL has. */
export const fault: Fault = {
  title: 'PostgreSQL out of connections for 20 s',
  async strike({ postgres }) {
    const url = postgres?.url() ?? ''
    const takers: pg.Client[] = []
    const take = async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      takers.push(client)
    }
    await take()
    await takers[0]?.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'care'")
    for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(5)) {
      const refused = await take().then(
        () => false,
        () => true,
      )
      // Those of the service are taken as soon as they are free.
      if (refused) await takers[0]?.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'care'")
    }
    await Promise.all(takers.map((taker) => taker.end()))
  },
}
