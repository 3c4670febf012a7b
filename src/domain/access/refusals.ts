import { networkOf } from '../../platform/network.ts'
import type { Actor } from './audit.ts'
import type { AuditBatches } from './audit-batches.ts'

/**
 * Refusals that are recorded one by one in a minute: of an address (of IPv6 its network of 64 bits), of an IPv6 network of 48 bits, and
 * in all. Further ones become events with their number.
 */
const singly = { ofAddress: 20, ofNetwork: 40, ofAll: 120 }
/** Events with a number that are held at a time. Beyond them only the outcome and what was asked are told apart. */
const mostHeld = 200
/** Networks that are told apart at a time; those beyond share one place, so that a flood from many cannot fill the memory. */
const mostNetworks = 10_000
const minuteMs = 60_000

interface Place {
  since: number
  single: number
}

interface CountedRefusals {
  since: number
  actor: Actor
  outcome: string
  what: string
  times: number
}

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Records refused requests (no valid key, or a key that may not do this) with their address. Whoever is refused can send any number
 * of requests, and from any number of addresses, and events are kept for good: so a minute has few of them, and each says how
 * many refusals it stands for.
 */
export function createRefusals(batches: AuditBatches) {
  const places = new Map<string, Place>()
  const held = new Map<string, CountedRefusals>()

  const write = (actor: Actor, outcome: string, what: string, times: number) =>
    batches.recordAttempt(actor, { action: 'request.refused', outcome, patientIds: [], recordIds: [], fields: [what] }, times)

  function placeOf(network: string): Place {
    const name = places.has(network) || places.size < mostNetworks ? network : 'others'
    const place = places.get(name) ?? { since: Date.now(), single: 0 }
    places.set(name, place)
    return place
  }

  function hold(actor: Actor, outcome: string, what: string): void {
    const exact = JSON.stringify([actor.id, actor.address, outcome, what])
    const shared = JSON.stringify([outcome, what])
    const key = held.has(exact) || held.size < mostHeld ? exact : shared
    const one = held.get(key)
    if (one) one.times++
    else
      held.set(key, {
        since: Date.now(),
        actor: key === exact ? actor : { ...actor, id: 'unknown', address: undefined },
        outcome,
        what,
        times: 1,
      })
  }

  function flush(key: string, { actor, outcome, what, times }: CountedRefusals) {
    held.delete(key)
    void write(actor, outcome, what, times)
  }

  function flushOld() {
    const before = Date.now() - minuteMs
    for (const [name, { since }] of places) if (since <= before) places.delete(name)
    for (const [key, one] of held) if (one.since <= before) flush(key, one)
  }
  const timer = setInterval(flushOld, minuteMs / 4).unref()

  return {
    /** @param what the route pattern or root field, never an address with values in it */
    record(actor: Actor, outcome: string, what: string): void {
      const address = actor.address ?? ''
      const [own, wider] = [networkOf(address, 64), networkOf(address, 48)]
      const [ofAddress, ofNetwork, ofAll] = [placeOf(own), wider === own ? undefined : placeOf(wider), placeOf('all')]
      const isOne = ofAddress.single >= singly.ofAddress
      const isNetwork = ofNetwork !== undefined && ofNetwork.single >= singly.ofNetwork
      // An event that stands for several addresses names their network.
      if (isNetwork || isOne || ofAll.single >= singly.ofAll) {
        hold({ ...actor, address: isNetwork ? wider : own }, outcome, what)
        return
      }
      for (const place of [ofAddress, ofNetwork, ofAll]) if (place) place.single++
      void write(actor, outcome, what, 1)
    },
    /** Writes down what is held back, for a service that stops. */
    stop() {
      clearInterval(timer)
      for (const [key, one] of held) flush(key, one)
    },
  }
}
