import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService, until } from '../support/service.ts'

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
  const reader = await care(['keys', 'create', '--name', 'Reader', '--scopes', 'patients:read'])
  expect(reader.code).toBe(0)
  // As it is asked for.
  expect((await care(['keys', 'list'])).output).toContain('patients:read')
  expect((await care(['keys', 'revoke', id])).code).toBe(0)
  expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(401)
})

test('registers documents of a file and of manifests, lists and removes them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  const put = async (name: string, content: unknown) => {
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    return join(folder, name)
  }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const [one, two, three] = ['query One { caller { id } }', 'query Two { caller { id } }', 'query Three { caller { id } }'] as const
  const files = [
    await put('one.graphql', one),
    await put('two.json', { [hash(two)]: two }),
    await put('apollo.json', { format: 'apollo-persisted-query-manifest', operations: [{ id: hash(three), name: 'Three', body: three }] }),
  ]
  expect((await care(['documents', 'register', ...files])).output).toBe(
    `sha256:${hash(one)}  ${files[0]}\nsha256:${hash(two)}  Two\nsha256:${hash(three)}  Three\n`,
  )
  const run = (text: string) => service.rest('POST', '/graphql', { body: { documentId: `sha256:${hash(text)}` } })
  for (const text of [one, two, three]) expect((await run(text)).body.data.caller).toBeDefined()
  expect((await care(['documents', 'list'])).output).toContain(hash(three))
  expect((await care(['documents', 'remove', `sha256:${hash(one)}`])).code).toBe(0)
  await until(async () => (await run(one)).status === 404)
  const relay = await care(['documents', 'register', await put('relay.json', { '0cc175b9c0f1b6a831c399e269772661': one })])
  expect([relay.code, relay.output]).toEqual([1, expect.stringContaining('make the manifest with sha256')])
  await rm(folder, { recursive: true })
})

test('makes a key of single scopes, and adds, lists and deactivates people', async () => {
  const made = await care(['keys', 'create', '--name', 'Telephony', '--scopes', 'voice:webhook', 'safety:review'])
  const [key = ''] = /care_\S+/.exec(made.output) ?? []
  expect((await service.graphql('{ caller { scopes } }', {}, { key })).data.caller.scopes).toEqual(['voice_webhook', 'safety_review'])
  const person = ['--name', 'Nora Night', '--email', 'nora@clinic.example', '--roles', 'safety_reviewer', 'benefits_specialist']
  const [, id = ''] = /^Staff member (\d+) is expected\.\n$/.exec((await care(['staff', 'add', ...person])).output) ?? []
  expect((await care(['staff', 'list', '--search', 'night'])).output).toMatch(/Nora Night.*safety_reviewer benefits_specialist/)
  expect((await care(['staff', 'deactivate', id])).output).toBe(`Staff member ${id} is deactivated.\n`)
  expect((await care(['staff', 'add', ...person])).output).toMatch(/^care: There is a person with this email address/)
})

test('adds a widget client with its own key, changes and archives it', async () => {
  const look = ['--name', 'Brand site', '--color', '#0A7D5C', '--origins', 'https://brand.example', 'https://www.brand.example']
  const [, id = ''] = /^Client (\d+)\.\n$/.exec((await care(['clients', 'create', ...look])).output) ?? []
  const made = await care(['keys', 'create', '--name', 'Brand', '--scopes', 'widget', '--client', id])
  const headers = { 'x-api-key': /(care_\S+)/.exec(made.output)?.[1] ?? '' }
  const begin = () => service.rest('POST', '/api/v1/widget/session', { key: null, headers })
  expect((await begin()).body).toMatchObject({ client_name: 'Brand site', primary_color: '#0a7d5c' })
  expect((await care(['clients', 'update', id, '--welcome', 'Welcome back'])).output).toBe(`Client ${id} is changed.\n`)
  expect((await begin()).body).toMatchObject({ client_name: 'Brand site', welcome_message: 'Welcome back' })
  expect((await care(['clients', 'list'])).output).toContain('https://brand.example https://www.brand.example')
  expect((await care(['clients', 'archive', id])).code).toBe(0)
  expect((await begin()).status).toBe(401)
})

test.each([
  [['clients', 'archive', '1'], {}, /^care: The first widget client cannot be archived/],
  [['clients', 'update', '999999', '--name', 'x'], {}, /^care: There is no widget client 999999/],
  [['clients', 'create', '--name', 'x', '--color', 'red'], {}, /must be a colour as #rrggbb/],
  [['keys', 'revoke', '999999'], {}, /^care: There is no API key 999999/],
  [['keys', 'create', '--name', 'x', '--scopes', 'root'], {}, /Allowed choices are patients:read, patients:write, voice:webhook/],
  [['keys', 'list'], { API_KEY: 'wrong' }, /^care: The API key or access token is unknown/],
  [['keys', 'list'], { API_KEY: '' }, /^care: Set API_KEY/],
  [['keys', 'list'], { CARE_URL: 'http://127.0.0.1:9' }, /^care: There is no service at/],
])('%j gives a one-line error', async (args, env, expected) => {
  const { code, output } = await care(args as string[], env as Record<string, string>)
  expect(code).toBe(1)
  expect(output.replace(/^error: /, '')).toMatch(expected)
})
