import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Fault } from './scenario.ts'

/** Redis is stopped and comes back empty, then it is emptied while it runs. */
export const fault: Fault = {
  title: 'Redis stopped for 20 s, then flushed',
  async strike({ redis }) {
    await redis?.stop()
    await setTimeout(20_000)
    await redis?.start()
    const client = new Redis(redis?.url ?? '')
    await client.flushall()
    client.disconnect()
  },
}
