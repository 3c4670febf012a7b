import type { Metrics } from './metrics.ts'

/** What is served for longest: `first` are reports of adverse events and webhooks, `last` what can best be asked again. */
export type Priority = 'first' | 'usual' | 'last'

export interface Overload {
  /** Whether a request of this priority would be one too many, also by how long others wait for the same as it; counted. */
  refuses(priority: Priority, waitMs?: number): boolean
  stop(): void
}

/** How often the lag is measured, in milliseconds. */
const everyMs = 50
/** What the last measurement weighs: a single pause, of the garbage collector say, is no overload. */
const weight = 0.2

/** A wait for a connection comes once or twice in a request, a turn of the event loop ten times. */
const waitsWeigh = 5

/** From how many times the limit on each priority is refused. */
const times: Record<Priority, number> = { last: 1, usual: 3, first: 20 }

/**
 * Tells when this process has more to do than it can. What it does waits for turns of one event loop and for connections to the
 * database: how late a timer fires says how long each step of a request takes, and the longest wait how long its statements
 * do. What is refused early leaves both to what was accepted.
 * @param limitMs the lag from which the least urgent is refused; 0: nothing ever is
 * @param waitedMs how long a request has waited for the database
 */
export function createOverload(limitMs: number, waitedMs: () => number, metrics: Metrics): Overload {
  const shed = metrics.counter('requests_shed_total', 'Requests refused because the process has too much to do, by priority', 'priority')
  // From 0, so that the first increase shows.
  for (const priority of Object.keys(times)) shed.inc({ priority }, 0)
  let lag = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const late = Math.max(0, now - last - everyMs)
    last = now
    lag += (late - lag) * (late > everyMs ? 2 * weight : weight)
  }, everyMs).unref()
  metrics.gauge('overload_lag_seconds', 'How late the event loop is, smoothed; requests are refused by it', () => lag / 1000)
  return {
    refuses(priority, waitMs = 0) {
      if (limitMs === 0 || Math.max(lag, Math.max(waitedMs(), waitMs) / waitsWeigh) < limitMs * times[priority]) return false
      shed.inc({ priority })
      return true
    },
    stop: () => clearInterval(timer),
  }
}
