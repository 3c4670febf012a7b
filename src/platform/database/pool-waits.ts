import type pg from 'pg'

type Callback = (...outcome: unknown[]) => void

/**
 * Watches how long requests wait for a connection of a pool.
 * @returns how long the one that waits longest has waited, in milliseconds; 0 where none waits
 */
export function watchWaits(pool: pg.Pool): () => number {
  /** In the order in which they came, as the pool serves them. */
  const waiting = new Map<symbol, number>()
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient> | undefined
  const watched = (callback?: Callback) => {
    const who = Symbol()
    waiting.set(who, performance.now())
    if (callback) {
      return connect((...outcome) => {
        waiting.delete(who)
        callback(...outcome)
      })
    }
    return connect()?.finally(() => waiting.delete(who))
  }
  pool.connect = watched as typeof pool.connect
  return () => {
    const [longest] = waiting.values()
    return longest === undefined ? 0 : performance.now() - longest
  }
}
