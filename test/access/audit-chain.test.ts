import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

/** A syslog server that keeps what it is sent. */
const received: string[] = []
const syslog = createServer((socket) => {
  socket.setEncoding('utf8').on('data', (text: string) => void received.push(text))
})

let service: TestService
beforeAll(async () => {
  await new Promise<void>((resolve) => void syslog.listen(0, '127.0.0.1', resolve))
  const { port } = syslog.address() as AddressInfo
  service = await startTestService({ AUDIT_SINK: `syslog://127.0.0.1:${port}` })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await new Promise((resolve) => void syslog.close(resolve))
})

const read = async (id: number) => void (await service.rest('GET', `/v1/patients/${id}`))
const create = async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id as number

/** Seals what is open: the service does it at its start and once a minute. */
async function seal() {
  await service.restart()
  await until(async () => (await service.graphql('{ unsealedAuditEvents(olderThanMinutes: 0) }')).data.unsealedAuditEvents <= 1)
}

const verify = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = processEnv({ CARE_URL: service.url(), API_KEY: apiKey })
    execFile(process.execPath, ['src/cli.ts', 'audit', 'verify', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

/** Runs SQL as somebody who has taken the triggers away, as the owner of the tables can. */
async function tamper(table: string, ...statements: string[]) {
  await service.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const statement of statements) await service.sql(statement)
  await service.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
}

test('the chain covers every event, and its last hash can be expected of it later', async () => {
  await read(await create())
  await seal()
  const first = await verify()
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('The chain is intact') })
  const [, hash = ''] = /Last hash: (\w{64})/.exec(first.output) ?? []
  await read(await create())
  await seal()
  expect(await verify('--expect', hash)).toMatchObject({ code: 0 })
  expect(await verify('--expect', 'f'.repeat(64))).toMatchObject({ code: 1, output: expect.stringContaining('cut or written anew') })
})

test('an event that was numbered early and committed late is sealed all the same', async () => {
  const [{ id } = { id: 0n }] = await service.sql<{ id: bigint }>("SELECT nextval('audit_event_id_seq') AS id")
  await read(await create())
  await seal()
  await service.sql(
    `INSERT INTO audit_event (id, actor, surface, request_id, action, patient_ids) VALUES (${id}, 'late', 'job', 'late', 'patient.read', '{}')`,
  )
  await seal()
  expect(await verify()).toMatchObject({ code: 0 })
})

/** What the syslog server received, cut by the lengths before the messages. */
function messages(): string[] {
  let rest = received.join('')
  const found: string[] = []
  while (rest !== '') {
    const [before = '', length = ''] = /^(\d+) /.exec(rest) ?? []
    const text = Buffer.from(rest.slice(before.length)).subarray(0, Number(length)).toString()
    found.push(text)
    rest = rest.slice(before.length + text.length)
  }
  return found
}

const shipped = () =>
  messages().map((text) => JSON.parse(text.replace(/^<110>1 \S+Z \S+ care-outreach \d+ audit - /, '')) as Record<string, unknown>)
const isShipped = (id: number) =>
  shipped().some(({ action, record_ids }) => action === 'patient.create' && String(record_ids) === String(id))

test('a sink receives each event and seal as an RFC 5424 message with its length before it', async () => {
  const id = await create()
  await seal()
  await until(() => isShipped(id))
  expect(shipped()).toContainEqual(expect.objectContaining({ action: 'patient.create', address: '127.0.0.1', patient_ids: [id] }))
  await until(() => shipped().some(({ seal }) => seal === 1))
})

test('a sink that is away gets everything once it is back', async () => {
  const id = await create()
  const { port } = syslog.address() as AddressInfo
  await new Promise((resolve) => void syslog.close(resolve))
  await service.restart()
  await until(async () => (await service.sql('SELECT 1 FROM audit_seal WHERE id > (SELECT max(seal_id) FROM audit_shipment)')).length > 0)
  await new Promise<void>((resolve) => void syslog.listen(port, '127.0.0.1', resolve))
  await until(() => isShipped(id))
})

test('a file sink receives the lines of each seal', async () => {
  const file = join(service.env.DATA_DIR ?? '', 'audit.jsonl')
  await using other = await startTestService({ AUDIT_SINK: pathToFileURL(file).href })
  await other.rest('POST', '/v1/patients', { body: patientBody() })
  await other.restart()
  const lines = await until(async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.includes('patient.create') && text.split('\n').filter((line) => line !== '')
  })
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ action: 'patient.create', outcome: 'succeeded' }))
})

// These leave a broken chain behind, so they come last, each on what the one before it broke least.
test('an event that was slipped in with an old date is found', async () => {
  await service.sql(`INSERT INTO audit_event (occurred_at, actor, surface, request_id, action, patient_ids)
    VALUES (now() - interval '2 hours', 'forged', 'rest', 'forged', 'patient.read', '{1}')`)
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('in no seal') })
})

test.each([
  [
    'changed',
    'audit_event',
    "UPDATE audit_event SET actor = 'nobody' WHERE id = (SELECT max(id) FROM audit_event WHERE action = 'patient.create')",
    /of seal \d+ was changed or removed/,
  ],
  [
    'removed',
    'audit_event',
    "DELETE FROM audit_event WHERE id = (SELECT min(id) FROM audit_event WHERE action = 'patient.create')",
    /of seal \d+ was changed or removed/,
  ],
  ['removed with its seal', 'audit_seal', 'DELETE FROM audit_shipment; DELETE FROM audit_seal WHERE id = 1', /Seal 1 is missing/],
])('an event that was %s is found', async (_how, table, statement, told) => {
  await tamper('audit_shipment', 'SELECT 1')
  if (table === 'audit_seal') await service.sql('ALTER TABLE audit_shipment DISABLE TRIGGER USER')
  await tamper(table, ...statement.split('; '))
  const { code, output } = await verify()
  expect(output).toMatch(told)
  expect(code).toBe(1)
})
