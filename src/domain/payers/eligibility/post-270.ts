import { retryAfterSeconds } from '../../../platform/retry-after.ts'
import { PayerUnavailable } from './eligibility.ts'

/** Real 271s have at most a few hundred KiB. */
const maxAnswerBytes = 4 * 1024 * 1024

export interface Reply {
  status: number
  /** Parsed JSON, anything else as text; undefined if empty. */
  body: unknown
}

interface Question {
  url: string
  apiKey: string
  timeoutMs: number
  body: object
}

/**
 * Sends one request to the clearinghouse. Redirects are not followed, so that neither the key nor patient data reaches another
 * host.
 * @throws PayerUnavailable if there is no answer, or a status of 408, 429 or 5xx; the signal's reason if it aborts
 */
export async function post({ url, apiKey, timeoutMs, body }: Question, signal: AbortSignal): Promise<Reply> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
      headers: {
        authorization: apiKey.includes(' ') ? apiKey : `Key ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(body),
    })
    const { status } = response
    if (status === 408 || status === 429 || status >= 500) {
      await response.body?.cancel()
      throw new PayerUnavailable(
        status === 429 ? 'The clearinghouse takes no more requests for now (429).' : `The clearinghouse failed (${status}).`,
        { retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')) },
      )
    }
    return { status: response.ok ? 200 : status, body: parsed(await read(response)) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof PayerUnavailable) throw error
    if (timeout.aborted) throw new PayerUnavailable(`The clearinghouse did not answer within ${Math.round(timeoutMs / 1000)} seconds.`)
    throw new PayerUnavailable(`The clearinghouse could not be reached${codeOf(error)}.`)
  }
}

async function read(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxAnswerBytes) throw new PayerUnavailable(`The clearinghouse answered with more than ${maxAnswerBytes / 1024 / 1024} MiB.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The code of a connection error. Its message is left out: it may contain what was sent. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''
}
