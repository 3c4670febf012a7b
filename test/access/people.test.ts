import { createClient } from 'graphql-sse'
import { exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audience, type Claims, startIdentityProvider } from '../support/identity-provider.ts'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

// People who sign in at a real OpenID Connect provider, and what the service makes of its access tokens.

let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let service: TestService
beforeAll(async () => {
  provider = await startIdentityProvider()
  service = await startTestService({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const supervisor = { name: 'Sam Super', roles: ['supervisor'] }
const callerQuery = '{ caller { id scopes staffMember { id name email roles deactivatedAt } } }'
const callerOf = async (token: string) => (await service.graphql(callerQuery, {}, { key: token })).data.caller
const statusOf = async (key: string) => (await service.rest('GET', '/v1/patients', { key })).status
const code = (answer: { errors?: { extensions: { code: string } }[] }) => answer.errors?.[0]?.extensions.code
const rowsOf = (subject: string) => service.sql<{ id: number; name: string }>('SELECT * FROM staff_member WHERE subject = $1', [subject])

/** What an administrator does, with the key of the service. */
async function manage(field: string, input: object) {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  const text = `mutation($input: ${type}!) { ${field}(input: $input) { staffMember { id name email roles lastSeenAt deactivatedAt } } }`
  const answer = await service.graphql(text, { input })
  return { ...answer, member: answer.data?.[field]?.staffMember }
}

describe('a person with an access token', () => {
  test('asks over REST, /graphql and /graphql/stream, and may do what the roles allow', async () => {
    const token = await provider.token('sam', { ...supervisor, email: 'Sam@Clinic.example', email_verified: true })
    expect(await statusOf(token)).toBe(200)
    const caller = await callerOf(token)
    const [row] = await rowsOf('sam')
    expect(caller).toEqual({
      id: `staff:${row?.id}`,
      scopes: ['patients:read', 'patients:write', 'safety:review', 'benefits'].map((scope) => scope.replace(':', '_')),
      staffMember: { id: row?.id, name: 'Sam Super', email: 'sam@clinic.example', roles: ['supervisor'], deactivatedAt: null },
    })
    expect(code(await service.graphql('{ apiKeys { totalCount } }', {}, { key: token }))).toBe('FORBIDDEN')
    const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${token}` }, retryAttempts: 0 })
    const first = await client.iterate({ query: '{ caller { id } }' }).next()
    client.dispose()
    expect(first.value).toMatchObject({ data: { caller: { id: caller.id } } })
  })

  test('without a role may do nothing, and `caller` says so', async () => {
    const token = await provider.token('newcomer', { name: 'New Comer', roles: ['astronaut', 7, null] })
    const refused = await service.rest('GET', '/v1/patients', { key: token })
    expect([refused.status, refused.body.detail]).toEqual([403, 'Your roles do not allow that.'])
    expect(code(await service.graphql('{ patients { __typename } }', {}, { key: token }))).toBe('FORBIDDEN')
    expect(await callerOf(token)).toMatchObject({ scopes: [], staffMember: { name: 'New Comer', roles: [] } })
  })

  test('is one record, whoever comes first of 20 requests at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.token('racer', supervisor)))
    const statuses = await Promise.all(tokens.map(statusOf))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await rowsOf('racer')).toHaveLength(1)
  })

  test('keeps name, address and roles as the provider gives them last, and the time they were last seen', async () => {
    await callerOf(
      await provider.token('mover', { name: 'Old Name', roles: ['supervisor'], email: 'old@clinic.example', email_verified: true }),
    )
    const token = await provider.token('mover', {
      name: 'New Name',
      roles: ['content_editor'],
      email: 'new@clinic.example',
      email_verified: true,
    })
    expect(await callerOf(token)).toMatchObject({
      scopes: ['library'],
      staffMember: { name: 'New Name', email: 'new@clinic.example', roles: ['content_editor'] },
    })
    expect(await statusOf(token)).toBe(403)
    const [{ recent } = {}] = await service.sql<{ recent: boolean }>(
      "SELECT last_seen_at > now() - interval '2 minutes' AS recent FROM staff_member WHERE subject = 'mover'",
    )
    expect(recent).toBe(true)
  })

  test('an address that the provider gave to somebody else is the other one’s', async () => {
    await callerOf(await provider.token('leaver', { name: 'Leaver', email: 'desk@clinic.example', email_verified: true }))
    const joiner = await callerOf(await provider.token('joiner', { name: 'Joiner', email: 'desk@clinic.example', email_verified: true }))
    expect(joiner.staffMember.email).toBe('desk@clinic.example')
    expect(await rowsOf('leaver')).toMatchObject([{ email: null }])
  })

  test('a roles claim may lie deep in the token, or have dots in its name', async () => {
    await using keycloak = await startTestService({
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: audience,
      OIDC_ROLES_CLAIM: 'realm_access.roles',
    })
    const scopesWith = async (claims: Claims) => {
      const key = await provider.token(`deep-${JSON.stringify(claims).length}`, { name: 'Deep', ...claims })
      return (await keycloak.graphql('{ caller { scopes } }', {}, { key })).data.caller.scopes
    }
    expect(await scopesWith({ realm_access: { roles: ['administrator'] } })).toEqual(['library', 'access'])
    expect(await scopesWith({ 'realm_access.roles': 'content_editor unknown' })).toEqual(['library'])
    expect(await scopesWith({ realm_access: 'administrator', roles: ['administrator'] })).toEqual([])
  })
})

describe('refused with 401 is a token', () => {
  const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead
  const cases: [string, () => Promise<string>][] = [
    ['for another audience', () => provider.forged({ aud: 'https://other.example' })],
    ['without an audience', () => provider.forged({ aud: undefined as never })],
    ['of another issuer', () => provider.forged({ iss: 'https://other.example' })],
    ['that has expired', () => provider.forged({ exp: seconds(-60) })],
    ['that is not valid yet', () => provider.forged({ nbf: seconds(120) })],
    ['without an expiry', () => provider.forged({ exp: undefined as never })],
    ['without a subject', () => provider.forged({ sub: undefined as never })],
    ['of another type', () => provider.forged({}, { typ: 'logout+jwt' })],
    ['bound to a key of its sender', () => provider.forged({ cnf: { jkt: 'x' } })],
    ['with a key unknown to the provider', () => provider.forged({}, { kid: 'no-such-key' })],
    ['signed by somebody else', async () => provider.forged({}, {}, (await generateKeyPair('RS256')).privateKey)],
    [
      'signed with the public key as a secret',
      async () => provider.forged({}, { alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(provider.publicKey()))),
    ],
    [
      'without a signature',
      async () => {
        const [, payload] = (await provider.forged()).split('.')
        return `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
      },
    ],
    [
      'that was changed',
      async () => {
        const [header, payload = '', signature] = (await provider.forged()).split('.')
        const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), roles: ['administrator'] }
        return `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
      },
    ],
    ['that is none', async () => 'eyJub25zZW5zZSI6MX0.e30.x'],
  ]
  test.each(cases)('%s', async (_name, make) => {
    const answer = await service.rest('GET', '/v1/patients', { key: await make() })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
    expect(code(await service.graphql('{ caller { id } }', {}, { key: await make() }))).toBe('UNAUTHENTICATED')
  })

  test('and none of them made a record; a good one of the same maker does', async () => {
    expect(await rowsOf('forger')).toHaveLength(0)
    expect(await statusOf(await provider.forged())).toBe(200)
    expect(await rowsOf('forger')).toHaveLength(1)
  })

  test('any, where no provider is set', async () => {
    await using alone = await startTestService()
    expect((await alone.rest('GET', '/v1/patients', { key: await provider.forged() })).status).toBe(401)
  })
})

describe('the keys of the provider', () => {
  const keyRequests = () => provider.takeRequests().filter((path) => path.startsWith('/jwks')).length

  test('are read once for many tokens with unknown keys', async () => {
    await statusOf(await provider.token('sam', supervisor))
    keyRequests()
    const tokens = await Promise.all(Array.from({ length: 30 }, (_, index) => provider.forged({}, { kid: `unknown-${index}` })))
    expect(new Set(await Promise.all(tokens.map(statusOf)))).toEqual(new Set([401]))
    expect(keyRequests()).toBeLessThanOrEqual(1)
  })

  test('may change: tokens of the new key are taken, those of the old one are not', async () => {
    const old = await provider.token('rotated', supervisor)
    expect(await statusOf(old)).toBe(200)
    await provider.rotate()
    const fresh = await provider.token('rotated', supervisor)
    await until(async () => (await statusOf(fresh)) === 200)
    await until(async () => (await statusOf(old)) === 401)
  })

  test('once known serve while the provider is away; before, people get 503, keys of ours are served, and the service starts', async () => {
    const token = await provider.token('sam', supervisor)
    expect(await statusOf(token)).toBe(200)
    const other = await provider.token('awayer', supervisor)
    await provider.goAway()
    expect(await statusOf(other)).toBe(200)
    await service.restart()
    const answer = await service.rest('GET', '/v1/patients', { key: token })
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE'])
    expect(code(await service.graphql('{ caller { id } }', {}, { key: token }))).toBe('UNAVAILABLE')
    expect(await statusOf(await provider.forged({ iss: 'https://other.example' }))).toBe(401)
    expect(await statusOf(apiKey)).toBe(200)
    await provider.comeBack()
    await until(async () => (await statusOf(token)) === 200)
  })
})

describe('an administrator', () => {
  test('adds a person, who is that record at the first sign-in with the verified address', async () => {
    const { member } = await manage('addStaffMember', { name: 'Erin Expected', email: 'Erin@Clinic.example', roles: ['safety_reviewer'] })
    expect(member).toMatchObject({ email: 'erin@clinic.example', roles: ['safety_reviewer'], lastSeenAt: null })
    const impostor = await callerOf(await provider.token('impostor', { name: 'Imp', email: 'erin@clinic.example', email_verified: false }))
    expect(impostor).toMatchObject({ scopes: [], staffMember: { email: null } })
    const claims = { name: 'Erin E.', email: 'erin@clinic.example', email_verified: true }
    const erin = await callerOf(await provider.token('erin', claims))
    expect(erin).toMatchObject({ id: `staff:${member.id}`, staffMember: { name: 'Erin E.', roles: ['safety_reviewer'] } })
    expect(erin.staffMember.id).not.toBe(impostor.staffMember.id)
  })

  test('changes roles beside those of the provider, from the next request on', async () => {
    const token = await provider.token('grower', { name: 'Grower', roles: ['content_editor'] })
    const { staffMember } = await callerOf(token)
    expect(await statusOf(token)).toBe(403)
    await manage('updateStaffMember', { id: staffMember.id, roles: ['care_coordinator'] })
    expect(await statusOf(token)).toBe(200)
    expect((await callerOf(token)).staffMember.roles).toEqual(['care_coordinator', 'content_editor'])
    await manage('updateStaffMember', { id: staffMember.id, roles: [] })
    expect(await statusOf(token)).toBe(403)
  })

  test('deactivates a person, who gets 401 at once with any token, and lets them in again', async () => {
    const token = await provider.token('goner', supervisor)
    const { staffMember } = await callerOf(token)
    expect((await manage('deactivateStaffMember', { id: staffMember.id })).member.deactivatedAt).not.toBeNull()
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(await provider.token('goner', supervisor))).toBe(401)
    expect(await rowsOf('goner')).toHaveLength(1)
    await manage('reactivateStaffMember', { id: staffMember.id })
    expect(await statusOf(token)).toBe(200)
  })

  test.each([
    ['addStaffMember', { name: '', email: 'x@clinic.example' }, 'INVALID_INPUT'],
    ['addStaffMember', { name: 'X', email: 'no address' }, 'INVALID_INPUT'],
    ['updateStaffMember', { id: 999_999, name: 'X' }, 'NOT_FOUND'],
    ['deactivateStaffMember', { id: 999_999 }, 'NOT_FOUND'],
    ['reactivateStaffMember', { id: 0 }, 'INVALID_INPUT'],
  ])('%s refuses %j', async (field, input, expected) => {
    expect(code(await manage(field, input))).toBe(expected)
  })

  test('cannot add an address twice', async () => {
    await manage('addStaffMember', { name: 'One', email: 'twice@clinic.example' })
    expect(code(await manage('addStaffMember', { name: 'Two', email: 'TWICE@clinic.example' }))).toBe('CONFLICT')
  })

  test('finds people by role, state, name and address; a colleague only by name, and reads no address but their own', async () => {
    const { member } = await manage('addStaffMember', {
      name: 'Quincy Query',
      email: 'findme@clinic.example',
      roles: ['benefits_specialist'],
    })
    const search = async (filter: object, key = apiKey) => {
      const text = 'query($filter: StaffMemberFilter) { staffMembers(filter: $filter) { totalCount edges { node { id name email } } } }'
      const { data, errors } = await service.graphql(text, { filter }, { key })
      return errors ? code({ errors }) : data.staffMembers.edges.map(({ node }: { node: object }) => node)
    }
    const quincy = { id: member.id, name: 'Quincy Query', email: 'findme@clinic.example' }
    expect(await search({ search: 'query quin' })).toEqual([quincy])
    expect(await search({ search: 'FINDME', role: 'benefits_specialist', active: true })).toEqual([quincy])
    expect(await search({ search: 'quincy', active: false })).toEqual([])
    const colleague = await provider.token('sam', { ...supervisor, email: 'sam@clinic.example', email_verified: true })
    expect(await search({ search: 'quincy' }, colleague)).toEqual([{ ...quincy, email: null }])
    expect(await search({ search: 'findme' }, colleague)).toEqual([])
    expect((await callerOf(colleague)).staffMember.email).toBe('sam@clinic.example')
    const editor = await provider.token('editor', { name: 'Ed', roles: ['content_editor'] })
    expect(await search({ search: 'quincy' }, editor)).toBe('FORBIDDEN')
    expect(
      code(await service.graphql('mutation { deactivateStaffMember(input: { id: 1 }) { staffMember { id } } }', {}, { key: colleague })),
    ).toBe('FORBIDDEN')
  })
})

describe('what a person does', () => {
  test('names the person in the audit, on every surface, and the person and the patients are reachable from the event', async () => {
    const token = await provider.token('actor', { name: 'Ada Actor', roles: ['supervisor'] })
    const { body } = await service.rest('POST', '/v1/patients', { key: token, body: patientBody() })
    await service.graphql('query($id: Int!) { patient(id: $id) { id } }', { id: body.id }, { key: token })
    await service.rest('DELETE', '/v1/patients/999999', { key: token })
    await service.sql("UPDATE staff_member SET name = 'Ada Actor' WHERE subject = 'actor'")
    const { id } = await callerOf(token)
    const text = `query($filter: AuditEventFilter) {
      auditEvents(filter: $filter) {
        totalCount
        edges { node { action surface outcome actor patientIds patients { id firstName } staffMember { name } } }
      }
    }`
    const { data } = await service.graphql(text, { filter: { actor: id } })
    const events = data.auditEvents.edges.map(({ node }: { node: { action: string; surface: string } }) => node)
    const patients = [{ id: body.id, firstName: 'Ada' }]
    const common = { actor: id, staffMember: { name: 'Ada Actor' } }
    expect(events).toEqual([
      { ...common, action: 'patient.deactivate', surface: 'rest', outcome: 'NOT_FOUND', patientIds: [999_999], patients: [] },
      { ...common, action: 'patient.read', surface: 'graphql', outcome: 'succeeded', patientIds: [body.id], patients },
      { ...common, action: 'patient.create', surface: 'rest', outcome: 'succeeded', patientIds: [body.id], patients },
    ])
    expect(data.auditEvents.totalCount).toBe(3)
    const one = { actor: id, action: 'patient.read', patientId: body.id, outcome: 'succeeded', occurred: { from: '2020-01-01T00:00:00Z' } }
    expect((await service.graphql(text, { filter: one })).data.auditEvents.totalCount).toBe(1)
    expect(
      (await service.graphql(text, { filter: { ...one, occurred: { to: '2020-01-01T00:00:00Z' } } })).data.auditEvents.totalCount,
    ).toBe(0)
  })

  test('is theirs alone: another person may use the same Idempotency-Key, and is told nothing of the first answer', async () => {
    const [one, two] = await Promise.all(['first', 'second'].map((name) => provider.token(name, { ...supervisor, name })))
    const send = (key = '') =>
      service.rest('POST', '/v1/patients', { key, body: patientBody({ phone: '+15557654321' }), headers: { 'idempotency-key': 'shared' } })
    const first = await send(one)
    const again = await send(one)
    const other = await send(two)
    expect([first.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([201, first.body.id, 'true'])
    expect([other.status, other.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('sees patients of an event only with the scope for it; the event is shown all the same', async () => {
    const token = await provider.token('auditor', { name: 'Auditor', roles: ['administrator'] })
    const query = '{ auditEvents(first: 1, filter: { action: "patient.create" }) { edges { node { action patients { id } } } } }'
    const { data, errors } = await service.graphql(query, {}, { key: token })
    expect(data.auditEvents.edges).toEqual([{ node: { action: 'patient.create', patients: null } }])
    expect(errors[0].extensions.code).toBe('FORBIDDEN')
  })

  test('ends with the token: a subscription gets no event after it expires', async () => {
    const token = await provider.forged({ sub: 'watcher', exp: Math.floor(Date.now() / 1000) - 10 + 3 })
    const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${token}` }, retryAttempts: 0 })
    let seen = 0
    let ended = false
    const reading = (async () => {
      for await (const _ of client.iterate({ query: 'subscription { patientUpdated { id } }' })) seen++
      ended = true
    })()
    const change = () => service.rest('POST', '/v1/patients', { body: patientBody() })
    await until(async () => (await change()) && seen > 0)
    await until(async () => (await change()) && ended)
    await reading
    expect(await statusOf(token)).toBe(401)
  })

  test('leaves no token, and nothing of its claims, in the log', async () => {
    const token = await provider.token('secretive', {
      name: 'Unmentioned Person',
      email: 'unmentioned@clinic.example',
      email_verified: true,
    })
    await statusOf(token)
    await statusOf(`${token}x`)
    const log = service.logLines.join('\n')
    expect(log).toContain('"actor":"staff:')
    for (const part of [...token.split('.'), 'secretive', 'Unmentioned', 'unmentioned@']) expect(log).not.toContain(part)
  })
})

test('a stream of a person ends once a role is taken, without further records', async () => {
  const token = await provider.token('demoted', { name: 'De Moted', roles: [] })
  const { staffMember } = await callerOf(token)
  await manage('updateStaffMember', { id: staffMember.id, roles: ['care_coordinator'] })
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${token}` }, retryAttempts: 0 })
  const seen: number[] = []
  let ended = false
  const reading = (async () => {
    for await (const { data } of client.iterate<{ patientUpdated: { id: number } }>({ query: 'subscription { patientUpdated { id } }' }))
      seen.push(data?.patientUpdated.id ?? 0)
    ended = true
  })()
  const change = async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id as number
  await until(async () => (await change()) && seen.length > 0)
  await manage('updateStaffMember', { id: staffMember.id, roles: [] })
  const after = await change()
  await until(() => ended)
  await reading
  expect(seen).not.toContain(after)
})
