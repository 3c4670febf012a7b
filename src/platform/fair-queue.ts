export interface Bounds {
  /** Entries that may wait in all. */
  most: number
  /** Entries of one owner that may wait. */
  share: number
}

/**
 * A queue that serves its owners in turn, one entry each: whoever asks for much waits for himself alone. Where it is full, the
 * owner with the most entries gives up the last of them for one who has fewer (longest queue drop, RFC 8290 section 4.1.2).
 * @param dropped is told of an entry that was given up
 */
export function createFairQueue<Entry>({ most, share }: Bounds, dropped: (entry: Entry) => void) {
  /** In the order of their turns. */
  const waiting = new Map<string, Entry[]>()
  let size = 0

  function longest(): [string, Entry[]] | undefined {
    return [...waiting].reduce<[string, Entry[]] | undefined>(
      (one, other) => (one && one[1].length >= other[1].length ? one : other),
      undefined,
    )
  }

  function makeRoom(count: number): boolean {
    const [owner, entries] = longest() ?? []
    if (owner === undefined || entries === undefined || entries.length <= count + 1) return false
    const last = entries.pop()
    size--
    if (last !== undefined) dropped(last)
    return true
  }

  return {
    size: () => size,
    /** The entry whose turn is next. */
    first: (): Entry | undefined => waiting.values().next().value?.[0],
    /** @returns whether the entry was taken */
    push(owner: string, entry: Entry): boolean {
      const own = waiting.get(owner) ?? []
      if (own.length >= share || (size >= most && !makeRoom(own.length))) return false
      own.push(entry)
      waiting.set(owner, own)
      size++
      return true
    },
    shift(): Entry | undefined {
      const [next] = waiting
      if (!next) return undefined
      const [owner, entries] = next
      const entry = entries.shift()
      size--
      waiting.delete(owner)
      // Behind all others, whose turn is now.
      if (entries.length > 0) waiting.set(owner, entries)
      return entry
    },
    /** All that waits, which waits no longer. */
    clear(): Entry[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      size = 0
      return all
    },
  }
}
