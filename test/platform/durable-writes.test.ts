import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { processEnv } from '../support/process.ts'
import { patientBody, startTestService, until } from '../support/service.ts'

// A power cut leaves what was flushed. PostgreSQL flushes by itself; the embedded database has to be made to.

const embedded = test.runIf(process.env.TEST_DATABASE_URL === undefined)

embedded('the embedded database flushes a write before it is acknowledged', async () => {
  await using service = await startTestService()
  const fsync = vi.spyOn(fs, 'fsyncSync')
  for (let count = 1; count <= 5; count++) {
    expect((await service.rest('POST', '/v1/patients', { body: patientBody() })).status).toBe(201)
    expect(fsync.mock.calls.length).toBeGreaterThanOrEqual(count)
  }
  expect(await service.sql('SHOW fsync')).toEqual([{ fsync: 'on' }])
})

embedded('a first start that was cut off is begun anew: nothing had been acknowledged', async () => {
  const directory = join(inject('scratch'), `cut-off-${randomUUID()}`)
  await mkdir(join(directory, 'postgres'), { recursive: true })
  await chmod(directory, 0o700)
  await writeFile(join(directory, 'postgres', 'PG_VERSION'), '')
  await writeFile(join(directory, 'postgres.unfinished'), '')
  const { pool, close } = await openEmbedded(directory, async () => {})
  try {
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(await readdir(directory)).not.toContain('postgres.unfinished')
  } finally {
    await close()
  }
})

embedded('a start that was killed while its database was made disturbs the next one in nothing', async () => {
  const directory = join(inject('scratch'), `killed-${randomUUID()}`)
  const script = `const { openEmbedded } = await import('./src/platform/database/embedded.ts')
    await openEmbedded(process.argv[1], async () => {})`
  const first = spawn(process.execPath, ['--input-type=module', '-e', script, directory], { env: processEnv({}) })
  const making = async () => (await readdir(directory).catch(() => [])).some((name) => name.startsWith('postgres.making-'))
  await until(making)
  first.kill('SIGKILL')
  await once(first, 'exit')
  const { pool, close } = await openEmbedded(directory, async () => {})
  await pool.query('CREATE TABLE kept (n INTEGER); INSERT INTO kept VALUES (7)')
  await close()
  const again = await openEmbedded(directory, async () => {})
  try {
    expect((await again.pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 7 }])
  } finally {
    await again.close()
  }
})

embedded('a folder with files and without a database is refused, and left as it is', async () => {
  const directory = join(inject('scratch'), `damaged-${randomUUID()}`)
  await mkdir(join(directory, 'postgres', 'base'), { recursive: true })
  await chmod(directory, 0o700)
  await expect(openEmbedded(directory, async () => {})).rejects.toThrow('lacks PG_VERSION')
  expect(await readdir(join(directory, 'postgres'))).toEqual(['base'])
})
