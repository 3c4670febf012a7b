import type { Request } from 'express'
import { Failure } from '../platform/failure.ts'

/**
 * The `Idempotency-Key` header, where the client sends one: `shortest` to 255 visible ASCII characters.
 * @throws Failure INVALID_INPUT
 */
export function idempotencyKey(request: Request, shortest = 1): string | undefined {
  const key = request.get('idempotency-key')
  if (key === undefined) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(key) && key.length >= shortest) return key
  throw new Failure('INVALID_INPUT', 'The Idempotency-Key is invalid.', [
    { path: ['Idempotency-Key'], message: `must be ${shortest} to 255 visible ASCII characters` },
  ])
}
