import { setTimeout } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'

/** Reports that wait for the database in this process, and how long they are tried again, in milliseconds. */
const bounds = { most: 1_000, everyMs: 1_000, forMs: 30 * 60_000 }

interface LateReport {
  store: () => Promise<void>
  until: number
}

/**
 * Keeps reports that the database could not take: too many waited for it, or it was away. Each is tried again, the oldest first,
 * until it is stored; a process that dies loses them, and one that stops tries each once more.
 * @param lost is told of a report that is given up
 */
export function createLateReports(log: Log, lost: () => void) {
  const waiting: LateReport[] = []
  let trying: Promise<void> | undefined
  let isStopping = false

  function giveUp(why: object): void {
    log.error(why, 'a case was not kept')
    lost()
  }

  async function tryAll(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next.store()
        continue
      } catch (error) {
        // One that the database refuses for itself holds up no other.
        if (Date.now() < next.until) waiting.push(next)
        else giveUp({ error })
      }
      if (isStopping) return
      await setTimeout(bounds.everyMs, undefined, { ref: false })
    }
  }

  function start(): void {
    trying ??= tryAll().finally(() => {
      trying = undefined
      if (waiting.length > 0 && !isStopping) start()
    })
  }

  return {
    /** @param store throws where the report could not be stored */
    add(store: () => Promise<void>): void {
      if (waiting.length >= bounds.most) {
        giveUp({ backlog: 'full' })
        return
      }
      waiting.push({ store, until: Date.now() + bounds.forMs })
      start()
    },
    /** Tries each once more, for a service that stops. */
    async stop(): Promise<void> {
      isStopping = true
      await trying
      for (const { store } of waiting.splice(0)) await store().catch((error: unknown) => giveUp({ error }))
    },
  }
}
