import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { freshDatabase } from '../support/service.ts'

test('a long run of statements does not starve other requests', async () => {
  const { env, drop } = await freshDatabase()
  const database = await openDatabase(
    { databaseUrl: env.DATABASE_URL, databasePoolSize: 2, dataDir: env.DATA_DIR ?? '' },
    createLog('silent'),
  )
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  const client = await database.pool.connect()
  for (let statement = 0; statement < 100; statement++) await client.query('SELECT count(*) FROM generate_series(1, 20000)')
  client.release()
  clearInterval(turn)
  expect(turns).toBeGreaterThan(3)
  await database.close()
  await drop()
})
