import { Redis } from 'ioredis'
import type { Log } from './log.ts'

export interface RedisConnections {
  publisher: Redis
  subscriber: Redis
  close(): void
}

/** Connects to Redis for events and rate limits. It reconnects by itself; a command fails fast while it is away. */
export function connectRedis(url: string, log: Log): RedisConnections {
  const publisher = new Redis(url, { connectTimeout: 5000, commandTimeout: 1000, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  const subscriber = new Redis(url, { connectTimeout: 5000, maxRetriesPerRequest: null })
  for (const client of [publisher, subscriber]) {
    client.on('error', (error) => log.warn({ error, redis: 'unreachable' }, 'redis connection failed'))
  }
  return {
    publisher,
    subscriber,
    close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}
