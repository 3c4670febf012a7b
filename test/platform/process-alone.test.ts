import { afterEach, describe, expect, test } from 'vitest'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase, patientBody } from '../support/service.ts'

// The program's process with its configuration and data directory, without a database server.

const databases: { drop(): Promise<void> }[] = []
afterEach(async () => {
  await endPrograms()
  for (const database of databases.splice(0)) await database.drop()
})

async function database() {
  const fresh = await freshDatabase()
  databases.push(fresh)
  return fresh.env
}

test('a second process on the same data directory stops with a one-line error, and the first keeps running', async () => {
  const { DATA_DIR = '' } = await database()
  const first = startProgram({ DATA_DIR })
  const { rest } = await first.ready
  const { code, output } = await startProgram({ DATA_DIR }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^care-outreach: Another process is using the data directory .*\n$/)
  expect((await rest('POST', '/v1/patients', { body: patientBody() })).status).toBe(201)
  first.child.kill('SIGKILL')
  await first.ended
  await startProgram({ DATA_DIR }).ready
})

describe('an invalid configuration stops the process with one line that names the variable', () => {
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
    [{ DATA_DIR: '/dev/null' }, /DATA_DIR: the embedded database cannot be opened there/],
  ])('%j', async (env, expected) => {
    await expectRefusal({ DATA_DIR: '/nonexistent/never-made', ...env } as Record<string, string>, expected)
  })

  test('an address that does not exist, on a database that does', async () => {
    const { DATA_DIR = '' } = await database()
    await expectRefusal({ DATA_DIR, HOST: 'nosuchhost.invalid' }, /HOST nosuchhost.invalid, PORT 0: cannot listen there/)
  })
})

async function expectRefusal(env: Record<string, string>, expected: RegExp) {
  const { code, output } = await startProgram(env).ended
  expect(code).toBe(1)
  expect(output).toMatch(expected)
  const told = output.trim().split('\n')
  expect(told.filter((line) => !line.startsWith('{'))).toHaveLength(1)
}

test('without keys a development start generates them, prints them once and stores them readable by the owner only', async () => {
  const { DATA_DIR = '' } = await database()
  const first = startProgram({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' })
  const { rest } = await first.ready
  const key = /\bAPI_KEY=(care_\S+)/.exec(first.output())?.[1] ?? ''
  expect((await rest('GET', '/v1/patients', { key })).status).toBe(200)
  const { stat } = await import('node:fs/promises')
  expect((await stat(`${DATA_DIR}/keys.json`)).mode & 0o777).toBe(0o600)
  first.child.kill('SIGTERM')
  await first.ended
  const second = startProgram({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' })
  expect((await (await second.ready).rest('GET', '/v1/patients', { key })).status).toBe(200)
  expect(second.output()).not.toContain('API_KEY=')
})
