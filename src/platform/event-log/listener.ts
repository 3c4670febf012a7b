import { Failure } from '../failure.ts'
import type { EventFilter, LoggedEvent, Page } from './event-log.ts'
import { type Position, positionAfter } from './position.ts'

/** A listener that is slow keeps this many events; then it reads on from the log, where it stopped. */
const mostWaiting = 256

/** How long a listener waits to read the log again that could not be read, in milliseconds. */
const retryMs = 1_000

/** Given in place of an event to a listener who has missed some for good; `failureIn` knows it. */
class MissedEvents {
  readonly failure = expired()
}

export const failureIn = (event: unknown): Failure | undefined => (event instanceof MissedEvents ? event.failure : undefined)

const expired = () =>
  new Failure('EVENTS_EXPIRED', 'Events after this one are no longer kept. Subscribe without an id, then read the data again.')

export interface Listener {
  /** Hands over what the tail of the log has just read, and where the tail stands now. */
  push(events: readonly LoggedEvent[], tail: Position): void
  /** Tells that events were missed for good, and ends. */
  miss(): void
  end(): void
  /** Reads what a listener lacks that begins behind the tail. @throws Failure EVENTS_EXPIRED */
  begin(): Promise<void>
  events: EventSource
}

/** The events of one listener. */
export type EventSource<Event extends object = object> = AsyncIterableIterator<Event> & {
  /** Where its consumer stands while no event is on the way to it; else undefined: the event carries its own position. */
  position(): Position | undefined
}

interface ListenerOptions {
  wanted: EventFilter
  /** Where it begins: at the tail of the log, or behind it. */
  begin: Position
  isBehind: boolean
  read(position: Position, wanted: EventFilter): Promise<Page>
  onEnd(): void
}

/**
 * One listener to the log. While it keeps up it gets what the tail reads, the same objects as all others. One that begins behind
 * the tail, or that falls behind, reads the log by itself until it has caught up, so that it loses nothing.
 */
export function createListener({ wanted, begin, isBehind, read, onEnd }: ListenerOptions): Listener {
  let waiting: object[] = []
  let taker: ((result: IteratorResult<object>) => void) | undefined
  let reached = begin
  let behind: Position | undefined = isBehind ? begin : undefined
  /** What the tail has read while this listener reads the last page that it lacks. */
  let meanwhile: LoggedEvent[] | undefined
  let over = false
  /** The consumer works on an event; it asks for the next when that has gone out. */
  let isTaken = false

  const wants = ({ name, payload }: LoggedEvent) => {
    if (!wanted.names.includes(name)) return false
    if (wanted.field === undefined) return true
    const value = (payload as Record<string, unknown>)[wanted.field]
    return value != null && (wanted.value === undefined || value === wanted.value)
  }

  function give(event: object): IteratorResult<object> {
    reached = positionAfter(event) ?? reached
    isTaken = true
    return { value: event, done: false }
  }

  function end() {
    if (over) return
    over = true
    onEnd()
    if (waiting.length === 0) taker?.({ value: undefined, done: true })
  }

  /** Reads a page of what it lacks; with the last one it has caught up. */
  async function catchUp(from: Position): Promise<void> {
    meanwhile = []
    let page: Page
    let since: LoggedEvent[] | undefined
    try {
      page = await read(from, wanted)
    } finally {
      since = meanwhile
      meanwhile = undefined
    }
    if (over) return
    if (page.isExpired) return miss()
    // Where too much came meanwhile there is a next page.
    const isThere = !page.isFull && since !== undefined
    const known = new Set(page.events.map(({ id }) => id))
    const later = isThere ? (since ?? []).filter(({ id }) => !known.has(id)) : []
    waiting = [...page.events, ...later].map(({ payload }) => payload)
    behind = isThere ? undefined : page.position
    if (waiting.length === 0) reached = page.position
  }

  function miss() {
    behind = undefined
    const missed = new MissedEvents()
    waiting = taker ? [] : [missed]
    taker?.({ value: missed, done: false })
    end()
  }

  async function next(): Promise<IteratorResult<object>> {
    isTaken = false
    for (;;) {
      const event = waiting.shift()
      if (event) return give(event)
      if (over) return { value: undefined, done: true }
      if (!behind) break
      const from = behind
      await catchUp(from).catch(() => new Promise((resolve) => setTimeout(resolve, retryMs).unref()))
    }
    return new Promise((resolve) => {
      taker = (result) => {
        taker = undefined
        resolve(result)
      }
    })
  }

  return {
    push(events, tail) {
      const wantedOnes = events.filter(wants)
      if (behind) {
        meanwhile?.push(...wantedOnes)
        if (meanwhile && meanwhile.length > mostWaiting) meanwhile = undefined
        return
      }
      for (const { payload } of wantedOnes) {
        if (taker) taker(give(payload))
        else waiting.push(payload)
      }
      if (!isTaken && waiting.length === 0) reached = tail
      if (waiting.length <= mostWaiting) return
      waiting = []
      behind = reached
    },
    miss,
    end,
    async begin() {
      if (behind) await catchUp(behind)
      const failure = failureIn(waiting[0])
      if (failure) throw failure
    },
    events: {
      next,
      async return() {
        waiting = []
        end()
        return { value: undefined, done: true }
      },
      position: () => (isTaken || behind || waiting.length > 0 ? undefined : reached),
      [Symbol.asyncIterator]() {
        return this
      },
    },
  }
}
