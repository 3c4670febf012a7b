import type { Actor } from './audit.ts'
import type { AuditBatches } from './audit-batches.ts'

/** Refusals of one address that are recorded one by one in a minute; further ones become one event with their number. */
const singlyPerMinute = 20
/** Addresses that are told apart at a time; those beyond share one place, so that a flood from many cannot fill the memory. */
const mostAddresses = 10_000
const minuteMs = 60_000

interface Place {
  since: number
  single: number
  held: Map<string, { actor: Actor; outcome: string; what: string; times: number }>
}

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Records refused requests (no valid key, or a key that may not do this) with their address. Whoever is refused can send any number
 * of requests, so each address has few events a minute, and each of those says how many refusals it stands for.
 */
export function createRefusals(batches: AuditBatches) {
  const places = new Map<string, Place>()

  const write = (actor: Actor, outcome: string, what: string, times: number) =>
    batches.recordAttempt(actor, { action: 'request.refused', outcome, patientIds: [], recordIds: [], fields: [what] }, times)

  function flush(name: string, place: Place) {
    places.delete(name)
    for (const { actor, outcome, what, times } of place.held.values()) void write(actor, outcome, what, times)
  }

  function flushOld() {
    const before = Date.now() - minuteMs
    for (const [name, place] of places) if (place.since <= before) flush(name, place)
  }
  const timer = setInterval(flushOld, minuteMs / 4).unref()

  return {
    /** @param what the route pattern or root field, never an address with values in it */
    record(actor: Actor, outcome: string, what: string): void {
      const address = actor.address ?? ''
      const name = places.has(address) || places.size < mostAddresses ? address : 'others'
      const place = places.get(name) ?? { since: Date.now(), single: 0, held: new Map() }
      places.set(name, place)
      if (place.single < singlyPerMinute) {
        place.single++
        void write(actor, outcome, what, 1)
        return
      }
      const key = `${actor.id} ${outcome} ${what}`
      const held = place.held.get(key)
      if (held) held.times++
      else if (place.held.size < 100) place.held.set(key, { actor, outcome, what, times: 1 })
    },
    /** Writes down what is held back, for a service that stops. */
    stop() {
      clearInterval(timer)
      for (const [name, place] of places) flush(name, place)
    },
  }
}
