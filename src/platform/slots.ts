import type { Bounds } from './fair-queue.ts'

export type Slots = ReturnType<typeof createSlots>

/** Places that are taken for a while: `most` in all, and of one owner `share`, so that one does not take the places of others. */
export function createSlots({ most, share }: Bounds) {
  const taken = new Map<string, number>()
  let total = 0
  return {
    /** @returns gives the place back, which counts once; undefined where there is none */
    take(owner: string): (() => void) | undefined {
      const own = taken.get(owner) ?? 0
      if (total >= most || own >= share) return undefined
      taken.set(owner, own + 1)
      total++
      let held = true
      return () => {
        if (!held) return
        held = false
        total--
        const left = (taken.get(owner) ?? 0) - 1
        if (left > 0) taken.set(owner, left)
        else taken.delete(owner)
      }
    },
    /** How much of its share the owner with the most places has taken, from 0 to 1. */
    fullest: () => Math.max(0, ...taken.values()) / share,
  }
}
