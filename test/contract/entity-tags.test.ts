import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// docs/contract.md, Entity tags.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const strong = /^"[\x21\x23-\x7e]+"$/
const created = async (fields: object = {}) =>
  `/v1/patients/${(await service.rest('POST', '/v1/patients', { body: patientBody(fields) })).body.id}`
const get = (path: string, headers: Record<string, string> = {}) => service.rest('GET', path, { headers })
const put = (path: string, body: object, headers: Record<string, string> = {}) => service.rest('PUT', path, { body, headers })
const tagOf = async (path: string) => String((await get(path)).headers.get('etag'))

describe('a patient', () => {
  test('has a strong ETag, the same until the record changes, and not a field of the answer', async () => {
    const path = await created()
    const first = await get(path)
    expect(first.headers.get('etag')).toMatch(strong)
    expect(Object.keys(first.body)).not.toContain('entity_tag')
    expect(await tagOf(path)).toBe(first.headers.get('etag'))
    expect((await service.rest('HEAD', path)).headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await tagOf(await created())).not.toBe(first.headers.get('etag'))
  })

  test('answers 304 without a body to who has this state, and with the record to who has another', async () => {
    const path = await created()
    const tag = await tagOf(path)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, body } = await get(path, { 'if-none-match': known })
      expect([known, status, body, headers.get('etag'), headers.get('content-type')]).toEqual([known, 304, '', tag, null])
      expect(headers.get('cache-control')).toBe('no-store')
    }
    for (const other of ['"other"', tag.slice(1, -1), '""', `"${tag}`]) {
      expect([other, (await get(path, { 'if-none-match': other })).status]).toEqual([other, 200])
    }
    expect((await get('/v1/patients/999999999', { 'if-none-match': '*' })).status).toBe(404)
  })

  test.each([
    ['PUT of a field that GET shows', (path: string) => put(path, { email: 'new@example.org' })],
    ['PUT of a field that only PUT shows', (path: string) => put(path, { phone: '+15550001111' })],
    ['DELETE', (path: string) => service.rest('DELETE', path)],
    [
      'a medication, which does not touch the record itself',
      (path: string) => service.rest('POST', `${path}/medications`, { body: { medication_name: 'Humira' } }),
    ],
    [
      'a change over GraphQL of what REST does not show',
      (path: string) => {
        const id = Number(path.split('/').at(-1))
        return service.sql("UPDATE patient SET city = 'Wichita' WHERE id = $1", [id])
      },
    ],
  ])('%s gives it another ETag', async (_what, change) => {
    const path = await created()
    const before = await tagOf(path)
    await change(path)
    const after = await get(path, { 'if-none-match': before })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(before)
  })

  test('keeps its ETag where only its totals changed, or nothing', async () => {
    const path = await created({ email: 'a@example.org' })
    const before = await tagOf(path)
    await service.sql('UPDATE patient SET total_conversations = 3, updated_at = now() WHERE id = $1', [Number(path.split('/').at(-1))])
    await put(path, { email: 'a@example.org' })
    expect(await tagOf(path)).toBe(before)
  })
})

describe('PUT', () => {
  test('answers with the ETag that GET gives from then on', async () => {
    const path = await created()
    await service.rest('POST', `${path}/medications`, { body: { medication_name: 'Humira' } })
    const { headers, body } = await put(path, { email: 'b@example.org' })
    expect(headers.get('etag')).toBe(await tagOf(path))
    expect(Object.keys(body)).toEqual(['id', 'first_name', 'last_name', 'phone', 'payer_id', 'status', 'updated_at'])
  })

  test('with the ETag of the record, changes it', async () => {
    const path = await created()
    const first = await put(path, { email: 'one@example.org' }, { 'if-match': await tagOf(path) })
    const second = await put(path, { email: 'two@example.org' }, { 'if-match': `"other", ${first.headers.get('etag')}` })
    const third = await put(path, { email: 'three@example.org' }, { 'if-match': '*' })
    expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await get(path)).body.email).toBe('three@example.org')
  })

  test('with the ETag of an earlier state, changes nothing and is 412', async () => {
    const path = await created()
    const stale = await tagOf(path)
    await put(path, { phone: '+15550002222' })
    const before = await get(path)
    for (const sent of [stale, `W/${await tagOf(path)}`, '"other"', '""', 'nonsense', '']) {
      const { status, headers, body } = await put(path, { phone: '+15550003333' }, { 'if-match': sent })
      expect([sent, status, headers.get('content-type')]).toEqual([sent, 412, 'application/problem+json; charset=utf-8'])
      expect(body).toMatchObject({ code: 'PRECONDITION_FAILED', title: 'Precondition failed', status: 412 })
    }
    expect((await get(path)).body).toEqual(before.body)
  })

  test('without If-Match changes the record as before', async () => {
    const path = await created()
    expect((await put(path, { email: 'c@example.org' })).status).toBe(200)
  })

  test('judges the body and the record before the condition', async () => {
    const stale = { 'if-match': '"other"' }
    expect((await put(await created(), { phone: 'x' }, stale)).status).toBe(422)
    expect((await put('/v1/patients/999999999', { email: null }, stale)).status).toBe(404)
    expect((await put('/v1/patients/999999999', { email: null }, { 'if-match': '*' })).status).toBe(404)
  })

  test('of two writers with the same ETag one wins, however close they come', async () => {
    for (let round = 0; round < 10; round++) {
      const path = await created()
      const condition = { 'if-match': await tagOf(path) }
      const writers = Array.from({ length: 4 }, (_, writer) => put(path, { email: `writer-${writer}@example.org` }, condition))
      const answers = await Promise.all(writers)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
      const winner = answers.findIndex(({ status }) => status === 200)
      expect((await get(path)).body.email).toBe(`writer-${winner}@example.org`)
    }
  })
})

test('a verification, a call and a content item have an ETag of their answers, and answer 304', async () => {
  const person = await created({ payer_id: 'aetna', member_id: 'W1' })
  await until(async () => (await get(`${person}/verification-status`)).body.status === 'VERIFIED')
  const report = { conversation_id: 'etag', status: 'failed' }
  const call = (await service.rest('POST', '/v1/webhooks/voice/post-call', { body: report })).body.voice_call_id
  await addItems(service, libraryItems)
  const widget = { key: null, headers: { 'x-api-key': widgetKey } as Record<string, string> }
  const [item] = (await until(async () => {
    const { body } = await service.rest('GET', '/api/v1/widget/content', widget)
    return body.items.length > 0 ? body.items : undefined
  })) as { id: string }[]
  const paths = [`${person}/verification-status`, `/v1/voice/calls/${call}`, `/api/v1/widget/content/${item?.id}`]
  const tags: string[] = []
  for (const path of paths) {
    const options = path.startsWith('/api') ? widget : {}
    const { headers } = await service.rest('GET', path, options)
    const tag = String(headers.get('etag'))
    expect(tag).toMatch(strong)
    const again = await service.rest('GET', path, { ...options, headers: { ...widget.headers, 'if-none-match': tag } })
    expect([path, again.status, again.body, again.headers.get('etag')]).toEqual([path, 304, '', tag])
    tags.push(tag)
  }
  expect(new Set(tags).size).toBe(3)
  const path = `/v1/voice/calls/${call}`
  await service.rest('POST', '/v1/webhooks/voice/post-call', { body: { ...report, duration_seconds: 7 } })
  expect((await get(path, { 'if-none-match': String(tags[1]) })).status).toBe(200)
})

test('GraphQL has the same state as `revision`, and the same condition as `expectedRevision`', async () => {
  const path = await created()
  const id = Number(path.split('/').at(-1))
  const revision = async () => (await service.graphql('query($id: Int!) { patient(id: $id) { revision } }', { id })).data.patient.revision
  const first = await revision()
  expect(`"${first}"`).toBe(await tagOf(path))
  const update = (email: string, expectedRevision: string) =>
    service.graphql('mutation($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { email } } }', {
      input: { id, email, expectedRevision },
    })
  expect((await update('graph@example.org', first)).data.updatePatient.patient.email).toBe('graph@example.org')
  expect((await update('late@example.org', first)).errors[0].extensions.code).toBe('PRECONDITION_FAILED')
  expect((await update('late@example.org', await revision())).data.updatePatient.patient.email).toBe('late@example.org')
})

test('a read that is answered by 304 is audited like any other', async () => {
  const path = await created()
  const tag = await tagOf(path)
  const id = Number(path.split('/').at(-1))
  const reads = async () =>
    (await service.sql("SELECT 1 FROM audit_event WHERE action = 'patient.read' AND $1 = ANY (patient_ids)", [id])).length
  const before = await reads()
  expect((await get(path, { 'if-none-match': tag })).status).toBe(304)
  expect(await until(async () => (await reads()) - before)).toBe(1)
})

test('lists have no ETag', async () => {
  expect((await get('/v1/patients')).headers.get('etag')).toBeNull()
})
