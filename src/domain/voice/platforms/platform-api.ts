import { retryAfterSeconds } from '../../../platform/retry-after.ts'
import { deadline } from '../../../platform/within.ts'
import type { ApiRequest } from './report-sources.ts'

/** What a platform's API answers: JSON, that there is no such thing, or that it cannot answer now. */
export type ApiAnswer = { found: unknown } | 'unknown' | ApiFailure

export interface ApiFailure {
  failed: string
  /** Where the platform says when. */
  retryAfterSeconds?: number
}

const noJson = 'Its answer is no JSON.'

const timeoutMs = 10_000
/** Seconds: whoever names more means something else, a date say. */
const longestWait = 24 * 3600

/** Longer answers are not read. */
const longestAnswer = 32 * 1024 * 1024

/** Asks a platform's API. @param base where the API is @throws only the signal's reason */
export async function askPlatform(base: string, { path, headers, body, form }: ApiRequest, signal?: AbortSignal): Promise<ApiAnswer> {
  try {
    const response = await fetch(base.replace(/\/$/, '') + path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      redirect: 'error',
      signal: deadline(timeoutMs, ...(signal ? [signal] : [])),
    })
    if (response.status === 404) return 'unknown'
    if (!response.ok) {
      await response.body?.cancel()
      const seconds = retryAfterSeconds(response.headers.get('retry-after'))
      return {
        failed: `It answered ${response.status}.`,
        ...(seconds !== undefined ? { retryAfterSeconds: Math.min(seconds, longestWait) } : {}),
      }
    }
    return { found: JSON.parse(await textOf(response)) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof SyntaxError) return { failed: noJson }
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { failed: isSlow ? 'It took longer than 10 seconds.' : 'It could not be reached.' }
  }
}

/** Has a platform do something: what it says of an order that it takes is its own affair. Never rejects. */
export async function orderPlatform(base: string, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await askPlatform(base, request)
  return typeof answer === 'object' && 'failed' in answer && answer.failed === noJson ? { found: null } : answer
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > longestAnswer) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
