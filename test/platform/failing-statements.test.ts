import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { freshDatabase } from '../support/service.ts'

test('a failing statement does not affect the next one', async () => {
  const { env, drop } = await freshDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, databasePoolSize: 2, dataDir: env.DATA_DIR ?? '' }, log)
  const good = async () => {
    const client = await database.pool.connect()
    try {
      return (await client.query('SELECT 1 AS one; SELECT 2 AS two')) as unknown
    } finally {
      client.release()
    }
  }
  const bad = () =>
    database.session.prisma.$executeRaw`INSERT INTO no_such_table SELECT * FROM json_to_recordset(${'[{"a":1}]'}::json) AS row (a integer)`
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index): Promise<unknown> => (index % 3 === 0 ? bad() : good())),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')))
  }
  expect(lines).toEqual([])
  await database.close()
  await drop()
})
