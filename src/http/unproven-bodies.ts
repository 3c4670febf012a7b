import { setImmediate as nextTurn } from 'node:timers/promises'
import { networkOf } from '../platform/network.ts'

// Bodies that prove by their signature who sends them: until all of one is here, its sender may be anybody.

/** Places for bodies that are read at once: at most 256 MiB. */
const places = {
  most: 64,
  /** For addresses that have proven a signature lately, and nobody else. */
  kept: 16,
  /** For one address, or an IPv6 network of 56 bits, and for one of 48. */
  share: 16,
  wideShare: 24,
}

/** What a body must send at least, in bytes a second, once so many milliseconds are over. A platform's bodies come at once. */
const least = { bytesPerSecond: 1000, afterMs: 2000 }

/** A body that is younger may only just be coming, in milliseconds: it makes room for no other. */
const youngMs = 250

/** How often bodies are looked at, in milliseconds. */
const everyMs = 250

/** Addresses that have proven a signature: so many, and for so long after the last, in milliseconds. */
const proofs = { most: 1000, lastMs: 24 * 3_600_000 }

/** A body that is being read. */
export interface UnprovenBody {
  /** Counts bytes that have come. */
  take(bytes: number): void
  /** Aborts where the body is too slow, or the slowest when another needs its place. */
  signal: AbortSignal
  /** Gives the place back. */
  end(): void
}

export type UnprovenBodies = ReturnType<typeof createUnprovenBodies>

/** @param now a clock in milliseconds */
export function createUnprovenBodies(now: () => number = () => performance.now()) {
  const reading = new Set<Reading>()
  const proven = new Map<string, number>()
  let watch: NodeJS.Timeout | undefined

  interface Reading {
    isProven: boolean
    networks: readonly string[]
    since: number
    bytes: number
    drop(): void
  }

  const speed = ({ bytes, since }: Reading) => bytes / Math.max(1, now() - since)

  function dropSlow() {
    for (const one of [...reading]) {
      const ms = now() - one.since
      if (ms > least.afterMs && one.bytes < (least.bytesPerSecond * ms) / 1000) one.drop()
    }
  }

  /** Those that hold what this address would need. Empty where there is room. */
  function inTheWay(isProven: boolean, networks: readonly string[]): Reading[] {
    const all = [...reading]
    const strangers = all.filter((one) => !one.isProven)
    if (!isProven) {
      for (const [index, network] of networks.entries()) {
        const own = all.filter((one) => one.networks[index] === network)
        if (own.length >= (index === 0 ? places.share : places.wideShare)) return own
      }
      if (strangers.length >= places.most - places.kept) return strangers
    }
    if (all.length < places.most) return []
    return strangers.length > 0 || !isProven ? strangers : all
  }

  /** @returns whether there is room, for which the slowest of those in the way was dropped */
  function makeRoom(isProven: boolean, networks: readonly string[]): boolean {
    // One of the address's network, one of the wider one, one of all.
    for (let dropped = 0; dropped < 3; dropped++) {
      const held = inTheWay(isProven, networks)
      if (held.length === 0) return true
      const [slowest] = held.filter(({ since }) => now() - since >= youngMs).sort((one, other) => speed(one) - speed(other))
      if (!slowest) return false
      slowest.drop()
    }
    return inTheWay(isProven, networks).length === 0
  }

  const isProven = (address: string) => (proven.get(networkOf(address, 64)) ?? 0) > now()

  return {
    /** Takes a place for a body from this address. @returns undefined where all are held by bodies that come */
    async begin(address: string): Promise<UnprovenBody | undefined> {
      const networks = [networkOf(address, 56), networkOf(address, 48)]
      // What has come while this process was busy is counted before anybody is called slow.
      if (inTheWay(isProven(address), networks).length > 0) await nextTurn()
      if (!makeRoom(isProven(address), networks)) return undefined
      const aborter = new AbortController()
      const end = () => {
        reading.delete(one)
        if (reading.size > 0) return
        clearInterval(watch)
        watch = undefined
      }
      const drop = () => {
        end()
        aborter.abort()
      }
      const one: Reading = { isProven: isProven(address), networks, since: now(), bytes: 0, drop }
      reading.add(one)
      // After what has come meanwhile was read.
      watch ??= setInterval(() => setImmediate(dropSlow), everyMs).unref()
      return {
        take: (bytes) => {
          one.bytes += bytes
        },
        signal: aborter.signal,
        end,
      }
    },
    /** Remembers that this address has proven a signature. */
    prove(address: string): void {
      const network = networkOf(address, 64)
      proven.delete(network)
      proven.set(network, now() + proofs.lastMs)
      const oldest = proven.size > proofs.most ? proven.keys().next() : undefined
      if (oldest && !oldest.done) proven.delete(oldest.value)
    },
  }
}
