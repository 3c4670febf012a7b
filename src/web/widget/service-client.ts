import { eventsOf } from './server-sent-events.ts'

/** Why a request came to nothing. `code` is the service's, or one of ours: `LOST` (no answer), `ORIGIN` (this page may not ask). */
export class RequestError extends Error {
  readonly code: string
  /** What somebody in danger needs to read although the request was refused. */
  readonly safetyMessage: string
  constructor(code: string, message: string, safetyMessage = '') {
    super(message)
    this.code = code
    this.safetyMessage = safetyMessage
  }
}

interface Result<Data> {
  data?: Data | null
  errors?: { message: string; extensions?: { code?: string; safetyMessage?: string } }[]
}

/** The service's GraphQL, with a widget key in `X-API-Key`. */
export function createServiceClient(base: string, key: string) {
  let wasAnswered = false

  async function post(query: string, variables: object, accept: string, signal?: AbortSignal): Promise<Response> {
    const request: RequestInit = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept, 'X-API-Key': key },
      body: JSON.stringify({ query, variables }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }
    try {
      const response = await fetch(`${base}/graphql`, signal ? { ...request, signal } : request)
      wasAnswered = true
      return response
    } catch (error) {
      if (signal?.aborted) throw error
      throw !wasAnswered && (await isReachable()) ? new RequestError('ORIGIN', '') : new RequestError('LOST', '')
    }
  }

  /** A browser does not tell a refused origin from a dead line. This request needs no permission, so it does. */
  async function isReachable(): Promise<boolean> {
    if (!navigator.onLine) return false
    try {
      await fetch(`${base}/health`, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' })
      return true
    } catch {
      return false
    }
  }

  return {
    base,
    async ask<Data>(query: string, variables: object, signal?: AbortSignal): Promise<Data> {
      const response = await post(query, variables, 'application/json', signal)
      return dataOf<Data>(await jsonOf(response), response.status)
    },
    /** The events of a subscription. Ends with an error where the connection breaks before the subscription is complete. */
    async *listen<Event>(query: string, variables: object, signal: AbortSignal): AsyncGenerator<Event> {
      const response = await post(query, variables, 'text/event-stream', signal)
      if (!response.body || !response.headers.get('content-type')?.includes('event-stream')) {
        dataOf(await jsonOf(response), response.status)
        throw new RequestError('UNAVAILABLE', '')
      }
      for await (const { event, data } of eventsOf(response.body)) {
        if (event === 'complete') return
        if (event === 'next') yield dataOf<{ event: Event }>(JSON.parse(data), 200).event
      }
      throw new RequestError('LOST', '')
    },
  }
}

export type ServiceClient = ReturnType<typeof createServiceClient>

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return {}
  }
}

const codes: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  422: 'INVALID_INPUT',
  429: 'RATE_LIMITED',
}

/** @throws RequestError for what the service refuses, or a proxy before it */
function dataOf<Data>(result: unknown, status: number): Data {
  const { data, errors } = result as Result<Data>
  const [error] = errors ?? []
  if (error)
    throw new RequestError(error.extensions?.code ?? codes[status] ?? 'UNAVAILABLE', error.message, error.extensions?.safetyMessage)
  if (!data) throw new RequestError(codes[status] ?? 'UNAVAILABLE', '')
  return data
}
