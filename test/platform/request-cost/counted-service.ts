import { Session } from 'node:inspector/promises'
import pg from 'pg'
import { holdTimers } from './hold-timers.ts'

// The service in a process that counts what it does, for request-cost.test.ts: it fills its database, tells its address, and between the
// messages 'begin' and 'end' counts SQL statements, calls of functions and bytes allocated on V8's heap. It runs without the optimising
// compilers, which would leave out calls and allocations of what happens to be hot.

/** What the requests between two messages cost. */
export interface Cost {
  statements: number
  calls: number
  bytes: number
}

// Before anything of the service is loaded, which may keep the timers that it finds.
const background = holdTimers()
const { readConfig } = await import('../../../src/config.ts')
const { openDatabase } = await import('../../../src/platform/database/database.ts')
const { createLog } = await import('../../../src/platform/log.ts')
const { startService } = await import('../../../src/service.ts')
const { localVectors } = await import('../../support/local-vectors.ts')

let statements = 0
let sent = 0
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const [asked] = args
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
    sent += 1
    // The job queue's own work goes on beside any request.
    if (!text.includes('pgboss.')) statements += 1
    return query.apply(this, args)
  },
})

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Calls of all functions since it was last asked. */
async function callsSince(): Promise<number> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  let calls = 0
  for (const { functions } of result) for (const { ranges } of functions) calls += ranges[0]?.count ?? 0
  return calls
}

const config = readConfig(process.env)
const log = createLog('info', { write: () => {} })
const database = await openDatabase(config, log)
await database.pool.query(`
  INSERT INTO patient (first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, created_at)
  SELECT 'First' || i, 'Last' || i, date '1950-01-01' + i, '+1555' || lpad(i::text, 7, '0'), 'p' || i || '@example.org',
         'COST-' || i, 'aetna', 'COST' || i, now() - i * interval '1 minute'
  FROM generate_series(1, 60) AS i`)
await database.pool.query(`
  INSERT INTO medication_record (patient_id, medication_name)
  SELECT p.id, m FROM patient p, unnest(ARRAY['Humira', 'Ajovy', 'Taltz']) AS m`)
const service = await startService(config, log, { database, localModel: localVectors() })

let began = 0
async function answer(message: unknown): Promise<unknown> {
  if (message === 'begin') {
    background.hold()
    // What has begun in the background runs to its end.
    for (let before = -1; before !== sent; await background.pause(40)) before = sent
    await callsSince()
    globalThis.gc?.()
    statements = 0
    began = process.memoryUsage().heapUsed
    return 'counting'
  }
  if (message === 'end') {
    const bytes = process.memoryUsage().heapUsed - began
    const calls = await callsSince()
    background.release()
    return { statements, bytes, calls } satisfies Cost
  }
  await service.stop()
  process.exit(0)
}
process.on('message', async (message) => {
  process.send?.(await answer(message))
})
process.send?.(service.url)
