import { randomUUID } from 'node:crypto'
import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import { z } from 'zod'
import type { EventKind, PayloadOf } from './event-kind.ts'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

type Listener = (name: string, payload: object) => void

/** Takes an event to the other instances of the service and brings theirs. */
interface Relay {
  send(name: string, payload: object): void
  receive(listener: Listener): void
}

const alone: Relay = { send: () => {}, receive: () => {} }

const message = z.tuple([z.string(), z.string(), z.record(z.string(), z.unknown())])

function throughRedis({ publisher, subscriber, prefix }: RedisConnections, isKnown: (name: string) => boolean, log: Log): Relay {
  const channel = `${prefix}:events`
  const instance = randomUUID()
  return {
    send: (name, payload) => {
      publisher
        .publish(channel, JSON.stringify([instance, name, payload]))
        .catch((error: unknown) => log.warn({ error, event: name }, 'event not published to the other instances'))
    },
    receive: (listener) => {
      subscriber.on('message', (_channel: string, text: string) => {
        // Redis may be shared: a message need not be ours.
        const parsed = message.safeParse(jsonOrUndefined(text))
        if (!parsed.success || !isKnown(parsed.data[1])) return log.warn({ redis: 'foreign message' }, 'event ignored')
        const [sender, name, payload] = parsed.data
        if (sender !== instance) listener(name, payload)
      })
      subscriber.subscribe(channel).catch((error: unknown) => log.warn({ error }, 'events of other instances not subscribed'))
    },
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A slow subscriber keeps this many of the latest events and loses older ones, instead of filling memory. */
const keptForSlowSubscriber = 256

export type Events = ReturnType<typeof createEvents>

/**
 * Events for subscriptions: in this process, or shared with the other instances through Redis (while Redis is away each
 * instance goes on by itself). Delivery is at most once: a subscriber that must not miss a change reads the record as well.
 * @param kinds those of every area; a message from Redis of any other kind is ignored
 */
export function createEvents(kinds: readonly EventKind[], redis: RedisConnections | undefined, log: Log) {
  const known = new Set(kinds.map(({ name }) => name))
  if (known.size < kinds.length) throw new Error('two kinds of events have one name')
  const registered = ({ name }: EventKind): string => {
    if (!known.has(name)) throw new Error(`The event ${name} was not handed to createEvents.`)
    return name
  }
  const relay = redis ? throughRedis(redis, (name) => known.has(name), log) : alone
  const listeners = new Set<{ names: readonly string[]; push: Listener; end: () => void }>()
  const deliver: Listener = (name, payload) => {
    for (const listener of listeners) if (listener.names.includes(name)) listener.push(name, payload)
  }
  relay.receive(deliver)
  return {
    publish<Payload extends object>(kind: EventKind<Payload>, payload: NoInfer<Payload>): void {
      const name = registered(kind)
      deliver(name, payload)
      relay.send(name, payload)
    },
    /** The events of these kinds from the first `next()` on, until the consumer returns or the service stops. */
    subscribe<Kinds extends EventKind[]>(...subscribed: Kinds): AsyncIterableIterator<PayloadOf<Kinds[number]>> {
      const names = subscribed.map(registered)
      return new Repeater<PayloadOf<Kinds[number]>>(async (push, stop) => {
        // The name says which kind it is: `publish` let no other payload through under it.
        const listener = {
          names,
          push: (_name: string, payload: object) => void push(payload as PayloadOf<Kinds[number]>),
          end: () => stop(),
        }
        listeners.add(listener)
        await stop
        listeners.delete(listener)
      }, new SlidingBuffer(keptForSlowSubscriber))
    },
    subscribers: () => listeners.size,
    /** Ends every subscription, so that streams finish and the process can stop. */
    close() {
      for (const listener of listeners) listener.end()
    },
  }
}
