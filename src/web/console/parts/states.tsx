import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'

interface StatesProps<Value> {
  value: Value | null | undefined
  error: CombinedError | undefined
  fetching: boolean
  /** What to say where there is nothing. */
  empty: ReactNode
  children: (value: Value) => ReactNode
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/** What was read; before that, that it is being read; or why it could not be. */
export function States<Value>({ value, error, fetching, empty, children }: StatesProps<Value>) {
  const trouble = error && (
    <p className="notice notice-error" role="alert">
      {plain(error)}
    </p>
  )
  if (value == null) {
    if (trouble) return trouble
    return fetching ? <p className="quiet loading">Loading…</p> : <div className="empty">{empty}</div>
  }
  return (
    <>
      {trouble}
      {isEmpty(value) ? <div className="empty">{empty}</div> : children(value)}
    </>
  )
}

/** An error as a sentence for people. */
export function plain(error: CombinedError): string {
  if (error.networkError) return 'The service could not be reached. What you see may be old.'
  const [first] = error.graphQLErrors
  if (first?.extensions?.code === 'FORBIDDEN') return 'Your key or role does not allow this.'
  return first?.message ?? error.message
}
