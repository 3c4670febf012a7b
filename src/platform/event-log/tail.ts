import { setTimeout } from 'node:timers/promises'
import type { Session } from '../database/session.ts'
import type { Log } from '../log.ts'
import { type EventFilter, eventsAfter, latestPosition } from './event-log.ts'
import { createListener, type EventSource, type Listener } from './listener.ts'
import type { Position } from './position.ts'

/** Between two reads of the log there is at least so much time, in milliseconds: what comes at once is read at once. */
const pauseMs = 10

/** How often the log is read unasked, in milliseconds: another instance may have written, and nothing told of it. */
const pollMs = 1_000

interface TailOptions {
  /** Events of other names are left alone. */
  names: readonly string[]
  /** Whether other processes may write to the log. */
  isShared: boolean
  log: Log
}

/**
 * Reads the end of the event log for all listeners of this process, in the order of ids, and only while there are any.
 */
export function createTail(session: Session, { names, isShared, log }: TailOptions) {
  const listeners = new Set<Listener>()
  const all: EventFilter = { names }
  let position: Position | undefined
  let starting: Promise<Position> | undefined
  let reading = false
  let isAsked = false
  let timer: NodeJS.Timeout | undefined

  /** The tail's position; where nobody has listened, that is now. */
  async function here(): Promise<Position> {
    if (position) return position
    starting ??= latestPosition(session).finally(() => {
      starting = undefined
    })
    return starting
  }

  function join(listener: Listener, now: Position): void {
    position ??= now
    if (isShared) timer ??= setInterval(wake, pollMs).unref()
    listeners.add(listener)
  }

  function leave(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    position = undefined
  }

  async function readOn(): Promise<void> {
    while (isAsked && position) {
      isAsked = false
      const page = await eventsAfter(session, position, all)
      if (!position) return
      position = page.position
      // A log that could not be read for more than an hour.
      if (page.isExpired) for (const listener of [...listeners]) listener.miss()
      else for (const listener of listeners) listener.push(page.events, page.position)
      isAsked ||= page.isFull
      await setTimeout(pauseMs)
    }
  }

  function wake(): void {
    if (!position) return
    isAsked = true
    if (reading) return
    reading = true
    readOn()
      .catch((error: unknown) => {
        isAsked = true
        log.warn({ error }, 'the event log was not read: it is read again')
      })
      .finally(() => {
        reading = false
        if (isAsked && position) void setTimeout(pollMs, undefined, { ref: false }).then(wake)
      })
  }

  return {
    /** Tells that there may be something new. */
    wake,
    /**
     * The events from now on, or those after a position and then what comes.
     * @throws Failure EVENTS_EXPIRED for a position too old
     */
    async listen(wanted: EventFilter, after?: Position): Promise<EventSource> {
      const now = await here()
      const listener: Listener = createListener({
        wanted,
        begin: after ?? now,
        isBehind: after !== undefined,
        read: (from) => eventsAfter(session, from, wanted),
        onEnd: () => leave(listener),
      })
      // It joins before it reads what it lacks: nothing can come in between.
      join(listener, now)
      try {
        await listener.begin()
      } catch (error) {
        listener.end()
        throw error
      }
      return listener.events
    },
    size: () => listeners.size,
    /** Ends every listener, each with the events that it has not taken yet. */
    close() {
      for (const listener of [...listeners]) listener.end()
    },
  }
}
