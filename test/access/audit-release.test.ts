import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, freshDatabase, patientBody, startTestService, type TestService, until } from '../support/service.ts'

// The audit by months: what has been kept long enough leaves for a file, and the chain stays whole.

const care = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['src/cli.ts', ...args], { env: processEnv({ API_KEY: apiKey, ...env }) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

/** Seals what is open: the service does it at its start and once a minute. */
async function seal(service: TestService) {
  await service.restart()
  await until(async () => (await service.graphql('{ unsealedAuditEvents(olderThanMinutes: 0) }')).data.unsealedAuditEvents <= 1)
}

const partitions = (service: TestService) =>
  service
    .sql<{ name: string }>(
      "SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'audit_event'::regclass",
    )
    .then((rows) => rows.map(({ name }) => name))

/** As a database is that has run since January 2020, with three events of then about a patient. */
async function withOldMonth(service: TestService, patientId: number) {
  await service.sql('ALTER TABLE audit_event DETACH PARTITION audit_event_first')
  await service.sql(
    `DO $$ BEGIN EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION audit_event_first FOR VALUES FROM (''2020-02-01Z'') TO (%L)',
     (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'); END $$`,
  )
  await service.sql("CREATE TABLE audit_event_2020_01 PARTITION OF audit_event FOR VALUES FROM ('2020-01-01Z') TO ('2020-02-01Z')")
  await service.sql(
    `INSERT INTO audit_event (occurred_at, actor, surface, request_id, action, patient_ids)
     SELECT '2020-01-15Z', 'key:1', 'rest', 'r' || n, 'patient.read', '{${patientId}}' FROM generate_series(1, 3) AS n`,
  )
}

test('a month that is over leaves for a file with its seals, unless a patient is under a legal hold, and the chain stays whole', async () => {
  await using database = await freshDatabase()
  const folder = join(inject('scratch'), `released-${randomUUID()}`)
  const release = (before: string) => care(['database', 'release-audit', '--before', before, '--to', folder], database.env)
  const file = join(folder, 'audit_event_2020_01.jsonl')
  let patientId = 0
  {
    await using service = await startTestService({}, { database })
    patientId = (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id
    await withOldMonth(service, patientId)
    await seal(service)
    const held = await care(['patients', 'hold', String(patientId), '--reason', 'Doe v. Roe'], { CARE_URL: service.url() })
    expect(held, held.output).toMatchObject({ code: 0, output: `Legal hold 1 is on patient ${patientId}.\n` })
    expect((await care(['patients', 'holds'], { CARE_URL: service.url() })).output).toContain('Doe v. Roe')
  }
  const refused = await release('2021-01-01')
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`audit_event_2020_01 stays: it has events of patients under a legal hold (${patientId}).`)
  {
    await using service = await startTestService({}, { database })
    expect(await care(['patients', 'lift-hold', '1'], { CARE_URL: service.url() })).toMatchObject({ code: 0 })
  }
  const released = await release('2021-01-01')
  expect(released, released.output).toMatchObject({ code: 0, output: expect.stringContaining('3 events under 1 seals') })
  expect((await release('2021-01-01')).output).toBe('No month of the audit was over by then.\n')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...[1, 2, 3].map((n) => expect.objectContaining({ request_id: `r${n}`, patient_ids: [patientId] })),
    expect.objectContaining({ events: 3, hash: expect.any(String) }),
  ])
  {
    await using service = await startTestService({}, { database })
    expect(await partitions(service)).not.toContain('audit_event_2020_01')
    const verify = (...args: string[]) => care(['audit', 'verify', ...args], { CARE_URL: service.url() })
    const whole = await verify()
    expect(whole, whole.output).toMatchObject({ code: 0, output: expect.stringContaining('1 of the seals are of released months') })
    expect(await verify('--file', file)).toMatchObject({ code: 0 })
    const released = await service.graphql(
      '{ auditEvents(filter: { action: "audit.release" }) { edges { node { actor surface recordIds } } } }',
    )
    expect(released.data.auditEvents.edges).toEqual([
      { node: { actor: expect.stringMatching(/^database:./), surface: 'cli', recordIds: ['audit_event_2020_01', expect.any(String)] } },
    ])
    await service.sql(
      `INSERT INTO audit_event (id, actor, surface, request_id, action, patient_ids)
       SELECT lower(event_ids), 'staff:1', 'graphql', 'forged', 'patient.read', '{${patientId}}' FROM audit_release`,
    )
    const forged = await verify()
    expect(forged, forged.output).toMatchObject({ code: 1, output: expect.stringContaining('was changed or removed') })
    await writeFile(file, `${lines.join('\n').replace('"r2"', '"r9"')}\n`)
    expect(await verify('--file', file)).toMatchObject({ code: 1, output: expect.stringContaining('not those that were sealed') })
  }
})

test('a month stays that has an event which no seal covers, or one that was changed', async () => {
  await using database = await freshDatabase()
  const release = () =>
    care(['database', 'release-audit', '--before', '2021-01-01', '--to', join(inject('scratch'), `released-${randomUUID()}`)], database.env)
  {
    await using service = await startTestService({}, { database })
    await withOldMonth(service, 1)
  }
  expect(await release()).toMatchObject({ code: 1, output: expect.stringContaining('no seal covers 3 of its events') })
  {
    await using service = await startTestService({}, { database })
    await seal(service)
    await service.sql("UPDATE audit_event_2020_01 SET actor = 'nobody' WHERE request_id = 'r2'")
  }
  expect(await release()).toMatchObject({ code: 1, output: expect.stringContaining('was changed') })
  await using service = await startTestService({}, { database })
  expect(await partitions(service)).toContain('audit_event_2020_01')
})

test('a month stays that a sink has not taken, unless the sink is no longer used; a name may be released twice, after a move', async () => {
  await using database = await freshDatabase()
  const release = (...args: string[]) =>
    care(
      ['database', 'release-audit', '--before', '2021-01-01', '--to', join(inject('scratch'), `released-${randomUUID()}`), ...args],
      database.env,
    )
  {
    await using service = await startTestService({}, { database })
    await withOldMonth(service, 1)
    await seal(service)
    await service.sql("INSERT INTO audit_shipment (sink, seal_id) VALUES ('tls://siem.example', (SELECT min(id) FROM audit_seal))")
    await service.sql(
      `INSERT INTO audit_event (occurred_at, actor, surface, request_id, action, patient_ids)
       VALUES ('2020-01-16Z', 'key:1', 'rest', 'r4', 'patient.read', '{1}')`,
    )
    await seal(service)
    await service.sql(
      "INSERT INTO audit_release (partition, event_count, event_ids, released_by) VALUES ('audit_event_2020_01', 0, '{}', 'x')",
    )
  }
  expect(await release()).toMatchObject({ code: 1, output: expect.stringContaining('tls://siem.example has taken the seals up to 1') })
  expect(await release('--despite-sink', 'tls://siem.example')).toMatchObject({ code: 0, output: expect.stringContaining('4 events') })

  // A sink that is set later is told of seals without events which of them were released; events that are merely gone are not excused.
  const sink = join(inject('scratch'), `sink-${randomUUID()}.jsonl`)
  {
    await using service = await startTestService({}, { database })
    await service.sql('ALTER TABLE audit_event DETACH PARTITION audit_event_first')
  }
  await using service = await startTestService({ AUDIT_SINK: pathToFileURL(sink).href }, { database })
  const [{ last } = { last: 0 }] = await service.sql<{ last: number }>('SELECT max(id) AS last FROM audit_seal')
  const seals = await until(async () => {
    const lines = (await readFile(sink, 'utf8').catch(() => '')).split('\n').filter((line) => line.includes('"seal"'))
    return lines.length >= last && lines.map((line) => JSON.parse(line) as { seal: number; events: number; released?: true })
  })
  expect(new Set(seals.map(({ released }) => released))).toEqual(new Set([true, undefined]))
  const released = seals.filter((one) => one.released).reduce((sum, { events }) => sum + events, 0)
  expect(released).toBe(4)
})

test('the months to come have their partitions, an event beyond them is taken all the same, and nobody changes a partition', async () => {
  await using service = await startTestService()
  const nextMonths = [1, 2, 3].map((distance) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + distance, 1)).toISOString().slice(0, 7).replace('-', '_')
  })
  expect(await partitions(service)).toEqual(expect.arrayContaining(nextMonths.map((month) => `audit_event_${month}`)))
  await service.sql(
    `INSERT INTO audit_event (occurred_at, actor, surface, request_id, action, patient_ids)
     SELECT now() + interval '1 year', 'key:1', 'rest', 'late', 'patient.read', '{}'`,
  )
  expect(await service.sql('SELECT request_id FROM audit_event_default')).toEqual([{ request_id: 'late' }])
  // The month of that event stays where it is; the others around it are made.
  await service.sql('SELECT make_audit_months(14)')
  expect(await service.sql('SELECT request_id FROM audit_event_default')).toEqual([{ request_id: 'late' }])
  expect(await partitions(service)).toHaveLength(2 + 13)
  for (const partition of ['audit_event_default', `audit_event_${nextMonths[0]}`, 'audit_event_first']) {
    await expect(service.sql(`DELETE FROM ${partition}`)).rejects.toThrow('append-only')
  }
})
