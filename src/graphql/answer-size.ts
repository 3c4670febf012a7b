import type { ExecutionResult } from 'graphql'
import { Failure } from '../platform/failure.ts'
import { asGraphQLError } from './errors.ts'

/** The most bytes of JSON that one answer of `/graphql` holds: what takes the process some 20 ms to write (docs/contract.md, Document limits). */
export const mostAnswerBytes = 8 * 1024 * 1024

/**
 * Whether JSON of a value takes more bytes than that. Stops as soon as it does, so it never takes longer than an answer that may go out.
 * Values are what resolvers gave: `undefined` counts as nothing, objects as their enumerable fields.
 */
export function isLargerThan(most: number, value: unknown): boolean {
  let left = most
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && left >= 0) {
    const one = waiting.pop()
    if (typeof one === 'string') left -= Buffer.byteLength(one) > left ? left + 1 : Buffer.byteLength(JSON.stringify(one)) + 1
    else if (Array.isArray(one)) {
      left -= 2
      for (const inner of one) waiting.push(inner)
    } else if (typeof one === 'object' && one !== null) {
      left -= 2
      for (const [name, inner] of Object.entries(one)) {
        left -= name.length + 4
        waiting.push(inner)
      }
    } else left -= String(one).length + 1
  }
  return left < 0
}

/** The answer, or its refusal where it is too large. */
export function withinBudget<Answer extends ExecutionResult>(answer: Answer): Answer | ExecutionResult {
  if (!isLargerThan(mostAnswerBytes, answer.data)) return answer
  const failure = new Failure(
    'ANSWER_TOO_LARGE',
    'The answer would hold more than 8 MiB: ask for smaller pages or fewer fields. What a mutation has changed stays changed.',
  )
  return { data: null, errors: [asGraphQLError(failure)] }
}
