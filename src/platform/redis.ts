import type { Redis } from 'ioredis'
import type { Log } from './log.ts'
import { within } from './within.ts'

export interface RedisConnections {
  publisher: Redis
  subscriber: Redis
  /** Begins the name of every key and channel, so that several deployments can share one Redis. */
  prefix: string
  close(): void
}

/** How long a start waits for Redis, in milliseconds; without it the instance goes on by itself and joins later. */
const startTimeoutMs = 2_000

/**
 * Connects to Redis for events and rate limits, and resolves when it is there or `startTimeoutMs` is over. It reconnects
 * by itself; while it is away a command fails at once.
 */
export async function connectRedis(url: string, prefix: string, log: Log): Promise<RedisConnections> {
  const { Redis } = await import('ioredis')
  const publisher = new Redis(url, { connectTimeout: 5000, commandTimeout: 500, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const subscriber = new Redis(url, { connectTimeout: 5000, maxRetriesPerRequest: null })
  for (const client of [publisher, subscriber]) {
    client.on('error', (error) => log.warn({ error, redis: 'unreachable' }, 'redis connection failed'))
  }
  const ready = new Promise<void>((resolve) => publisher.once('ready', () => resolve()))
  await within(startTimeoutMs, ready, { otherwise: () => {} })
  return {
    publisher,
    subscriber,
    prefix,
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
