import pg from 'pg'
import { vi } from 'vitest'

/**
 * The SQL statements that `work` sends, without the job queue's own. Other work of the service sends some in the background at any time,
 * so this reads until two readings are equally long, at most five times, and returns the shortest.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  let shortest = await statementsOnce(work)
  for (let reading = 1; reading < 5; reading++) {
    const again = await statementsOnce(work)
    const agrees = again.length === shortest.length
    if (again.length < shortest.length) shortest = again
    if (agrees) break
  }
  return shortest
}

async function statementsOnce(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = spy.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as { text: string }).text))
    return texts.filter((text) => !text.includes('pgboss.'))
  } finally {
    spy.mockRestore()
  }
}
