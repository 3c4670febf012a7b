import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { apiKey, clientOf, freshDatabase, patientBody, until, widgetKey } from '../support/service.ts'

// The compiled or type-stripped program as an operator runs it: its own process, signals, exit codes.

const children: ChildProcess[] = []
const databases: { drop(): Promise<void> }[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  for (const database of databases.splice(0)) await database.drop()
})

async function database() {
  const fresh = await freshDatabase()
  databases.push(fresh)
  return fresh.env
}

/** Starts the program; `ready` resolves with a client, or rejects with what it printed before it ended. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      RATE_LIMIT_PER_MINUTE: '1000000',
      SAMPLE_LIBRARY: 'false',
      ...env,
    },
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null, output }))
  const ready = (async () => {
    const address = await until(
      () => /"listen_url":"([^"]+)".*service started/.exec(output)?.[1] ?? (child.exitCode === null ? undefined : 'ended'),
      // A first start of the embedded database on a busy machine.
      25,
    )
    if (address === 'ended') throw new Error(output)
    return { ...clientOf(() => address), address }
  })()
  ready.catch(() => {})
  return { child, ready, ended, output: () => output }
}

describe('kill -9', () => {
  test('in the middle of writes loses no acknowledged write, and the service starts again', async () => {
    const env = await database()
    const acknowledged: { id: number; mrn: string }[] = []
    for (let round = 0; round < 2; round++) {
      const { child, ready, ended } = start(env)
      const { rest } = await ready
      let killed = false
      const writers = Array.from({ length: 8 }, async () => {
        while (!killed) {
          const answer = await rest('POST', '/v1/patients', { body: patientBody() }).catch(() => undefined)
          if (answer?.status === 201) acknowledged.push(answer.body)
        }
      })
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 60)
      child.kill('SIGKILL')
      killed = true
      await Promise.all([...writers, ended])
    }
    const { rest, graphql } = await start(env).ready
    const stored = new Map<number, string>()
    const { total } = (await rest('GET', '/v1/patients?limit=1')).body
    for (let skip = 0; skip < total; skip += 1000) {
      for (const { id, mrn } of (await rest('GET', `/v1/patients?limit=1000&skip=${skip}`)).body.items) stored.set(id, mrn)
    }
    expect(acknowledged.length).toBeGreaterThan(120)
    for (const { id, mrn } of acknowledged) expect(stored.get(id)).toBe(mrn)
    // No patient without its audit event: both are one transaction.
    const { data } = await graphql(`{ auditEvents(patientId: ${Math.max(...stored.keys())}, limit: 1000) { action } }`)
    expect(data.auditEvents.map(({ action }: { action: string }) => action)).toContain('patient.create')
  }, 60_000)
})

describe('SIGTERM', () => {
  test('answers every request it carries out, ends streams and exits with 0', async () => {
    const env = await database()
    const { child, ready, ended } = start(env)
    const { rest, address } = await ready
    const stream = await fetch(`${address}/graphql/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { patientUpdated { id } }' }),
    })
    const streamEnd = stream.text()
    const requests = Array.from({ length: 30 }, () => rest('POST', '/v1/patients', { body: patientBody() }))
    await Promise.race(requests)
    child.kill('SIGTERM')
    const { code } = await ended
    expect(code).toBe(0)
    await streamEnd
    const answers = await Promise.allSettled(requests)
    const answered = answers.filter((answer) => answer.status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    for (const { value } of answered) expect(value.status).toBe(201)
    // A request may have come too late to be read at all; none was carried out without its answer.
    const again = await start(env).ready
    expect((await again.rest('GET', '/v1/patients')).body.total).toBe(answered.length)
  })
})

test('a second process on the same data directory is refused in one line, and the first goes on', async () => {
  const { DATA_DIR = '' } = await database()
  const first = start({ DATA_DIR })
  const { rest } = await first.ready
  const { code, output } = await start({ DATA_DIR }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^care-outreach: Another process is using the data directory .*\n$/)
  expect((await rest('POST', '/v1/patients', { body: patientBody() })).status).toBe(201)
  first.child.kill('SIGKILL')
  await first.ended
  await start({ DATA_DIR }).ready
})

describe('a wrong configuration ends the process with one line that names the variable', () => {
  test.each([
    [{ PORT: 'abc' }, /^care-outreach: PORT: must be a whole number/],
    [{ PORT: '99999' }, /PORT: must be at most 65535/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must be a URL that starts with postgresql:/],
    [{ REDIS_URL: 'localhost' }, /REDIS_URL: must be a URL/],
    [{ CORS_ORIGINS: 'https://a.example/path' }, /CORS_ORIGINS: must be a comma-separated list of origins/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV: must be development, test or production/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL: must be/],
    [{ NODE_ENV: 'production', API_KEY: '', WIDGET_API_KEY: '' }, /API_KEY and WIDGET_API_KEY must be set when NODE_ENV=production/],
    [{ NODE_ENV: 'production', WIDGET_API_KEY: ' , ' }, /care-outreach: WIDGET_API_KEY must be set/],
    [
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' },
      /DATABASE_URL: the PostgreSQL server cannot be reached or used \(ECONNREFUSED\)/,
    ],
    [
      { HOST: 'nosuchhost.invalid', DATA_DIR: join(tmpdir(), `care-test-host-${randomUUID()}`) },
      /HOST nosuchhost.invalid, PORT 0: cannot listen there/,
    ],
    [{ DATA_DIR: '/dev/null' }, /DATA_DIR: the embedded database cannot be opened there/],
  ])('%j', async (env, expected) => {
    const { code, output } = await start({ DATA_DIR: '/nonexistent/never-made', ...env } as Record<string, string>).ended
    expect(code).toBe(1)
    expect(output).toMatch(expected)
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toHaveLength(1)
  })
})

test('two instances that start together on an empty database migrate it once and both serve', async () => {
  const env = await database()
  if (env.DATABASE_URL === undefined) return
  const { onServer } = await import('../support/database-setup.ts')
  const name = `care_test_empty_${process.pid}`
  const url = Object.assign(new URL(env.DATABASE_URL), { pathname: `/${name}` }).href
  await onServer(env.DATABASE_URL, `CREATE DATABASE ${name}`)
  databases.push({ drop: () => onServer(process.env.TEST_DATABASE_URL ?? '', `DROP DATABASE ${name} WITH (FORCE)`) })
  const instances = await Promise.all([1, 2, 3].map(() => start({ ...env, DATABASE_URL: url }).ready))
  for (const { rest } of instances) expect((await rest('GET', '/ready')).status).toBe(200)
  expect((await instances[0]?.rest('POST', '/v1/patients', { body: patientBody() }))?.status).toBe(201)
  expect((await instances[1]?.rest('GET', '/v1/patients'))?.body.total).toBe(1)
})

test('without keys a development start makes them, prints them once and keeps them readable by the owner only', async () => {
  const { DATA_DIR = '' } = await database()
  const first = start({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' })
  const { rest } = await first.ready
  const key = /\bAPI_KEY=(care_\S+)/.exec(first.output())?.[1] ?? ''
  expect((await rest('GET', '/v1/patients', { key })).status).toBe(200)
  const { stat } = await import('node:fs/promises')
  expect((await stat(`${DATA_DIR}/keys.json`)).mode & 0o777).toBe(0o600)
  first.child.kill('SIGTERM')
  await first.ended
  const second = start({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' })
  expect((await (await second.ready).rest('GET', '/v1/patients', { key })).status).toBe(200)
  expect(second.output()).not.toContain('API_KEY=')
})
