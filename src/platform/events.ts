import { randomUUID } from 'node:crypto'
import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import { z } from 'zod'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

/** What is announced. Payloads carry ids only: nothing about a patient passes through Redis. */
export interface EventMap {
  patientUpdated: { patientId: number }
  accessChanged: Record<string, never>
  callActivity: { voiceCallId: number; utteranceId?: number; functionInvocationId?: number }
  callUpdated: { voiceCallId: number }
  adverseEventFlagged: { adverseEventId: number }
  verificationUpdated: { verificationId: number; patientId: number }
}
type EventName = keyof EventMap

type Listener = (name: EventName, payload: object) => void

/** Takes an event to the other instances of the service and brings theirs. */
interface Relay {
  send(name: EventName, payload: object): void
  receive(listener: Listener): void
}

const alone: Relay = { send: () => {}, receive: () => {} }

const eventNames = [
  'patientUpdated',
  'accessChanged',
  'callActivity',
  'callUpdated',
  'adverseEventFlagged',
  'verificationUpdated',
] satisfies EventName[]

const message = z.tuple([z.string(), z.enum(eventNames), z.record(z.string(), z.unknown())])

function throughRedis({ publisher, subscriber, prefix }: RedisConnections, log: Log): Relay {
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
        // Redis may be shared: what arrives need not be ours.
        const parsed = message.safeParse(jsonOrUndefined(text))
        if (!parsed.success) return log.warn({ redis: 'foreign message' }, 'event ignored')
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
 * Events for subscriptions: in this process, or shared with the other instances through Redis
 * (while it is away each goes on by itself). Delivery is at most once: a subscriber that must not miss a change reads the record as well.
 */
export function createEvents(redis: RedisConnections | undefined, log: Log) {
  const relay = redis ? throughRedis(redis, log) : alone
  const listeners = new Set<{ name: EventName; push: (payload: never) => void; end: () => void }>()
  const deliver: Listener = (name, payload) => {
    for (const listener of listeners) if (listener.name === name) listener.push(payload as never)
  }
  relay.receive(deliver)
  return {
    publish<Name extends EventName>(name: Name, payload: EventMap[Name]) {
      deliver(name, payload)
      relay.send(name, payload)
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
