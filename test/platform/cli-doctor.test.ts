import { execFile } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { freshDatabase } from '../support/service.ts'

const keys = { API_KEY: 'a'.repeat(40), WIDGET_API_KEY: 'b'.repeat(40) }

/** Stands for an identity provider that calls itself otherwise, and a model server that refuses the key. */
const far = createServer((request, response) => {
  response.statusCode = request.url === '/models' ? 401 : 200
  response.end(JSON.stringify({ issuer: 'https://login.example' }))
})
beforeAll(() => new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<unknown>((resolve) => far.close(resolve)))
const farUrl = () => `http://127.0.0.1:${(far.address() as AddressInfo).port}`

const doctor = (env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['src/cli.ts', 'doctor'], { env: processEnv({ ...keys, ...env }) }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

test('a configuration that works is ok in every line', async () => {
  await using database = await freshDatabase()
  await chmod(database.env.DATA_DIR ?? '', 0o700)
  const { code, output } = await doctor(database.env)
  expect([code, output.split('\n').filter((line) => line !== '' && !line.startsWith('ok '))]).toEqual([0, []])
  if (database.env.DATABASE_URL) expect(output).toContain('no migration is pending')
})

test('each part that cannot be used is named with what to do, and no secret is printed', async () => {
  const DATA_DIR = await mkdtemp(join(inject('scratch'), 'open-'))
  await chmod(DATA_DIR, 0o755)
  const { code, output } = await doctor({
    DATA_DIR,
    DATABASE_URL: 'postgresql://user:the-password@127.0.0.1:9/none',
    REDIS_URL: 'redis://:the-password@127.0.0.1:9',
    SMTP_URL: 'smtp://user:the-password@127.0.0.1:9',
    OIDC_ISSUER: farUrl(),
    OIDC_AUDIENCE: 'care',
    OPENAI_BASE_URL: farUrl(),
    OPENAI_API_KEY: 'the-secret-key',
  })
  expect(code).toBe(1)
  for (const line of [
    /^wrong +DATA_DIR +others can read it: chmod 700 /m,
    /^wrong +DATABASE_URL +cannot be reached or used \(ECONNREFUSED\)$/m,
    /^wrong +REDIS_URL +cannot be reached or used \(ECONNREFUSED\)$/m,
    /^wrong +SMTP_URL +cannot be reached or used \(ECONNREFUSED\)$/m,
    /^wrong +OIDC_ISSUER +calls itself by another address: set OIDC_ISSUER to https:\/\/login\.example$/m,
    /^wrong +OPENAI_API_KEY +the key is refused \(401\)$/m,
    /^care: 6 of \d+ checks found something wrong\.$/m,
  ])
    expect(output).toMatch(line)
  expect(output).not.toMatch(/the-password|the-secret-key/)
})

test('a setting that the service would not start with is told in its words; what production should have is a warning', async () => {
  expect(await doctor({ PORT: 'abc' })).toEqual({ code: 1, output: expect.stringMatching(/^care: PORT: must be a whole number/) })
  const { code, output } = await doctor({ NODE_ENV: 'production', DATA_DIR: join(inject('scratch'), 'not-made-yet') })
  expect(code).toBe(0)
  for (const name of ['DATABASE_URL', 'TRUST_PROXY_HOPS', 'PUBLIC_URL']) expect(output).toMatch(new RegExp(`^warning +${name} `, 'm'))
})
