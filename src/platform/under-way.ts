/** What has begun and not ended, in the order in which it began. */
export interface UnderWay {
  /** @returns ends it; to call it again does nothing */
  begin(): () => void
  /** For how long the oldest has been under way, in milliseconds: 0 where nothing is. */
  longestMs(): number
}

export function createUnderWay(): UnderWay {
  const began = new Map<symbol, number>()
  return {
    begin() {
      const one = Symbol('one')
      began.set(one, performance.now())
      return () => void began.delete(one)
    },
    longestMs() {
      const [oldest] = began.values()
      return oldest === undefined ? 0 : performance.now() - oldest
    },
  }
}
