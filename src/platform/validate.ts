import type { z } from 'zod'
import { Failure } from './failure.ts'

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  date: 'a date',
}

/** Says what a value must be instead of how the validator names its problem. */
function describe(issue: { code?: string; input?: unknown; [detail: string]: unknown }): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${kinds[String(issue.expected)] ?? issue.expected}`
  if (issue.code === 'too_small' && issue.origin !== 'string') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be at most ${issue.maximum}`
  return undefined
}

/**
 * Checks an input against its rules and returns it normalised (trimmed, lower-cased …).
 * @throws Failure INVALID_INPUT with every broken rule
 */
export function validate<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: describe })
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => ({ path: issue.path as (string | number)[], message: issue.message }))
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
}
