import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { HttpProblem } from '../http/problem.ts'
import { within } from '../platform/within.ts'

/** Longer bodies are counted and hashed, and nothing of them is kept. */
const keptBytes = 4 * 1024 * 1024

/** How much is kept of the beginning of a body that is too long: it may name the kind. */
const beginningBytes = 1024

/** A message's body, or of one that is too long how it begins and what tells it from others. */
export type MessageBody = { bytes: Buffer } | { beginning: Buffer; tooLong: { bytes: number; sha256: string } }

/** How a body is read. */
interface BodyOptions {
  timeoutMs: number
  /** Is given each chunk. */
  onChunk?(chunk: Buffer): void
  signal?: AbortSignal
}

/**
 * Reads a body of any media type and any length: a platform that gets refusals switches an address off.
 * @throws HttpProblem where the body is too slow or does not come to its end
 */
export async function readMessage(request: Request, { timeoutMs, onChunk = () => {}, signal }: BodyOptions): Promise<MessageBody> {
  try {
    return await within(timeoutMs, readAll(request, onChunk), { otherwise: tooSlow, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) tooSlow()
    throw error
  }
}

async function readAll(request: Request, onChunk: (chunk: Buffer) => void): Promise<MessageBody> {
  const hash = createHash('sha256')
  let bytes = 0
  let kept: Buffer[] = []
  let beginning = Buffer.alloc(0)
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      hash.update(chunk)
      onChunk(chunk)
      if (beginning.length < beginningBytes) beginning = Buffer.concat([beginning, chunk.subarray(0, beginningBytes)])
      if (bytes <= keptBytes) kept.push(chunk)
      else kept = []
    }
  } catch {
    throw new HttpProblem('MALFORMED_REQUEST', 'The body was not sent.')
  }
  return bytes <= keptBytes ? { bytes: Buffer.concat(kept) } : { beginning, tooLong: { bytes, sha256: hash.digest('hex') } }
}

function tooSlow(): never {
  throw new HttpProblem('REQUEST_TIMEOUT', 'The body took too long to arrive.', { Connection: 'close' })
}
