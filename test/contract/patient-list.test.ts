import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patientBody, startTestService, type TestService } from '../support/service.ts'

// docs/contract.md, Conventions and Patient list.

let service: TestService
let ids: number[]

// Each MRN is given: a generated one may happen to hold the letters that a search asks for.
const people = [
  {
    first_name: 'Ana',
    last_name: 'Silva',
    phone: '+15550000001',
    email: 'ana@clinic.test',
    payer_id: 'aetna',
    member_id: 'AAA-100',
    mrn: 'MRN-11111111',
  },
  { first_name: 'Bo', last_name: 'Silva', phone: '+15550000002', payer_id: 'aetna', member_id: 'BBB_200', mrn: 'MRN-22222222' },
  { first_name: 'Ñandú', last_name: 'Óscar', phone: '+15550000003', payer_id: 'cigna', mrn: 'MRN-33333333' },
  { first_name: '100%', last_name: 'Back\\slash', phone: '+15550000004', payer_id: 'humana', mrn: 'MRN-44444444' },
  { first_name: 'Mary Ann', last_name: 'Oak', phone: '+15550000005', mrn: 'MRN-SPECIAL1' },
]

beforeAll(async () => {
  service = await startTestService()
  ids = []
  for (const person of people) ids.push((await service.rest('POST', '/v1/patients', { body: patientBody(person) })).body.id)
  await service.rest('DELETE', `/v1/patients/${ids[1]}`)
  // The voice area maintains scores and flags; the test sets them directly.
  const scored = [
    [ids[0], 4.5, true],
    [ids[1], 2, false],
    [ids[2], 3, true],
  ]
  for (const row of scored) await service.sql('UPDATE patient SET avg_satisfaction_score = $2, has_adverse_events = $3 WHERE id = $1', row)
})
afterAll(() => service[Symbol.asyncDispose]())

const list = async (query: string) => {
  const answer = await service.rest('GET', `/v1/patients${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const found = async (query: string) => (await list(query)).items.map((item: { id: number }) => ids.indexOf(item.id)).sort()

describe('the envelope', () => {
  test('has items, total, page and page_size, with the default limit 20 and skip 0', async () => {
    const body = await list('')
    expect(Object.keys(body)).toEqual(['items', 'total', 'page', 'page_size'])
    expect(body).toMatchObject({ total: 5, page: 1, page_size: 20 })
  })

  test('items have exactly the list subset', async () => {
    const { items } = await list('?search=ana')
    expect(items).toEqual([
      {
        id: ids[0],
        first_name: 'Ana',
        last_name: 'Silva',
        date_of_birth: '1980-02-29',
        phone: '+15550000001',
        email: 'ana@clinic.test',
        mrn: expect.stringMatching(/^MRN-/),
        member_id: 'AAA-100',
        payer_id: 'aetna',
        status: 'active',
        has_adverse_events: true,
        avg_satisfaction_score: 4.5,
        total_conversations: 0,
        medications: [],
        created_at: expect.any(String),
      },
    ])
  })

  test.each([
    ['?limit=2&skip=0', 1, [4, 3]],
    ['?limit=2&skip=2', 2, [2, 1]],
    ['?limit=2&skip=3', 2, [1, 0]],
    ['?limit=2&skip=4', 3, [0]],
    ['?limit=1000&skip=100', 1, []],
  ])('%s is page %i, newest first', async (query, page, expected) => {
    const body = await list(query)
    expect(body.page).toBe(page)
    expect(body.total).toBe(5)
    expect(body.items.map((item: { id: number }) => ids.indexOf(item.id))).toEqual(expected)
  })
})

describe('filters', () => {
  test.each([
    ['?status=active', [0, 2, 3, 4]],
    ['?status=inactive', [1]],
    ['?payer_id=aetna', [0, 1]],
    ['?payer_id=AETNA', [0, 1]],
    ['?has_adverse_events=true', [0, 2]],
    ['?has_adverse_events=1', [0, 2]],
    ['?has_adverse_events=false', [1, 3, 4]],
    ['?has_adverse_events=0', [1, 3, 4]],
    ['?satisfaction_min=3', [0, 2]],
    ['?satisfaction_max=3', [1, 2]],
    ['?satisfaction_min=2.5&satisfaction_max=4', [2]],
    ['?status=active&payer_id=aetna', [0]],
    ['?status=inactive&payer_id=aetna&satisfaction_max=2&has_adverse_events=false&search=silva', [1]],
    ['?status=active&payer_id=cigna&satisfaction_min=4', []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test.each([
    ['silva', [0, 1]],
    ['SILVA', [0, 1]],
    ['ana silva', [0]],
    ['silva ana', [0]],
    ['ilv', [0, 1]],
    ['ñandú', [2]],
    ['ÑANDÚ óscar', [2]],
    ['Óscar ÑANDÚ', [2]],
    ['0000003', [2]],
    ['+1555000000', [0, 1, 2, 3, 4]],
    ['CLINIC.test', [0]],
    ['mrn-special1', [4]],
    ['aaa-1', [0]],
    ['bbb_2', [1]],
    ['b_b', []],
    ['%', [3]],
    ['\\', [3]],
    ['mary oak', [4]],
    ['annoak', []],
    ['silva aetna', []],
    ['', [0, 1, 2, 3, 4]],
    ['   ', [0, 1, 2, 3, 4]],
    ["'; DROP TABLE patient; --", []],
  ])('search %j finds a substring of name, phone, email, MRN or member ID, every word, any case', async (search, expected) => {
    expect(await found(`?search=${encodeURIComponent(search)}`)).toEqual(expected)
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit=1e2', 'limit'],
    ['skip=-1', 'skip'],
    ['skip=2147483648', 'skip'],
    ['skip=x', 'skip'],
    ['status=deleted', 'status'],
    ['status=', 'status'],
    ['has_adverse_events=maybe', 'has_adverse_events'],
    ['has_adverse_events=', 'has_adverse_events'],
    ['satisfaction_min=0.9', 'satisfaction_min'],
    ['satisfaction_max=5.1', 'satisfaction_max'],
    ['satisfaction_min=NaN', 'satisfaction_min'],
    ['satisfaction_min=4&satisfaction_max=3', 'satisfaction_min'],
    ['payer_id=a%20b', 'payer_id'],
    ['search=%00', 'search'],
  ])('%s is 422 and names the parameter', async (query, path) => {
    const { status, body } = await service.rest('GET', `/v1/patients?${query}`)
    expect(status).toBe(422)
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path])
  })

  test('unknown parameters are ignored', async () => {
    expect((await list('?order=asc&__proto__=1')).total).toBe(5)
  })
})
