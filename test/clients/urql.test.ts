import { Client, fetchExchange, gql, type OperationResult, subscriptionExchange, type TypedDocumentNode } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// urql with Graphcache against the running service: the cache knows the schema by introspection.

let service: TestService
let schema: IntrospectionQuery
beforeAll(async () => {
  service = await startTestService()
  schema = (await service.graphql(getIntrospectionQuery({ inputValueDeprecation: true }))).data
  for (let count = 0; count < 5; count++) await service.rest('POST', '/v1/patients', { body: patientBody({ last_name: `Quill ${count}` }) })
})
afterAll(() => service[Symbol.asyncDispose]())

/** Parts of another record, and figures: they have no `id`, and live where they were read. */
const withoutId = [
  'Benefits',
  'CallFiguresPoint',
  'CallFiguresSeries',
  'CallStats',
  'VerificationMethod',
  'VerificationMethods',
  'WorkCount',
]
const keys = Object.fromEntries(withoutId.map((name) => [name, () => null]))

function connected() {
  const headers = { authorization: `Bearer ${apiKey}` }
  const events = createClient({ url: `${service.url()}/graphql/stream`, headers })
  const warnings: string[] = []
  const cache = cacheExchange({
    schema,
    keys,
    resolvers: { Query: { patients: relayPagination() } },
    optimistic: {
      assignWork: ({ input }) => {
        const { workItemId, dueAt } = input as { workItemId: number; dueAt: string }
        return { __typename: 'AssignWorkPayload', workItem: { __typename: 'WorkItem', id: workItemId, dueAt } }
      },
    },
    updates: {
      Mutation: {
        // A decision that failed: what the cache shows is old.
        closeCallback: (result, { input }, cache) => {
          if (result.closeCallback === null) cache.invalidate({ __typename: 'CallbackRequest', id: (input as { id: number }).id })
        },
      },
    },
    logger: (severity, message) => void (severity === 'debug' || warnings.push(message)),
  })
  const subscriptions = subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({
        unsubscribe: events.subscribe({ query, ...(variables && { variables }) }, sink as Parameters<typeof events.subscribe>[1]),
      }),
    }),
  })
  const client = new Client({
    url: `${service.url()}/graphql`,
    fetchOptions: { headers },
    exchanges: [cache, subscriptions, fetchExchange],
  })
  onTestFinished(() => {
    events.dispose()
    expect(warnings).toEqual([])
  })
  /** What a component would show, first to last. */
  function watching<Data, Variables extends object>(document: TypedDocumentNode<Data, Variables>, variables: Variables) {
    const shown: OperationResult<Data>[] = []
    const { unsubscribe } = client.query(document, variables).subscribe((result) => void shown.push(result))
    onTestFinished(unsubscribe)
    return { shown, last: () => shown.at(-1)?.data }
  }
  return { client, watching }
}

const PATIENTS: TypedDocumentNode<
  { patients: { edges: { node: { lastName: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } },
  { after?: string }
> = gql`query ($after: String) {
  patients(first: 2, after: $after) { edges { cursor node { id lastName } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
}`
const ITEM: TypedDocumentNode<{ workItem: { version: number; dueAt: string | null } }, { id: number }> =
  gql`query ($id: Int!) { workItem(id: $id) { id version dueAt } }`
const ASSIGN = gql`mutation ($input: AssignWorkInput!) { assignWork(input: $input) { workItem { id version dueAt } } }`
const CALLBACK: TypedDocumentNode<{ callback: { status: string } }, { id: number }> =
  gql`query ($id: Int!) { callback(id: $id) { id status version } }`
const CLOSE = gql`mutation ($input: CloseCallbackInput!) { closeCallback(input: $input) { callback { id status version } } }`
const CHANGED = gql`subscription { workChanged { id version dueAt } }`
const FIGURES = gql`query ($input: CallStatsInput!) {
  callStats(input: $input) { total { calls points { from calls } } groups { group calls } }
  workQueue { countsByKind { kind count } edges { node { id record { ... on CallbackRequest { id status } } } } }
}`

test('pages merge by relayPagination', async () => {
  const { client, watching } = connected()
  const list = watching(PATIENTS, {})
  let page = (await client.query(PATIENTS, {}).toPromise()).data?.patients
  while (page?.pageInfo.hasNextPage) page = (await client.query(PATIENTS, { after: page.pageInfo.endCursor }).toPromise()).data?.patients
  await until(() => list.last()?.patients.edges.length === 5)
  expect(new Set(list.last()?.patients.edges.map(({ node }) => node.lastName)).size).toBe(5)
})

test('an item shows its due date before the service has answered, and then the version of the service', async () => {
  const { client, watching } = connected()
  const { id } = await workOf(service).callback()
  const item = watching(ITEM, { id })
  await until(item.last)
  const dueAt = '2030-01-01T08:00:00.000Z'
  await client.mutation(ASSIGN, { input: { workItemId: id, dueAt } }).toPromise()
  await until(() => item.last()?.workItem.version === 2)
  expect(item.shown.map(({ data }) => [data?.workItem.version, data?.workItem.dueAt])).toEqual([
    [1, null],
    [1, dueAt],
    [2, dueAt],
  ])
})

test('after a CONFLICT the cache reads the record again', async () => {
  const { client, watching } = connected()
  const { recordId: id } = await workOf(service).callback()
  const callback = watching(CALLBACK, { id })
  await until(callback.last)
  await service.graphql('mutation($id: Int!) { closeCallback(input: { id: $id, completed: true }) { callback { id } } }', { id })
  const { error } = await client.mutation(CLOSE, { input: { id, completed: false, expectedVersion: 1 } }).toPromise()
  expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ code: 'CONFLICT', current: { state: 'completed' } })
  await until(() => callback.last()?.callback.status === 'completed')
})

test('the changes of others arrive over SSE, and what has no id is kept where it was read', async () => {
  const { client, watching } = connected()
  const work = workOf(service)
  const { id } = await work.callback()
  const input = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', interval: 'week', groupBy: 'outcome' }
  const figures = await client.query(FIGURES, { input }).toPromise()
  expect(figures.data?.callStats.total.points).toHaveLength(5)
  const item = watching(ITEM, { id })
  await until(item.last)
  onTestFinished(client.subscription(CHANGED, {}).subscribe(() => {}).unsubscribe)
  await until(async () => {
    await service.graphql(`mutation { assignWork(input: { workItemId: ${id}, dueAt: "${new Date().toISOString()}" }) { workItem { id } } }`)
    return (item.last()?.workItem.version ?? 0) > 1
  })
})
