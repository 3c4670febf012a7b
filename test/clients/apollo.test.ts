import { createHash } from 'node:crypto'
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  Observable,
  type TypedDocumentNode,
} from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { relayStylePagination } from '@apollo/client/utilities'
import { OperationTypeNode, print } from 'graphql'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { apiKey, patientBody, startTestService, type TestService, until } from '../support/service.ts'

// Apollo Client 4 against the running service, as a dashboard without React would use it.

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  for (let count = 0; count < 5; count++) await created(`Quill ${count}`)
})
afterAll(() => service[Symbol.asyncDispose]())

const created = async (last_name: string): Promise<number> =>
  (await service.rest('POST', '/v1/patients', { body: patientBody({ last_name }) })).body.id

interface Patient {
  id: number
  lastName: string
  city: string | null
}
interface Page {
  patients: { totalCount: number; edges: { node: Patient }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
}

const PATIENTS: TypedDocumentNode<Page, { first: number; after?: string | null }> = gql`query Patients($first: Int!, $after: String) {
  patients(first: $first, after: $after, orderBy: { field: LAST_NAME, direction: ASC }) {
    totalCount edges { node { id lastName city } } pageInfo { hasNextPage endCursor } } }`
const PATIENT: TypedDocumentNode<{ patient: Patient | null }, { id: number }> = gql`
  query Patient($id: Int!) { patient(id: $id) { id lastName city } }
`
const MOVE: TypedDocumentNode<{ updatePatient: { patient: Patient } | null }, { input: { id: number; city: string } }> = gql`
  mutation Move($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { id city } } }
`
const UPDATED = gql`subscription Updated($id: Int) { patientUpdated(id: $id) { id lastName city } }`

/** The link that a page without WebSockets needs: subscriptions by graphql-sse. */
function sseLink(url: string, headers: Record<string, string>) {
  const events = createClient({ url, headers })
  return new ApolloLink(
    ({ query, variables, operationName }) =>
      new Observable((observer) =>
        events.subscribe<Record<string, unknown>, Record<string, unknown>>(
          { query: print(query), variables, ...(operationName && { operationName }) },
          {
            next: ({ data, errors, extensions }) =>
              observer.next({ ...(data !== undefined && { data }), ...(errors && { errors }), ...(extensions && { extensions }) }),
            error: (error) => observer.error(error),
            complete: () => observer.complete(),
          },
        ),
      ),
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function connected() {
  const headers = { authorization: `Bearer ${apiKey}` }
  const sent: { method: string; hasText: boolean }[] = []
  const http = new HttpLink({
    uri: `${service.url()}/graphql`,
    headers,
    fetch: (url, init) => {
      const text = typeof init?.body === 'string' ? init.body : decodeURIComponent(String(url))
      sent.push({ method: init?.method ?? 'GET', hasText: /"query"|[?&]query=/.test(text) })
      return fetch(url, init)
    },
  })
  const client = new ApolloClient({
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { patients: relayStylePagination(['filter', 'orderBy']) } } } }),
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      sseLink(`${service.url()}/graphql/stream`, headers),
      ApolloLink.from([new PersistedQueryLink({ sha256, useGETForHashedQueries: true }), http]),
    ),
  })
  onTestFinished(() => client.stop())
  return { client, sent }
}

test('pages of patients merge in the cache, by relayStylePagination', async () => {
  const { client } = connected()
  const list = client.watchQuery({ query: PATIENTS, variables: { first: 2 } })
  const reading = list.subscribe(() => {})
  onTestFinished(() => reading.unsubscribe())
  const page = () => (list.getCurrentResult().data as Page | undefined)?.patients
  for (let at = await until(page); at?.pageInfo.hasNextPage; ) {
    at = (await list.fetchMore({ variables: { after: at.pageInfo.endCursor } })).data?.patients as Page['patients']
  }
  await until(() => page()?.edges.length === 5)
  expect(page()).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } })
  const names = page()?.edges.map(({ node }) => node.lastName)
  expect(names).toEqual(['Quill 0', 'Quill 1', 'Quill 2', 'Quill 3', 'Quill 4'])
})

test('the payload of a mutation updates the record wherever the cache shows it', async () => {
  const { client } = connected()
  const { data } = await client.query({ query: PATIENTS, variables: { first: 5 } })
  const id = data?.patients.edges[3]?.node.id ?? 0
  await client.mutate({ mutation: MOVE, variables: { input: { id, city: 'Wichita' } } })
  const cached = client.readQuery({ query: PATIENTS, variables: { first: 5 } })
  expect(cached?.patients.edges.map(({ node }) => node.city)).toEqual([null, null, null, 'Wichita', null])
})

test('an error is known by its code, and hides no other answer', async () => {
  const { client } = connected()
  const failure = await client.mutate({ mutation: MOVE, variables: { input: { id: 999_999, city: 'Nowhere' } } }).catch((error) => error)
  expect(CombinedGraphQLErrors.is(failure) && failure.errors.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND'])
  const refused = await client.query({ query: PATIENTS, variables: { first: -1 }, errorPolicy: 'all' })
  expect(CombinedGraphQLErrors.is(refused.error) && refused.error.errors[0]?.extensions?.code).toBe('INVALID_INPUT')
})

test('documents go by their hash, with the text only where the service does not know it yet', async () => {
  const query: typeof PATIENT = gql`query ByHash($id: Int!) { patient(id: $id) { id lastName city } }`
  const first = connected()
  expect((await first.client.query({ query, variables: { id: 1 } })).data?.patient?.id).toBe(1)
  expect(first.sent.map(({ hasText }) => hasText)).toEqual([false, true])
  const second = connected()
  expect((await second.client.query({ query, variables: { id: 2 } })).data?.patient?.id).toBe(2)
  expect(second.sent).toEqual([{ method: 'GET', hasText: false }])
})

test('a subscription over SSE brings the changes of others into the cache', async () => {
  const { client } = connected()
  const id = await created('Elsewhere')
  await client.query({ query: PATIENT, variables: { id } })
  const listening = client.subscribe({ query: UPDATED, variables: { id } }).subscribe(() => {})
  onTestFinished(() => listening.unsubscribe())
  await until(async () => {
    const another = 'mutation($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { id } } }'
    await service.graphql(another, { input: { id, city: `Wichita ${Math.random()}` } })
    return client.readQuery({ query: PATIENT, variables: { id } })?.patient?.city?.startsWith('Wichita')
  })
})
