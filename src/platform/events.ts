import { Repeater, SlidingBuffer } from '@graphql-yoga/subscription'
import { Prisma } from './database/generated/prisma/client.ts'
import type { Session } from './database/session.ts'
import type { EventKind, PayloadOf, SignalKind } from './event-kind.ts'
import { storeEvents } from './event-log/event-log.ts'
import type { EventSource } from './event-log/listener.ts'
import { readPosition } from './event-log/position.ts'
import { createTail } from './event-log/tail.ts'
import { createRelay } from './event-relay.ts'
import { Failure } from './failure.ts'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

export type Events = ReturnType<typeof createEvents>

/** Which of the events a subscriber wants. */
interface Selection<Field extends string> {
  /** Only events that have this id. */
  field?: Field
  /** And only this value of it. */
  is?: number | null | undefined
  /** The event after which it goes on, as `positionText` gives it to clients. */
  after?: string | undefined
}

type FieldOf<Kinds extends readonly EventKind[]> = Extract<keyof PayloadOf<Kinds[number]>, string>
type Selected<Kinds extends readonly EventKind[], Field extends string> = PayloadOf<Kinds[number]> & Record<Field, number>

interface Dependencies {
  session: Session
  /** Whether the database is this process's alone. */
  embedded: boolean
  redis: RedisConnections | undefined
  log: Log
}

/**
 * Events for subscriptions. Each is stored in the transaction of its change and kept for an hour, and every instance reads it from
 * there: whoever comes back in that time gets what came meanwhile. Redis only tells the others at once that there is something.
 * Signals are not stored.
 * @param kinds those of every area; a message from Redis of any other kind is ignored
 */
export function createEvents(kinds: readonly (EventKind | SignalKind)[], { session, embedded, redis, log }: Dependencies) {
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  if (known.size < kinds.length) throw new Error('two kinds of events have one name')
  const registered = ({ name }: EventKind | SignalKind): string => {
    if (!known.has(name)) throw new Error(`The event ${name} was not handed to createEvents.`)
    return name
  }
  const stored = kinds.filter(({ isStored }) => isStored).map(({ name }) => name)
  const tail = createTail(session, { names: stored, isShared: !embedded, log })
  const relay = createRelay(redis, (name) => known.has(name), log)
  const hearers = new Set<{ name: string; push: () => void; end: () => void }>()
  const happened = (names: readonly string[]) => {
    for (const hearer of hearers) if (names.includes(hearer.name)) hearer.push()
    if (names.some((name) => known.get(name)?.isStored)) tail.wake()
  }
  relay.hear(happened)
  const tell = (names: readonly string[]) => {
    happened(names)
    relay.tell(names)
  }

  /** What a transaction will have told when it commits: one insert stores it, equal events once. */
  const pending = new WeakMap<Session, Map<string, { name: string; payload: object }>>()

  function collect(inner: Session): Map<string, { name: string; payload: object }> {
    const earlier = pending.get(inner)
    if (earlier) return earlier
    const collected = new Map<string, { name: string; payload: object }>()
    pending.set(inner, collected)
    inner.beforeCommit(() => storeEvents(inner, [...collected.values()]))
    inner.afterCommit(() => tell([...new Set([...collected.values()].map(({ name }) => name))]))
    return collected
  }

  return {
    /** Tells subscribers of a change, once the transaction that makes it has committed. @throws Error outside a transaction */
    publish<Payload extends object>(inner: Session, kind: EventKind<Payload>, payload: NoInfer<Payload>): void {
      const event = { name: registered(kind), payload }
      collect(inner).set(JSON.stringify(event), event)
    },
    /**
     * The insert of an event, for a statement that makes the change by itself: `WITH …, told AS (…)`.
     * @param payloads a query of one column, the payload as JSON; each row is an event
     */
    insertOf: (kind: EventKind, payloads: Prisma.Sql): Prisma.Sql =>
      Prisma.sql`INSERT INTO event_log (name, payload) SELECT ${registered(kind)}, payload FROM (${payloads}) AS told (payload)`,
    /** Tells of an event that `insertOf` has stored. */
    stored: (inner: Session, kind: EventKind): void => inner.afterCommit(() => tell([registered(kind)])),
    /** Tells every instance of something, now. */
    signal: (kind: SignalKind): void => tell([registered(kind)]),
    /**
     * The events of these kinds, from the moment this resolves on or after an earlier event, until the consumer returns or the service
     * stops. An event may come again; none is left out.
     * @throws Failure INVALID_INPUT, or EVENTS_EXPIRED where some since `after` are no longer kept
     */
    async subscribe<Kinds extends EventKind[], Field extends FieldOf<Kinds> = never>(
      subscribed: readonly [...Kinds],
      { field, is, after }: Selection<Field> = {},
    ): Promise<EventSource<Selected<Kinds, Field>>> {
      const wanted = { names: subscribed.map(registered), field, value: is ?? undefined }
      const position = after === undefined ? undefined : readPosition(after)
      if (after !== undefined && !position) throw notAnId()
      // The name says which kind it is: `publish` let no other payload through under it.
      return (await tail.listen(wanted, position)) as EventSource<Selected<Kinds, Field>>
    },
    /** Gives something each time a signal or an event of this kind may have been told: at most once, so read the data as well. */
    hear(kind: EventKind | SignalKind): AsyncIterableIterator<true> {
      const name = registered(kind)
      return new Repeater<true>(async (push, stop) => {
        const hearer = { name, push: () => void push(true), end: () => stop() }
        hearers.add(hearer)
        await stop
        hearers.delete(hearer)
      }, new SlidingBuffer(1))
    },
    subscribers: () => tail.size() + hearers.size,
    /** Ends every subscription, so that streams finish and the process can stop. */
    close() {
      tail.close()
      for (const hearer of hearers) hearer.end()
    },
  }
}

const notAnId = () =>
  new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [
    { path: ['lastEventId'], message: 'must be the id of an event of this service' },
  ])
