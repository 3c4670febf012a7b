import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { apiKey, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const createKey = async (input: object) => {
  const { data, errors } = await service.graphql(
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }',
    { input },
  )
  expect(errors).toBeUndefined()
  return { key: data.createApiKey.key as string, id: data.createApiKey.apiKey.id as number }
}
const code = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.[0]?.extensions.code

test('every root field of the schema declares who may call it', () => {
  const undeclared = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}).filter((field) => {
      const options = field.extensions.pothosOptions as { authScopes?: unknown }
      return options.authScopes === undefined
    }),
  )
  expect(undeclared.map((field) => field.name)).toEqual([])
})

describe('/graphql', () => {
  test('accepts either header and uses the scopes of the key', async () => {
    const query = '{ caller { id scopes } }'
    expect((await service.graphql(query)).data.caller.scopes).toEqual([
      ...['care', 'patients_read', 'patients_write', 'voice_webhook', 'safety_review', 'benefits'],
      ...['admin', 'library', 'access'],
    ])
    const widget = await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': widgetKey }, body: { query } })
    expect(widget.body.data.caller.scopes).toEqual(['widget'])
  })

  test('an unknown or missing key gives a GraphQL-shaped 401', async () => {
    for (const key of [null, 'unknown']) {
      const { status, body } = await service.rest('POST', '/graphql', { key, body: { query: '{ __typename }' } })
      expect([status, code(body)]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })

  test.each([
    '{ patient(id: 1) { id } }',
    '{ patients { totalCount } }',
    '{ patients { edges { node { id } } } }',
    'mutation { deactivatePatient(input: { id: 1 }) { patient { id } } }',
    'mutation { addMedication(input: { patientId: 1, medicationName: "x" }) { medication { id } } }',
    '{ auditEvents { totalCount } }',
    '{ apiKeys { totalCount } }',
    'mutation { createApiKey(input: { name: "x", scopes: [admin] }) { key } }',
    'mutation { revokeApiKey(input: { id: 1 }) { apiKey { id } } }',
  ])('the widget key may not %s', async (query) => {
    const answer = await service.graphql(query, {}, { key: widgetKey })
    expect(code(answer)).toBe('FORBIDDEN')
  })
})

describe('keys in the database', () => {
  test('work only within their scopes, over REST and GraphQL', async () => {
    const { key } = await createKey({ name: 'Clinic', scopes: ['care'] })
    expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(200)
    expect(code(await service.graphql('{ apiKeys { totalCount } }', {}, { key }))).toBe('FORBIDDEN')
    const widget = await createKey({ name: 'Page', scopes: ['widget'] })
    expect((await service.rest('GET', '/v1/patients', { key: widget.key })).status).toBe(403)
  })

  test('are refused immediately after they are revoked', async () => {
    const { key, id } = await createKey({ name: 'Leaver', scopes: ['care'] })
    expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(200)
    await service.graphql('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { revokedAt } } }', { id })
    const { status } = await service.rest('GET', '/v1/patients', { key })
    expect(status).toBe(401)
  })

  test('are refused after they expire', async () => {
    const expiresAt = new Date(Date.now() + 3_000)
    const { key } = await createKey({ name: 'Visitor', scopes: ['care'], expiresAt: expiresAt.toISOString() })
    expect((await service.rest('GET', '/v1/patients', { key })).status).toBe(200)
    await until(async () => (await service.rest('GET', '/v1/patients', { key })).status === 401)
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime())
  })

  test('are stored as hashes: no column contains the key', async () => {
    const { key } = await createKey({ name: 'Hashed', scopes: ['care'] })
    const rows = await service.sql('SELECT * FROM api_key')
    expect(JSON.stringify(rows)).not.toContain(key.slice(5))
  })

  test.each([
    [{ name: '', scopes: ['care'] }, ['name']],
    [{ name: 'x', scopes: [] }, ['scopes']],
    [{ name: 'x', scopes: ['care'], expiresAt: '2001-01-01T00:00:00Z' }, ['expiresAt']],
  ])('createApiKey refuses %j', async (input, path) => {
    const answer = await service.graphql('mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }', { input })
    expect(code(answer)).toBe('INVALID_INPUT')
    expect(answer.errors[0].extensions.errors[0].path).toEqual(path)
  })

  test('revoking an unknown key is NOT_FOUND', async () => {
    expect(code(await service.graphql('mutation { revokeApiKey(input: { id: 999999 }) { apiKey { id } } }'))).toBe('NOT_FOUND')
  })
})

test('with API_KEY and WIDGET_API_KEY swapped each key has the rights of its variable', async () => {
  await using swapped = await startTestService({ API_KEY: widgetKey, WIDGET_API_KEY: apiKey })
  expect((await swapped.rest('GET', '/v1/patients', { key: widgetKey })).status).toBe(200)
  expect((await swapped.rest('GET', '/v1/patients', { key: apiKey })).status).toBe(403)
})

test('each of several comma-separated keys works', async () => {
  await using several = await startTestService({ API_KEY: 'first-key, second-key' })
  for (const key of ['first-key', 'second-key']) expect((await several.rest('GET', '/v1/patients', { key })).status).toBe(200)
  expect((await several.rest('GET', '/v1/patients', { key: 'first-key, second-key' })).status).toBe(401)
})

test('log and audit name a configured key by its place in its list; nothing of the key or its digest is in them', async () => {
  const keys = ['first-key', 'second-key', 'widget-key']
  await using several = await startTestService({ API_KEY: 'first-key, second-key', WIDGET_API_KEY: 'widget-key' })
  const { body } = await several.rest('POST', '/v1/patients', { key: 'second-key', body: patientBody() })
  await several.rest('GET', `/v1/patients/${body.id}`, { key: 'first-key' })
  await several.rest('GET', '/api/v1/widget/content', { key: null, headers: { 'x-api-key': 'widget-key' } })
  const actors = await several.sql<{ actor: string }>('SELECT DISTINCT actor FROM audit_event')
  expect(actors.map(({ actor }) => actor).sort()).toEqual(['API_KEY#1', 'API_KEY#2'])
  const log = several.logLines.join('\n')
  for (const name of ['API_KEY#1', 'API_KEY#2', 'WIDGET_API_KEY#1']) expect(log).toContain(`"actor":"${name}"`)
  for (const key of keys) {
    const digest = createHash('sha256').update(key)
    const forms = [key, digest.copy().digest('hex').slice(0, 6), digest.copy().digest('base64').slice(0, 6)]
    for (const form of forms) expect(log + JSON.stringify(actors)).not.toContain(form)
  }
})
