/** Numbers from a seed, the same on every machine (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (least: number, most: number) => least + below(most - least + 1),
    chance: (share: number) => next() < share,
    pick: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value,
  }
}

export type Seeded = ReturnType<typeof seeded>
