import { Client, cacheExchange, fetchExchange, mapExchange } from 'urql'
import { expire, token } from './session.ts'
import { troubleExchange } from './trouble-exchange.ts'

let current: { token: string | undefined; client: Client } | undefined

/** The client of whoever is signed in; another person gets another one, with nothing of the first in its cache. */
export function client(): Client {
  if (current?.token !== token()) current = { token: token(), client: create() }
  return (current as { client: Client }).client
}

function create(): Client {
  const mine = token()
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    // Of whoever it was made for: a late request must not go out as another's.
    fetchOptions: { headers: { authorization: `Bearer ${mine}` } },
    exchanges: [
      mapExchange({
        // A mutation that is refused answers with its field as null beside the error: whoever looks at `data` alone must find none.
        onResult: (result) => (result.operation.kind === 'mutation' && result.error ? { ...result, data: undefined } : result),
        onError({ response, graphQLErrors }) {
          const refused = response?.status === 401 || graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')
          if (refused && token() === mine) expire()
        },
      }),
      troubleExchange(),
      cacheExchange,
      fetchExchange,
    ],
  })
}

/** Whether a key or token is accepted; asked past the client, which would take a refusal for the end of a sign-in. */
export async function isAccepted(given: string): Promise<boolean> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${given}`, 'content-type': 'application/json' },
    body: '{"query":"{ caller { id } }"}',
  })
  if (response.status === 401) return false
  if (!response.ok) throw new Error(`The service answered ${response.status}. Try again in a minute.`)
  return ((await response.json()) as { errors?: unknown }).errors === undefined
}
