import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodes, patientBody, startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const bodies = Array.from({ length: 60 }, (_, index) => patientBody({ last_name: `Counted${index}` }))
  for (const body of bodies) {
    const { id } = (await service.rest('POST', '/v1/patients', { body })).body
    for (const medication_name of ['Humira', 'Ajovy'])
      await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name } })
  }
})
afterAll(() => service[Symbol.asyncDispose]())

/** The SQL statements that `work` sends, as first word and table. */
async function queriesOf(work: () => Promise<unknown>) {
  return (await statementsOf(work))
    .map((text) => `${text.trim().split(/\s/)[0]?.toUpperCase()} ${/(?:FROM|INTO) (?:"public"\.)?"?(\w+)/i.exec(text)?.[1]}`)
    .sort()
}

test('a page of the list takes the same number of queries whatever its length', async () => {
  const expected = ['INSERT audit_event', 'SELECT patient', 'WITH figure_progress']
  for (const limit of [1, 20, 60]) {
    expect(await queriesOf(() => service.rest('GET', `/v1/patients?limit=${limit}`)), `limit ${limit}`).toEqual(expected)
  }
})

test('one patient with medications takes one query and the audit insert', async () => {
  expect(await queriesOf(() => service.rest('GET', '/v1/patients/1'))).toEqual(['INSERT audit_event', 'SELECT patient'])
})

test('nested medications of a GraphQL list are loaded by the query for the patients', async () => {
  const query = '{ patients(first: 60) { edges { node { id medications { id medicationName } } } } }'
  const queries = await queriesOf(() => service.graphql(query))
  expect(queries.filter((text) => text.startsWith('SELECT'))).toEqual(['SELECT patient'])
})

test('REST and GraphQL give the same data for the same records', async () => {
  const { body } = await service.rest('GET', '/v1/patients?limit=60&search=counted')
  const { data } = await service.graphql(
    `{ patients(first: 60, filter: { search: "counted" }) { totalCount edges { node {
       id firstName lastName dateOfBirth phone email mrn memberId
       payerId status hasAdverseEvents avgSatisfactionScore totalConversations medicationNames createdAt } } } }`,
  )
  const rename: Record<string, string> = { medications: 'medicationNames' }
  const camel = (name: string) => rename[name] ?? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const asGraphql = (item: object) => Object.fromEntries(Object.entries(item).map(([name, value]) => [camel(name), value]))
  expect(body.items).toHaveLength(60)
  expect(body.items.map(asGraphql)).toEqual(nodes(data.patients))
  expect([body.total, body.page, body.page_size]).toEqual([data.patients.totalCount, 1, 60])
  for (const item of body.items.slice(0, 3)) {
    const one = (await service.rest('GET', `/v1/patients/${item.id}`)).body
    expect(item).toMatchObject(one)
  }
})

test('the connection walks every patient once, newest first', async () => {
  const seen: number[] = []
  let after: string | null = null
  do {
    const query =
      'query($after: String) { patients(first: 7, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { id } } } }'
    const { data } = await service.graphql(query, { after })
    expect(data.patients.totalCount).toBe(60)
    seen.push(...nodes<{ id: number }>(data.patients).map(({ id }) => id))
    after = data.patients.pageInfo.hasNextPage ? data.patients.pageInfo.endCursor : null
  } while (after !== null)
  expect(seen).toHaveLength(60)
  expect(seen).toEqual(seen.toSorted((one, two) => two - one))
})

test('fifty parallel creates give fifty ids and fifty MRNs', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.rest('POST', '/v1/patients', { body: patientBody() })))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(50)
  expect(new Set(answers.map(({ body }) => body.mrn)).size).toBe(50)
})

test('fifty parallel creates with the same MRN: one is 201, the others are 409', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.rest('POST', '/v1/patients', { body: patientBody({ mrn: 'MRN-RACE' }) })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)])
})

test('no parallel update of a patient is lost', async () => {
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody() })).body
  const changes = [
    { email: 'z@example.org' },
    { payer_id: 'cigna' },
    { member_id: 'M-9' },
    { phone: '+15559990000' },
    { status: 'inactive' },
  ]
  await Promise.all(changes.map((body) => service.rest('PUT', `/v1/patients/${id}`, { body })))
  expect((await service.rest('GET', `/v1/patients/${id}`)).body).toMatchObject(Object.assign({}, ...changes))
})

const created = (range: string) => service.graphql(`{ patients(filter: { created: { ${range} } }) { totalCount edges { node { id } } } }`)

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+12:00', '9999-12-31T23:59:59-12:00'])(
  'an instant that no database keeps, %s, is bad input',
  async (instant) => {
    for (const end of ['from', 'to']) {
      const { errors } = await created(`${end}: "${instant}"`)
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining('years 1 to 9999'),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      })
    }
  },
)

test('the first and the last instant that one keeps are ends of a range', async () => {
  const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
  const counts = [`from: "${first}"`, `to: "${last}"`, `from: "${last}"`, `to: "${first}"`].map(
    async (range) => (await created(range)).data.patients.totalCount as number,
  )
  const [all = 0, ...others] = await Promise.all(counts)
  expect(all).toBeGreaterThan(60)
  expect(others).toEqual([all, 0, 0])
})
