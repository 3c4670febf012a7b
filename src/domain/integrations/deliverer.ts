import type { Session } from '../../platform/database/session.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { within } from '../../platform/within.ts'
import { type Documents, deliver, lagOf, type Outcome, type TakenDelivery, takeDue } from './deliver.ts'

/** How often is looked for deliveries that are due, in milliseconds. */
const lookEveryMs = 1_000
/** How long a stopping service waits for attempts under way: what it leaves is tried again by another, when its lease ends. */
const stopTimeoutMs = 3_000
/** Attempts under way at once in this process, and of one subscription: a receiver that is slow or dead holds up no other. */
const atOnce = { most: 32, share: 8 }

export interface Deliverer {
  start(): void
  /** Takes no more, and resolves when no attempt is under way, or after some seconds. */
  stop(): Promise<void>
}

/** Delivers events until it is stopped. Several processes share the work. @param now the clock of schedules and signatures */
export function createDeliverer(
  session: Session,
  {
    log,
    metrics,
    privateOrigins,
    documents,
    now = () => new Date(),
  }: { log: Log; metrics: Metrics; privateOrigins: readonly string[]; documents: Documents; now?: () => Date },
): Deliverer {
  const attempts = metrics.counter(
    'event_deliveries_total',
    'Attempts to deliver an event, by outcome: delivered, failed or dead',
    'outcome',
  )
  for (const outcome of ['delivered', 'failed', 'dead'] satisfies Outcome[]) attempts.inc({ outcome }, 0)
  metrics.gauge('event_delivery_lag_seconds', 'For how long the oldest event that is due has waited', () => lagOf(session, now()))
  const underWay = new Map<number, number>()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function attempt(taken: TakenDelivery): Promise<void> {
    try {
      attempts.inc({ outcome: await deliver(session, taken, { now, privateOrigins, documents }) })
    } catch (error) {
      // Its lease ends, and it is tried again.
      log.error({ error }, 'event delivery failed')
    } finally {
      underWay.set(taken.subscriptionId, (underWay.get(taken.subscriptionId) ?? 1) - 1)
      // The next of the subject may be due now.
      look()
    }
  }

  function look(): void {
    if (isStopped || looking) return
    looking = take()
      .catch((error: unknown) => log.warn({ error }, 'looking for event deliveries failed'))
      .finally(() => {
        looking = undefined
      })
  }

  async function take(): Promise<void> {
    for (;;) {
      const free = atOnce.most - running.size
      if (free <= 0 || isStopped) return
      const full = [...underWay].filter(([, count]) => count >= atOnce.share).map(([id]) => id)
      const taken = await takeDue(session, now(), Math.min(free, atOnce.share), full)
      if (taken.length === 0) return
      for (const one of taken) {
        underWay.set(one.subscriptionId, (underWay.get(one.subscriptionId) ?? 0) + 1)
        const run = attempt(one)
        running.add(run)
        void run.finally(() => running.delete(run))
      }
    }
  }

  return {
    start() {
      timer = setInterval(look, lookEveryMs)
      timer.unref()
      look()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await looking
      await within(stopTimeoutMs, Promise.all(running), { otherwise: () => [] })
    },
  }
}
