import { FetchRefused, lookupPublic, refusePrivate } from './public-address.ts'
import { retryAfterSeconds } from './retry-after.ts'

export interface PostLimits {
  timeoutMs: number
  /** Origins that may be posted to although they stand inside the network, and without TLS. */
  privateOrigins: readonly string[]
}

/** What was answered; its body is not read. */
export interface PostAnswer {
  status: number
  /** In seconds, where the answer says when to come again. */
  retryAfter: number | undefined
}

/**
 * Posts to a public https address: never inside the network, whatever its name leads to at this moment, and nowhere else by a redirect.
 * @throws FetchRefused with a reason for staff
 */
export async function postPublic(
  address: string,
  body: string,
  headers: Record<string, string>,
  { timeoutMs, privateOrigins }: PostLimits,
): Promise<PostAnswer> {
  const { Agent, fetch } = await import('undici')
  const url = new URL(address)
  const isInside = privateOrigins.includes(url.origin)
  if (!isInside) refuseUnsafe(url)
  const agent = new Agent({ connect: { timeout: timeoutMs, ...(isInside ? {} : { lookup: lookupPublic }) } })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'user-agent': 'care-outreach-events' },
      redirect: 'manual',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    })
    // An endless body is not waited for: the agent is destroyed below.
    return { status: response.status, retryAfter: retryAfterSeconds(response.headers.get('retry-after')) }
  } catch (error) {
    throw refusal(error, timeoutMs)
  } finally {
    await agent.destroy()
  }
}

/** @throws FetchRefused for an address that can never be posted to */
export function refuseUnsafe(url: URL): void {
  if (url.protocol !== 'https:') throw new FetchRefused('Only https addresses are posted to.')
  refusePrivate(url)
}

function refusal(error: unknown, timeoutMs: number): FetchRefused {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof FetchRefused) return cause
  if (error instanceof Error && error.name === 'TimeoutError')
    return new FetchRefused(`It took longer than ${Math.round(timeoutMs / 1000)} seconds.`)
  const { code } = (cause ?? error) as { code?: unknown }
  return new FetchRefused(`It could not be reached${typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`)
}
