import type { Request } from 'express'
import { parseJson } from '../http/body.ts'
import { Failure } from '../platform/failure.ts'
import type { Input } from './input.ts'
import { anyBody } from './refused-webhook.ts'

interface Inputs {
  path?: Input<unknown>
  query?: Input<unknown>
  body?: Input<unknown>
  isAnyBody?: true
}

/**
 * Reads every input, so that one answer names all that is wrong with the request.
 * @throws Failure INVALID_INPUT
 */
export function readInputs(row: Inputs, request: Request) {
  const errors: NonNullable<Failure['errors']> = []
  const read = (input: Input<unknown> | undefined, raw: () => unknown) => {
    if (!input) return {}
    const value = raw()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      errors.push({ path: [], message: 'must be an object' })
      return {}
    }
    try {
      return input.parse(value as Record<string, unknown>)
    } catch (error) {
      if (!(error instanceof Failure) || !error.errors) throw error
      errors.push(...error.errors)
      return {}
    }
  }
  const inputs = {
    path: read(row.path, () => request.params),
    query: read(row.query, () => request.query),
    body: read(row.body, () => (row.isAnyBody ? anyBody(request) : parseJson(request))),
  }
  if (errors.length > 0) throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
  return inputs
}
