import pg from 'pg'
import { expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { startTestService, until } from '../support/service.ts'

test.runIf(process.env.TEST_DATABASE_URL)(
  'a service whose requests wait for the database refuses searches, though its event loop is idle',
  async () => {
    await using service = await startTestService({ OVERLOAD_LAG_MS: '400', DATABASE_POOL_SIZE: '1' })
    const statuses: number[] = []
    const search = () =>
      chatOf(service)
        .post('search', { query: 'how do I store it' })
        .then(({ status }) => statuses.push(status))
    // Holds the only connection until a search has been refused.
    const elsewhere = new pg.Client(service.env.DATABASE_URL)
    await elsewhere.connect()
    await elsewhere.query('SELECT pg_advisory_lock(1)')
    const held = service.sql('SELECT pg_advisory_xact_lock(1)')
    const searches: Promise<unknown>[] = []
    await until(() => {
      searches.push(search())
      return statuses.includes(503)
    })
    const metrics = (await service.rest('GET', '/metrics')).body
    expect(metrics).toMatch(/^requests_shed_total\{priority="last"\} [1-9]/m)
    // An alert waits for the 0: "nobody knows" must not read as ready.
    expect(metrics).toMatch(/^service_ready 0$/m)
    await elsewhere.end()
    await Promise.all([held, ...searches])
    await until(async () => (await chatOf(service).post('search', { query: 'how do I store it' })).status === 200)
  },
)
