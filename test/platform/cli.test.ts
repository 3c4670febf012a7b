import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const care = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent', ...env }) }
    execFile(process.execPath, ['src/cli.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

test('creates, lists and revokes a key', async () => {
  const created = await care(['keys', 'create', '--name', 'Night desk', '--scopes', 'care', '--expires', '2090-01-31T00:00:00Z'])
  const [, id = '', key = ''] = /^Key (\d+), shown only now:\n(care_\S+)\n$/.exec(created.output) ?? []
  expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(200)
  const listed = await care(['keys', 'list'])
  expect(listed.output).toContain('Night desk')
  expect(listed.output).not.toContain(key)
  expect((await care(['keys', 'revoke', id])).code).toBe(0)
  expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(401)
})

test.each([
  [['keys', 'revoke', '999999'], {}, /^care: There is no API key 999999/],
  [['keys', 'create', '--name', 'x', '--scopes', 'root'], {}, /Allowed choices are care, widget, admin/],
  [['keys', 'list'], { API_KEY: 'wrong' }, /^care: The API key is unknown/],
  [['keys', 'list'], { API_KEY: '' }, /^care: Set API_KEY/],
  [['keys', 'list'], { CARE_URL: 'http://127.0.0.1:9' }, /^care: There is no service at/],
])('%j says in one line what is wrong', async (args, env, expected) => {
  const { code, output } = await care(args as string[], env as Record<string, string>)
  expect(code).toBe(1)
  expect(output.replace(/^error: /, '')).toMatch(expected)
})
