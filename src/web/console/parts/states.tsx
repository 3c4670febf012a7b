import type { ReactNode } from 'react'
import type { CombinedError } from 'urql'
import { Loading, Trouble } from '../ui/states.tsx'

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
  const trouble = error && <Trouble of={error} />
  if (value == null) {
    if (trouble) return trouble
    return fetching ? <Loading /> : <div className="empty">{empty}</div>
  }
  return (
    <>
      {trouble}
      {isEmpty(value) ? <div className="empty">{empty}</div> : children(value)}
    </>
  )
}
