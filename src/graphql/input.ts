import type { z } from 'zod'
import { Failure } from '../platform/failure.ts'

/**
 * Checks an input against its rules and returns it normalised (trimmed, lower-cased …).
 * @throws Failure INVALID_INPUT with every broken rule; paths start with `at`, the argument's name.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, input: unknown, ...at: string[]): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new Failure(
    'INVALID_INPUT',
    'The input breaks a rule; see errors.',
    result.error.issues.map((issue) => ({ path: [...at, ...(issue.path as (string | number)[])], message: issue.message })),
  )
}
