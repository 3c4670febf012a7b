import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

/** What is announced. Payloads carry ids only: nothing about a patient passes through Redis. */
export interface EventMap {
  patientUpdated: { patientId: number }
  apiKeysChanged: Record<string, never>
}
type EventName = keyof EventMap

/** Carries an event to every instance of the service, this one included. */
interface Transport {
  send(name: EventName, payload: object): void
  receive(listener: (name: EventName, payload: object) => void): void
}

function inProcess(): Transport {
  const listeners: ((name: EventName, payload: object) => void)[] = []
  return {
    send: (name, payload) => {
      for (const listener of listeners) listener(name, payload)
    },
    receive: (listener) => {
      listeners.push(listener)
    },
  }
}

function throughRedis({ publisher, subscriber, prefix }: RedisConnections, log: Log): Transport {
  const channel = `${prefix}:events`
  return {
    send: (name, payload) => {
      publisher
        .publish(channel, JSON.stringify([name, payload]))
        .catch((error: unknown) => log.warn({ error, name }, 'event not published'))
    },
    receive: (listener) => {
      subscriber.on('message', (_channel: string, message: string) => {
        const [name, payload] = JSON.parse(message) as [EventName, object]
        listener(name, payload)
      })
      subscriber.subscribe(channel).catch((error: unknown) => log.warn({ error }, 'events not subscribed'))
    },
  }
}

/** A slow subscriber keeps this many of the latest events and loses older ones, instead of filling memory. */
const keptForSlowSubscriber = 256

export type Events = ReturnType<typeof createEvents>

/**
 * Events for subscriptions: in this process, or shared by all instances through Redis. Delivery is at most
 * once: a subscriber that must not miss a change reads the record as well.
 */
export function createEvents(redis: RedisConnections | undefined, log: Log) {
  const transport = redis ? throughRedis(redis, log) : inProcess()
  const listeners = new Set<{ name: EventName; push: (payload: never) => void; end: () => void }>()
  transport.receive((name, payload) => {
    for (const listener of listeners) if (listener.name === name) listener.push(payload as never)
  })
  return {
    publish<Name extends EventName>(name: Name, payload: EventMap[Name]) {
      transport.send(name, payload)
    },
    /** The events of one kind from the first `next()` on, until the consumer returns or the service stops. */
    subscribe<Name extends EventName>(name: Name): AsyncIterableIterator<EventMap[Name]> {
      return new Repeater<EventMap[Name]>(async (push, stop) => {
        const listener = { name, push: (payload: EventMap[Name]) => void push(payload), end: () => stop() }
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
