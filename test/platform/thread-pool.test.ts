import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createThreadPool } from '../../src/platform/thread-pool.ts'

test('a thread that lacks what its tasks need fails one task and gives way to another thread, which may have it', async () => {
  const pool = createThreadPool<string, string>(new URL('../support/thread-that-begins-late.ts', import.meta.url), { threads: 1 })
  onTestFinished(async () => {
    await pool.close()
    rmSync(join(tmpdir(), `begins-late-${process.pid}`))
  })
  await expect(pool.run('first')).rejects.toThrow()
  expect(await pool.run('second')).toBe('second there')
})
