/** What has begun and not ended, in the order in which it began. */
export interface UnderWay {
  /** @returns ends it; to call it again does nothing */
  begin(): () => void
  /**
   * For how long one that begins now will be under way, in milliseconds, if all take their turns: as long as the oldest has been, and
   * longer by as much as more are under way now than when that began.
   */
  expectedMs(): number
}

/** So many at once do not make each other wait. */
const withoutWaiting = 8

export function createUnderWay(): UnderWay {
  const began = new Map<symbol, { since: number; place: number }>()
  return {
    begin() {
      const one = Symbol('one')
      began.set(one, { since: performance.now(), place: began.size + 1 })
      return () => void began.delete(one)
    },
    expectedMs() {
      const [oldest] = began.values()
      if (!oldest) return 0
      const growth = began.size / Math.max(oldest.place, withoutWaiting)
      return (performance.now() - oldest.since) * Math.max(1, growth)
    },
  }
}
