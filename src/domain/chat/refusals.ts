import { Failure } from '../../platform/failure.ts'
import { shortestAnonymousKey } from '../access/idempotency.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'

/** A failure that says first what somebody in danger needs to read. */
export function withText(error: unknown, text: string): Failure {
  const { code, errors, retryAfter } =
    error instanceof Failure ? error : { code: 'UNAVAILABLE' as const, errors: undefined, retryAfter: undefined }
  const failure = new Failure(code, text, errors, retryAfter)
  failure.safetyMessage = text
  return failure
}

/** A conversation's own token names its messages; before there is one, only the key keeps visitors of one address apart. */
export function refuseGuessable(requestKey: string | undefined, surface: UnitOfWork['actor']['surface']): void {
  if (requestKey === undefined || requestKey.length >= shortestAnonymousKey) return
  const path = [surface === 'rest' ? 'Idempotency-Key' : 'requestKey']
  const message = `must have at least ${shortestAnonymousKey} characters where no session is given`
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path, message }])
}
