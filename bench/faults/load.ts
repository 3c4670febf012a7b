import { setTimeout } from 'node:timers/promises'
import { type Kind, type Request, requestOf } from './requests.ts'

/** One attempt, and how the client saw it. */
export interface Attempt {
  kind: Kind
  /** When it was sent, as `performance.now()` tells it. */
  at: number
  ms: number
  /** The status, or `cut`, `no answer`. */
  outcome: string
}

/** How long a client waits for an answer, in milliseconds. */
const patienceMs = 15_000

/** How long before it sends again: what `Retry-After` says, else longer each time; never all clients together. */
const pauseMs = (retryAfter: number, tries: number) =>
  (retryAfter > 0 ? retryAfter * 1000 : Math.min(5_000, 250 * 2 ** tries)) * (0.75 + Math.random() / 2)

export type Load = ReturnType<typeof startLoad>

interface LoadOptions {
  /** Requests of each kind a second. */
  rates: Partial<Record<Kind, number>>
  tag: string
  /** Whether what is not answered well is sent again until it is. */
  retries?: boolean
  /** Requests that may be under way: past this a client sends no more. */
  most?: number
}

/** Sends requests at their rates, however long the answers take, and keeps what was acknowledged. */
export function startLoad(url: string, { rates, tag, retries = true, most = 2000 }: LoadOptions) {
  const attempts: Attempt[] = []
  const acknowledged = new Map<Kind, Set<string>>()
  const started = new Set<Promise<void>>()
  const stopping = new AbortController()
  const giveUp = new AbortController()

  /** @returns whether it was answered well, and else when to come again */
  async function attempt(kind: Kind, request: Request): Promise<{ isDone: boolean; retryAfter: number }> {
    let retryAfter = 0
    const at = performance.now()
    const outcome = await fetch(url + request.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (response) => {
        const text = await response.text()
        retryAfter = Number(response.headers.get('retry-after') ?? 0)
        // GraphQL tells of what failed in the body.
        const failed = request.path === '/graphql' && /"errors":/.test(text)
        return failed ? (/"code":"(\w+)"/.exec(text)?.[1] ?? 'errors') : String(response.status)
      },
      (error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'cut'),
    )
    attempts.push({ kind, at, ms: performance.now() - at, outcome })
    return { isDone: /^2/.test(outcome), retryAfter }
  }

  async function send(kind: Kind): Promise<void> {
    const request = requestOf(kind, tag)
    for (let tries = 1; ; tries++) {
      const { isDone, retryAfter } = await attempt(kind, request)
      if (isDone) break
      if (!retries || giveUp.signal.aborted) return
      await setTimeout(pauseMs(retryAfter, tries))
    }
    if (request.writes) acknowledged.set(kind, (acknowledged.get(kind) ?? new Set()).add(request.writes))
  }

  async function keepSending(kind: Kind, rate: number): Promise<void> {
    const begin = performance.now()
    for (let count = 0; !stopping.signal.aborted; count++) {
      if (started.size < most) {
        const sent = send(kind)
        started.add(sent)
        void sent.finally(() => started.delete(sent))
      }
      const due = begin + ((count + 1) * 1000) / rate
      await setTimeout(Math.max(0, due - performance.now()))
    }
  }
  const senders = Object.entries(rates).map(([kind, rate]) => keepSending(kind as Kind, rate))

  return {
    attempts,
    acknowledged,
    /** Sends nothing new, and waits until all is answered or `seconds` are over. */
    async stop(seconds = 60) {
      stopping.abort()
      const timer = globalThis.setTimeout(() => giveUp.abort(), seconds * 1000)
      await Promise.all(senders)
      await Promise.all(started)
      clearTimeout(timer)
    },
  }
}
