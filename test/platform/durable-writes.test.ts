import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { patientBody, startTestService } from '../support/service.ts'

// A power cut leaves what was flushed. PostgreSQL flushes by itself; the embedded database has to be made to.

test.runIf(process.env.TEST_DATABASE_URL === undefined)('the embedded database flushes a write before it is acknowledged', async () => {
  await using service = await startTestService()
  const fsync = vi.spyOn(fs, 'fsyncSync')
  for (let count = 1; count <= 5; count++) {
    expect((await service.rest('POST', '/v1/patients', { body: patientBody() })).status).toBe(201)
    expect(fsync.mock.calls.length).toBeGreaterThanOrEqual(count)
  }
  expect(await service.sql('SHOW fsync')).toEqual([{ fsync: 'on' }])
})
