import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startProcess } from '../support/process.ts'
import { freshDatabase, patientBody, startTestService, until } from '../support/service.ts'

// kill -9 while a payer is being asked, and right after the first start. On PostgreSQL another process takes over a dead
// process's job once its heartbeats are missing.

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})
const withoutSamples = { SAMPLE_POLICIES: 'false' }

test('killed while payers are being asked: after the next start each verification ends VERIFIED, once', async () => {
  const database = await freshDatabase()
  cleanUps.push(database.drop)
  await using first = await startProcess({ ...database.env, ...withoutSamples })
  const before = benefitsOf(first)
  const people = await Promise.all([1, 2, 3].map((number) => before.voice.person({ member_id: `SANDBOX-SLOW-${number}` })))
  await until(async () => {
    const running = await Promise.all(people.map(async ({ id }) => (await before.all(id))[0].status))
    return running.every((status) => status === 'IN_PROGRESS')
  })
  await first.kill()

  await using second = await startTestService({}, { database })
  const after = benefitsOf(second)
  for (const { id } of people) {
    const verification = await after.settled(id)
    expect(verification).toMatchObject({ status: 'VERIFIED', trigger: 'patient_created', attempts: 2 })
    const kinds = verification.timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['requested', 'started', 'started', 'payer_answered', 'settled'])
    expect(await after.all(id)).toHaveLength(1)
    expect(await after.cases(id)).toHaveLength(1)
  }
})

test('killed right after the patient was created: the verification is done after the next start', async () => {
  const database = await freshDatabase()
  cleanUps.push(database.drop)
  await using first = await startProcess({ ...database.env, ...withoutSamples })
  const { id } = await benefitsOf(first).voice.person()
  await first.kill()
  await using second = await startTestService({}, { database })
  expect(await benefitsOf(second).settled(id)).toMatchObject({ status: 'VERIFIED' })
})

test.skipIf(process.env.TEST_DATABASE_URL !== undefined)(
  'a patient who is created in the first moment of a first start, while samples are read, is verified',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'care-first-'))
    cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
    await using service = await startProcess({ DATA_DIR: dataDir })
    // A request that waited for the one connection of the embedded database ran into its limit of 15 seconds.
    const created = await Promise.all(
      [1, 2, 3].map((number) =>
        service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: `FIRST-${number}` }) }),
      ),
    )
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const { body } of created) expect(await benefitsOf(service).settled(body.id)).toMatchObject({ status: 'VERIFIED' })
  },
)
