import { afterEach, describe, expect, test } from 'vitest'
import { queues } from '../../src/areas.ts'
import { embedItemsQueue, ingestSourceQueue } from '../../src/domain/library/queues.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable, sourceRead } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { freshDatabase, startTestService, until } from '../support/service.ts'

// Durable jobs exist if and only if their transaction committed, are retried, and are never lost.

const embedded = process.env.TEST_DATABASE_URL === undefined
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function database() {
  const fresh = await freshDatabase()
  opened.push(fresh.drop)
  return { databaseUrl: fresh.env.DATABASE_URL, databasePoolSize: 4, dataDir: fresh.env.DATA_DIR ?? '' }
}

async function open(options: Awaited<ReturnType<typeof database>>) {
  const log = createLog('silent')
  const { session, pool, ...store } = await openDatabase(options, log)
  const jobs = await startJobs({ session, pool, ...store }, queues, log, createMetrics())
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= jobs.stop().then(() => store.close())
    return closed
  }
  opened.push(close)
  const rows = async () => (await pool.query("SELECT name, state::text, output::text FROM pgboss.job WHERE name <> 'prune'")).rows
  return { session, pool, jobs, rows, close }
}

test('a job exists if and only if the transaction that enqueued it committed', async () => {
  const { session, jobs, rows } = await open(await database())
  const done: number[] = []
  await jobs.handle(ingestSourceQueue, async ({ sourceId }) => void done.push(sourceId))
  const rolledBack = session.transaction(async (inner) => {
    await jobs.enqueue(inner, ingestSourceQueue, { sourceId: 1 })
    throw new Error('on purpose')
  })
  await expect(rolledBack).rejects.toThrow('on purpose')
  expect(await rows()).toEqual([])
  await session.transaction((inner) => jobs.enqueue(inner, ingestSourceQueue, { sourceId: 2 }))
  await until(() => done.length > 0)
  expect(done).toEqual([2])
})

describe('a job that fails', () => {
  test('at every attempt is kept for staff, and runs when they retry it', async () => {
    const { session, pool, jobs, rows } = await open(await database())
    let tried = 0
    let broken = true
    await jobs.handle(ingestSourceQueue, async () => {
      tried++
      if (broken) throw new TypeError('Ada Quill, +15551234567')
    })
    await jobs.enqueue(session, ingestSourceQueue, { sourceId: 7 })
    const [failed] = await until(async () => {
      // Shortens the waits between the attempts.
      await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
      const list = await jobs.failed()
      return list.length > 0 && list
    })
    expect(failed).toMatchObject({ name: 'ingest-source', data: { sourceId: 7 } })
    expect(tried).toBe(4)
    expect(JSON.stringify(await rows())).not.toMatch(/Quill|555/)

    broken = false
    expect(await jobs.retry(session, failed?.id ?? '', async () => {})).toBe(true)
    await until(() => tried === 5)
    expect(await jobs.failed()).toEqual([])
    expect(await jobs.retry(session, failed?.id ?? '', async () => {})).toBe(false)
  })

  test('once succeeds at its next attempt, and does not count as failed', async () => {
    const { session, jobs } = await open(await database())
    let tried = 0
    await jobs.handle(ingestSourceQueue, async () => {
      tried++
      if (tried === 1) throw new Error('once')
    })
    await jobs.enqueue(session, ingestSourceQueue, { sourceId: 7 })
    await until(async () => tried === 2)
    expect(await jobs.failed()).toEqual([])
  })

  test('while another of its kind waits for a retry does not count as failed: the other one does its work', async () => {
    const { session, pool, jobs } = await open(await database())
    let tried = 0
    let broken = true
    await jobs.handle(embedItemsQueue, async () => {
      tried++
      if (broken) throw new Error('on purpose')
    })
    for (const attempts of [1, 2]) {
      await pool.query("UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE state = 'retry'")
      await jobs.enqueue(session, embedItemsQueue, {})
      await until(() => tried === attempts)
    }
    await until(async () => (await pool.query("SELECT 1 FROM pgboss.job WHERE state = 'active'")).rowCount === 0)
    expect(await jobs.failed()).toEqual([])
    broken = false
    await pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'")
    await until(() => tried === 3)
  })
})

test.runIf(embedded)(
  'a process that died with one job running and another of its kind waiting for its next attempt starts again',
  async () => {
    const options = await database()
    const first = await open(options)
    await first.jobs.enqueue(first.session, embedItemsQueue, {})
    await first.pool.query("UPDATE pgboss.job SET state = 'retry', retry_count = 1, start_after = now() + interval '1 hour'")
    await first.jobs.enqueue(first.session, embedItemsQueue, {})
    await first.pool.query("UPDATE pgboss.job SET state = 'active', started_on = now() WHERE state = 'created'")
    await first.close()
    const second = await open(options)
    let done = 0
    await second.jobs.handle(embedItemsQueue, async () => void done++)
    await until(() => done > 0)
  },
)

test('staff see a failed job over GraphQL and retry it', async () => {
  await using fake = await startFakeOpenAi()
  fake.failing = 401
  await using service = await startTestService(fake.env)
  const failedJobs = async () => (await service.graphql('{ failedJobs { id name subject failedAt } }')).data.failedJobs
  const retry = (id: string) => service.graphql('mutation($id: ID!) { retryJob(input: { id: $id }) { jobId } }', { id })
  await sourceRead(service, await addItems(service, libraryItems))
  // Makes its next attempt the last.
  const sql = "UPDATE pgboss.job SET retry_limit = 0, start_after = now() WHERE name = 'embed-items' AND state < 'completed'"
  const [failed] = await until(async () => {
    await service.withDatabase((pool) => pool.query(sql))
    const list = async () => {
      const found = await failedJobs()
      return found.length > 0 && found
    }
    return until(list, 6).catch(() => false as const)
  })
  expect(failed).toMatchObject({ name: 'embed-items', subject: '{}' })
  fake.failing = undefined
  // Two who press it at once put it back once.
  const answers = await Promise.all([retry(failed.id), retry(failed.id)])
  expect(answers.filter(({ data }) => data?.retryJob).map(({ data }) => data)).toEqual([{ retryJob: { jobId: failed.id } }])
  await searchable(service)
  expect((await failedJobs()).map(({ id }: { id: string }) => id)).not.toContain(failed.id)
  expect((await retry(failed.id)).errors[0].extensions.code).toBe('NOT_FOUND')
  expect((await retry('not-a-job')).errors[0].extensions.code).toBe('NOT_FOUND')
})
