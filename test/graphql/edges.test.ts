import fc from 'fast-check'
import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditedTypes } from '../../src/graphql/audit-reads.ts'
import { publicSchema as schema } from '../../src/graphql/schema.ts'
import { addRecords } from '../support/records.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await addRecords(service)
})
afterAll(() => service[Symbol.asyncDispose]())

type Field = GraphQLField<unknown, unknown>
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields())
const takes = ({ args }: Field, name: string) => args.some((arg) => arg.name === name)
const isFree = ({ args }: Field) => args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined)
const objectOf = ({ type }: Field) => {
  const named = getNamedType(type)
  return isObjectType(named) ? named : undefined
}
const isConnection = (field: Field) => objectOf(field)?.name.endsWith('Connection') === true
/** The type of the records that a connection holds. */
function recordOf(field: Field): GraphQLObjectType | undefined {
  const edge = objectOf(field)?.getFields().edges
  const node = edge && objectOf(edge)?.getFields().node
  return node && objectOf(node)
}
/** What a field that leads to one record or to several leads to. */
const targetOf = (field: Field) => (isConnection(field) ? recordOf(field) : objectOf(field))
const leaf = (type: GraphQLObjectType) =>
  fieldsOf(type).find((field) => field.name === 'id')?.name ??
  fieldsOf(type).find((field) => isLeafType(getNamedType(field.type)) && isFree(field))?.name

/** The document that asks a field for a leaf of what it leads to. */
function selection(field: Field, inner: string, size: number): string {
  const sized = takes(field, 'first') ? `(first: ${size})` : takes(field, 'limit') ? `(limit: ${size})` : ''
  return `${field.name}${sized} { ${isConnection(field) ? `edges { node { ${inner} } }` : inner} }`
}

const roots = fieldsOf(schema.getQueryType() as GraphQLObjectType).filter(
  (field) => isConnection(field) && isFree(field) && recordOf(field),
)
const edgesOf = (type: GraphQLObjectType) =>
  fieldsOf(type).filter(
    (field) => isFree(field) && !field.extensions.ofOneRecord && targetOf(field) && leaf(targetOf(field) as GraphQLObjectType),
  )

/** How many SELECTs a query takes. */
async function selectsOf(query: string): Promise<number> {
  const texts = await statementsOf(async () => {
    const { errors } = await service.graphql(query)
    expect(errors, query).toBeUndefined()
  })
  return texts.filter((text) => /^\s*SELECT/i.test(text)).length
}

describe('an edge takes as many statements for ten records as for two', () => {
  test.each(roots.map((root) => [root.name, root] as const))('from %s', async (_, root) => {
    const record = recordOf(root) as GraphQLObjectType
    for (const edge of edgesOf(record)) {
      const inner = selection(edge, leaf(targetOf(edge) as GraphQLObjectType) as string, 3)
      const two = await selectsOf(`{ ${root.name}(first: 2) { edges { node { ${leaf(record)} ${inner} } } } }`)
      const ten = await selectsOf(`{ ${root.name}(first: 10) { edges { node { ${leaf(record)} ${inner} } } } }`)
      expect(ten, `${record.name}.${edge.name}`).toBeLessThanOrEqual(two)
    }
  })

  test('also where two edges ask for other records of the same list', async () => {
    const query = (first: number) =>
      `{ patients(first: ${first}) { edges { node { id few: voiceCalls(first: 1) { edges { node { id } } } more: voiceCalls(first: 2) { totalCount edges { node { id callId } } } } } } }`
    const two = await selectsOf(query(2))
    const ten = await selectsOf(query(10))
    expect(ten).toBeLessThanOrEqual(two)
  })
})

test('a list within a list gives each record its own, in order, and as many as asked for', async () => {
  const { data } = await service.graphql(
    '{ patients(first: 10) { edges { node { id voiceCalls(first: 1) { totalCount edges { node { id patientId } } } } } } }',
  )
  expect(data.patients.edges).toHaveLength(10)
  for (const { node } of data.patients.edges) {
    expect(node.voiceCalls.totalCount).toBe(2)
    expect(node.voiceCalls.edges.map((edge: { node: { patientId: number } }) => edge.node.patientId)).toEqual([node.id])
  }
})

test('a page within a record goes on where it ended', async () => {
  const page = (after: string | null) =>
    service.graphql(
      'query($after: String) { patient(id: 1) { voiceCalls(first: 1, after: $after) { pageInfo { hasNextPage endCursor } edges { node { id } } } } }',
      { after },
    )
  const first = (await page(null)).data.patient.voiceCalls
  const second = (await page(first.pageInfo.endCursor)).data.patient.voiceCalls
  expect(first.pageInfo.hasNextPage).toBe(true)
  expect(second.pageInfo.hasNextPage).toBe(false)
  expect(second.edges[0].node.id).toBeLessThan(first.edges[0].node.id)
})

// Each patient whose data an answer shows has an event of this request, by whatever path the answer reached it.

/** A document's selection of so many edges from a type, ending in IDs. */
const pathFrom = (type: GraphQLObjectType, depth: number): fc.Arbitrary<string> => {
  const edges = edgesOf(type).filter((field) => depth > 0 && leaf(targetOf(field) as GraphQLObjectType) === 'id')
  const ids = ['id', 'patientId'].filter((name) => name in type.getFields()).join(' ')
  if (edges.length === 0) return fc.constant(`__typename ${ids}`)
  return fc
    .subarray(edges, { minLength: 1, maxLength: Math.min(2, edges.length) })
    .chain((chosen) =>
      fc.tuple(...chosen.map((edge) => pathFrom(targetOf(edge) as GraphQLObjectType, depth - 1).map((inner) => selection(edge, inner, 2)))),
    )
    .map((selections) => `__typename ${ids} ${selections.join(' ')}`)
}

const recordRoots = roots.filter(
  (root) => auditedTypes[(recordOf(root) as GraphQLObjectType).name] && leaf(recordOf(root) as GraphQLObjectType) === 'id',
)

function patientsShown(value: unknown, found = new Set<number>()): Set<number> {
  if (Array.isArray(value)) for (const one of value) patientsShown(one, found)
  else if (typeof value === 'object' && value !== null) {
    const record = value as Record<string, unknown>
    if (record.__typename === 'Patient') found.add(record.id as number)
    if (typeof record.patientId === 'number') found.add(record.patientId)
    for (const inner of Object.values(record)) patientsShown(inner, found)
  }
  return found
}

test('every patient whose data an answer shows, by any path, is in the audit trail of its request', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...recordRoots)
        .chain((root) => pathFrom(recordOf(root) as GraphQLObjectType, 3).map((inner) => selection(root, inner, 2))),
      async (query) => {
        const [{ last }] = (await service.sql<{ last: string }>('SELECT coalesce(max(id), 0)::text AS last FROM audit_event')) as [
          { last: string },
        ]
        const { data, errors } = await service.graphql(`{ ${query} }`)
        expect(errors, query).toBeUndefined()
        const rows = await service.sql<{ ids: number[] }>('SELECT patient_ids AS ids FROM audit_event WHERE id > $1', [last])
        const recorded = new Set(rows.flatMap(({ ids }) => ids))
        expect(
          [...patientsShown(data)].filter((id) => !recorded.has(id)),
          query,
        ).toEqual([])
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

test('a record read by its global ID is in the audit trail as any other', async () => {
  const { data } = await service.graphql('{ voiceCalls(first: 1) { edges { node { nodeId id patientId } } } }')
  const { nodeId, id, patientId } = data.voiceCalls.edges[0].node
  const [{ last }] = (await service.sql<{ last: string }>('SELECT max(id)::text AS last FROM audit_event')) as [{ last: string }]
  expect(
    (await service.graphql('query($id: ID!) { node(id: $id) { __typename ... on VoiceCall { id } } }', { id: nodeId })).data.node,
  ).toEqual({
    __typename: 'VoiceCall',
    id,
  })
  const rows = await service.sql('SELECT action, patient_ids AS "patientIds", record_ids AS "recordIds" FROM audit_event WHERE id > $1', [
    last,
  ])
  expect(rows).toContainEqual({ action: 'voice_call.read', patientIds: [patientId], recordIds: [String(id)] })
})

test('the audit trail of a patient is an edge of one patient, and refused within a list', async () => {
  const { data } = await service.graphql('{ patient(id: 1) { auditEvents(first: 1) { totalCount edges { node { action patientIds } } } } }')
  expect(data.patient.auditEvents.edges[0].node.patientIds).toContain(1)
  const { errors } = await service.graphql('{ patients(first: 2) { edges { node { auditEvents(first: 1) { totalCount } } } } }')
  expect(errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: ['auditEvents'] }] })
})
