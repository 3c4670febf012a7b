/**
 * Work that several ask for at the same time is done once: `share(key, work)` joins what is under way under the same key. Where that
 * fails, whoever joined it does the work by himself, since what kept the other from it may be the other's own.
 */
export function createSharedWork<Value>() {
  const underWay = new Map<string, Promise<Value>>()
  return async function share(key: string, work: () => Promise<Value>): Promise<Value> {
    const other = underWay.get(key)
    if (other) {
      try {
        return await other
      } catch {
        return work()
      }
    }
    const own = work()
    underWay.set(key, own)
    try {
      return await own
    } finally {
      underWay.delete(key)
    }
  }
}
