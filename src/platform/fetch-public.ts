import type { fetch } from 'undici'
import { FetchRefused, lookupPublic, refusePrivate } from './public-address.ts'

export interface FetchLimits {
  maxBytes: number
  timeoutMs: number
  maxRedirects: number
  /** Media types that are read, for example `text/html`. */
  mediaTypes: readonly string[]
  /** Origins that may be fetched although they stand inside the network, for example `http://cms.internal:8080`. */
  privateOrigins: readonly string[]
}

export interface FetchedFile {
  /** Where redirects led. */
  url: string
  bytes: Uint8Array
  mediaType: string | null
}

/**
 * Fetches a public page or file, with limits on size, time, redirects and media type, and never from a private,
 * loopback or link-local address.
 * @throws FetchRefused with a reason for staff
 */
export async function fetchPublic(address: string, limits: FetchLimits): Promise<FetchedFile> {
  const { Agent, fetch } = await import('undici')
  const agent = new Agent({ connect: { lookup: lookupPublic, timeout: limits.timeoutMs } })
  const unguarded = new Agent({ connect: { timeout: limits.timeoutMs } })
  const signal = AbortSignal.timeout(limits.timeoutMs)
  try {
    let url = new URL(address)
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
      const inside = limits.privateOrigins.includes(url.origin)
      if (!inside) refusePrivate(url)
      const response = await fetch(url, {
        dispatcher: inside ? unguarded : agent,
        redirect: 'manual',
        signal,
        headers: { accept: limits.mediaTypes.join(', '), 'user-agent': 'care-outreach-library' },
      })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url)) {
        await response.body?.cancel()
        url = new URL(location, url)
        continue
      }
      return await read(response, url, limits)
    }
    throw new FetchRefused(`It redirects more than ${limits.maxRedirects} times.`)
  } catch (error) {
    throw refusal(error, limits)
  } finally {
    await Promise.all([agent.destroy(), unguarded.destroy()])
  }
}

async function read(response: Awaited<ReturnType<typeof fetch>>, url: URL, limits: FetchLimits): Promise<FetchedFile> {
  if (!response.ok) throw new FetchRefused(`The server answered ${response.status}.`)
  const mediaType = response.headers.get('content-type')
  const plain = mediaType?.split(';')[0]?.trim().toLowerCase()
  if (plain !== undefined && !limits.mediaTypes.includes(plain)) throw new FetchRefused(`It is ${plain}, which is not read.`)
  const tooLarge = new FetchRefused(`It is larger than ${Math.floor(limits.maxBytes / 1024 / 1024)} MiB.`)
  if (Number(response.headers.get('content-length') ?? 0) > limits.maxBytes) throw tooLarge
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += (part as Uint8Array).length
    if (size > limits.maxBytes) throw tooLarge
    parts.push(part as Uint8Array)
  }
  return { url: url.href, bytes: new Uint8Array(Buffer.concat(parts)), mediaType }
}

function refusal(error: unknown, limits: FetchLimits): FetchRefused {
  if (error instanceof FetchRefused) return error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof FetchRefused) return cause
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new FetchRefused(`It took longer than ${Math.round(limits.timeoutMs / 1000)} seconds.`)
  }
  const { code } = (cause ?? error) as { code?: unknown }
  return new FetchRefused(`It could not be fetched${typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`)
}
