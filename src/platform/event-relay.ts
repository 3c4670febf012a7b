import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from './json-in.ts'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

/** Tells the other instances that something happened, at most once and at once, and hears them. */
export interface Relay {
  tell(names: readonly string[]): void
  hear(listener: (names: readonly string[]) => void): void
}

const alone: Relay = { tell: () => {}, hear: () => {} }

const message = z.tuple([z.string(), z.array(z.string())])

/** Through Redis, where there is one. Only names of kinds pass: what happened is in the database. */
export function createRelay(redis: RedisConnections | undefined, isKnown: (name: string) => boolean, log: Log): Relay {
  if (!redis) return alone
  const { publisher, subscriber, prefix } = redis
  const channel = `${prefix}:events`
  const instance = randomUUID()
  return {
    tell: (names) => {
      publisher
        .publish(channel, JSON.stringify([instance, names]))
        .catch((error: unknown) => log.warn({ error, events: names.join(' ') }, 'the other instances were not told of an event'))
    },
    hear: (listener) => {
      subscriber.on('message', (_channel: string, text: string) => {
        // Redis may be shared: a message need not be ours.
        const parsed = message.safeParse(jsonIn(text))
        if (!parsed.success || !parsed.data[1].every(isKnown)) return log.warn({ redis: 'foreign message' }, 'event ignored')
        const [sender, names] = parsed.data
        if (sender !== instance) listener(names)
      })
      subscriber.subscribe(channel).catch((error: unknown) => log.warn({ error }, 'events of other instances not subscribed'))
    },
  }
}
