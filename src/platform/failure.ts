/** The closed list of failures. Each is a GraphQL `extensions.code` and the `code` of a problem document. */
export type FailureCode =
  /** No key, or one that is unknown, revoked or expired. */
  | 'UNAUTHENTICATED'
  /** A known key that may not do this. */
  | 'FORBIDDEN'
  /** No such record. */
  | 'NOT_FOUND'
  /** A field or parameter breaks a rule; `errors` says which. */
  | 'INVALID_INPUT'
  /** Against the state of a record: MRN in use, idempotency key reused with another body. */
  | 'CONFLICT'
  /** The record is not as the client expects it: it changed since the client read it. */
  | 'PRECONDITION_FAILED'
  /** A subscription cannot go on where it was: its events are no longer kept. The data has to be read again. */
  | 'EVENTS_EXPIRED'
  /** The answer would hold more bytes than one may: smaller pages or fewer fields have room. */
  | 'ANSWER_TOO_LARGE'
  | 'RATE_LIMITED'
  /** A dependency (database, queue, payer, model) is down or too slow; worth another try. */
  | 'UNAVAILABLE'

export interface FieldError {
  /** Names and indexes from the input's root, for example `['phone']`; names as GraphQL spells them. */
  path: (string | number)[]
  message: string
}

/** State, names and times: a client decides anew with them. */
export type CurrentState = Readonly<Record<string, string | number | null>>

/** A failure the caller may be told of: `message` is public and holds no record's data. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly errors: FieldError[] | undefined
  /** With RATE_LIMITED: whole seconds until another try has a chance. */
  readonly retryAfter: number | undefined
  /** With CONFLICT: how what was to be changed stands now, without health data. */
  readonly current: CurrentState | undefined
  /** What somebody needs to read first whose words told of danger or of a side effect: the words were read although this failed. */
  safetyMessage: string | undefined

  constructor(code: FailureCode, message: string, errors?: FieldError[], retryAfter?: number, current?: CurrentState) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.current = current
  }
}
