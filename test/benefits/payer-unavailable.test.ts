import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventKinds, queues } from '../../src/areas.ts'
import { runVerification } from '../../src/domain/benefits/verification/run-verification.ts'
import { retryVerification, startVerification } from '../../src/domain/benefits/verification/start-verification.ts'
import { sweepVerifications } from '../../src/domain/benefits/verification/sweep-verifications.ts'
import { addVoiceBenefits } from '../../src/domain/benefits/verification/voice-benefits.ts'
import { PayerUnavailable } from '../../src/domain/payers/eligibility/eligibility.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createEvents } from '../../src/platform/events.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { freshDatabase } from '../support/service.ts'

// A payer that does not answer for a long time. The tests read the minutes of waiting from the queue instead of waiting.

let bench: Awaited<ReturnType<typeof openBench>>
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

/** The database with its real queue, and no worker. */
async function openBench() {
  const fresh = await freshDatabase()
  const log = createLog('silent')
  const options = { databaseUrl: fresh.env.DATABASE_URL, databasePoolSize: 4, dataDir: fresh.env.DATA_DIR ?? '' }
  const database = await openDatabase(options, log)
  const { session, pool } = database
  const jobs = await startJobs(database, queues, log, createMetrics())
  const events = createEvents(eventKinds, { session, embedded: database.embedded, redis: undefined, log })
  const work = { session, jobs, events, actor: { id: 'test', surface: 'job', requestId: 'test' } } as const
  const patient = { firstName: 'Ada', lastName: 'Quill', dateOfBirth: new Date('1980-02-29'), phone: '+15551234567', mrn: 'MRN-1' }
  const { id: patientId } = await session.prisma.patient.create({ data: { ...patient, payerId: 'aetna', memberId: 'M1' } })
  const { id } = await startVerification(work, { patientId, trigger: 'requested' })
  await pool.query("DELETE FROM pgboss.job WHERE name = 'verify-benefits'")
  const never = new AbortController().signal
  return {
    id,
    patientId,
    work,
    pool,
    /** Runs the job once against a payer that fails in this way. */
    run: (check: () => Promise<never>, signal = never) =>
      runVerification(work, { driver: { name: 'clearinghouse', check }, maxAgeHours: 24 }, id, signal),
    now: () =>
      session.prisma.benefitsVerification.findUniqueOrThrow({
        where: { id },
        include: { methods: true, timeline: { orderBy: { id: 'asc' } } },
      }),
    /** The seconds until each waiting verification job starts. */
    async waits() {
      const text = `SELECT round(extract(epoch FROM start_after - created_on))::int AS seconds FROM pgboss.job
        WHERE name = 'verify-benefits' AND state = 'created' ORDER BY created_on`
      return (await pool.query(text)).rows.map(({ seconds }: { seconds: number }) => seconds)
    },
    async close() {
      await jobs.stop()
      await database.close()
      await fresh.drop()
    },
  }
}

const unavailable =
  (options: ConstructorParameters<typeof PayerUnavailable>[1] = {}) =>
  async () => {
    throw new PayerUnavailable('The payer sleeps.', options)
  }
const rejections = [{ code: '42', description: 'Unable to Respond', followUpAction: 'R', place: 'payer', resolution: 'Wait.' }]

test('it is asked again after 2, 8, 30, 120 and 600 seconds, and FAILED only then, with its rejections', async () => {
  const statuses = []
  for (let attempt = 0; attempt < 6; attempt++) {
    await bench.run(unavailable({ rejections }))
    statuses.push((await bench.now()).status)
  }
  expect(await bench.waits()).toEqual([2, 8, 30, 120, 600])
  expect(statuses).toEqual([...Array(5).fill('IN_PROGRESS'), 'FAILED'])
  const { attempts, completedAt, methods, timeline } = await bench.now()
  expect([attempts, completedAt]).toEqual([6, expect.any(Date)])
  expect(methods).toMatchObject([{ method: 'api', status: 'failed', success: false, rejections }])
  expect(timeline.filter(({ kind }) => kind === 'payer_unavailable')).toHaveLength(6)
  expect(timeline.at(-1)).toMatchObject({ kind: 'settled', detail: 'FAILED' })
})

test('a longer wait that the payer asks for is respected, a shorter one is not', async () => {
  await bench.run(unavailable({ retryAfterSeconds: 1 }))
  await bench.run(unavailable({ retryAfterSeconds: 3600 }))
  expect(await bench.waits()).toEqual([2, 3600])
  await bench.run(unavailable({ retryAfterSeconds: 3601 }))
  expect((await bench.now()).status).toBe('FAILED')
})

test('once the verification is settled the job changes nothing, however often it runs', async () => {
  await bench.work.session.prisma.benefitsVerification.update({ where: { id: bench.id }, data: { attempts: 5 } })
  await bench.run(unavailable())
  const settled = await bench.now()
  expect(settled.status).toBe('FAILED')
  await bench.run(unavailable())
  await bench.run(async () => {
    throw new Error('must not be asked')
  })
  expect(await bench.now()).toEqual(settled)
  expect(await bench.waits()).toEqual([])
})

test('a call to the payer between a retry by staff and the next request does not prevent the request', async () => {
  const { session } = bench.work
  await session.prisma.benefitsVerification.update({ where: { id: bench.id }, data: { attempts: 5 } })
  await bench.run(unavailable())
  await retryVerification(bench.work, bench.id)
  const call = await session.prisma.voiceCall.create({ data: { callId: 'call', patientId: bench.patientId } })
  const spoken = [{ field: 'deductible_individual' as const, value: 1500, quote: 'It is fifteen hundred.' }]
  await session.transaction((inner) => addVoiceBenefits({ ...bench.work, session: inner }, call, { benefits: spoken, benefitsByModel: [] }))
  expect((await bench.now()).status).toBe('PENDING')
  let asked = false
  await bench.run(async () => {
    asked = true
    throw new PayerUnavailable('The payer sleeps.')
  })
  expect(asked).toBe(true)
})

describe('other failures', () => {
  test('our own time-out is retried', async () => {
    await bench.run(async () => {
      throw new DOMException('aborted', 'TimeoutError')
    })
    expect(await bench.waits()).toEqual([2])
    expect((await bench.now()).status).toBe('IN_PROGRESS')
  })

  test('a service that stops leaves the job to the next one, without a failure', async () => {
    const stopping = AbortSignal.abort()
    const check = async () => {
      throw new DOMException('aborted', 'AbortError')
    }
    await expect(bench.run(check, stopping)).rejects.toThrow()
    expect(await bench.waits()).toEqual([])
    expect(await bench.now()).toMatchObject({ status: 'IN_PROGRESS', methods: [{ status: 'in_progress' }] })
  })

  test('an unexpected error fails the job, which the queue retries', async () => {
    const check = async () => {
      throw new TypeError('a bug')
    }
    await expect(bench.run(check)).rejects.toThrow('a bug')
    expect((await bench.now()).status).toBe('IN_PROGRESS')
  })
})

describe('the sweep', () => {
  const olderBy = (minutes: number) =>
    bench.pool.query("UPDATE benefits_verification SET updated_at = now() - $1 * interval '1 minute'", [minutes])

  test.each(['PENDING', 'IN_PROGRESS'])('restarts a verification that is %s and whose job got lost, once', async (status) => {
    await bench.pool.query('UPDATE benefits_verification SET status = $1::verification_status', [status])
    await olderBy(91)
    await sweepVerifications(bench.work)
    await sweepVerifications(bench.work)
    expect(await bench.waits()).toEqual([0])
  })

  test.each([
    ['IN_PROGRESS', 80],
    ['VERIFIED', 1000],
    ['PARTIAL', 1000],
    ['FAILED', 1000],
  ])('leaves a verification alone that has been %s for %d minutes', async (status, minutes) => {
    await bench.pool.query('UPDATE benefits_verification SET status = $1::verification_status', [status])
    await olderBy(minutes)
    await sweepVerifications(bench.work)
    expect(await bench.waits()).toEqual([])
  })
})
