import { createContext, type ReactNode, useContext, useEffect } from 'react'
import type { CombinedError } from 'urql'
import type { Pages } from '../shell/use-pages.ts'
import { Button } from './button.tsx'
import { words } from './pill.tsx'

export const Loading = () => (
  <p role="status" className="state muted">
    Loading…
  </p>
)

/** Nothing to show, and why. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="state">
    <p className="title">{title}</p>
    {children && <p className="muted">{children}</p>}
  </div>
)

/** Something went wrong, and what one can do. */
export const Failed = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="state" role="alert">
    <p className="title">{title}</p>
    {children}
  </div>
)

/** What an error says to people. */
export const wordsOf = ({ networkError, graphQLErrors: [first] }: CombinedError): string => {
  if (networkError) return 'The service cannot be reached. Check your connection.'
  const [broken] = (first?.extensions?.errors ?? []) as { path: (string | number)[]; message: string }[]
  const field = broken?.path.findLast((step) => typeof step === 'string')
  // Some messages say by themselves what is wrong.
  return broken && field && first?.message.endsWith('see errors.')
    ? `${words(field.replace(/[A-Z]/g, ' $&'))} ${broken.message}.`
    : (first?.message ?? 'Something went wrong.')
}

/** What went wrong with what somebody tried, where they tried it. */
export const Trouble = ({ of: error }: { of: CombinedError | undefined }) =>
  error && (
    <p className="notice notice-error" role="alert">
      {wordsOf(error)}
    </p>
  )

interface Result<Data> {
  data?: Data | undefined
  error?: CombinedError | undefined
}

/** Whether an answer lacks all that was asked for: what fails is null in it. */
export const lacksAll = (data: unknown): boolean => data == null || Object.values(data).every((value) => value == null)

/** The answer of a query once it is there, with what went wrong besides; until then, or if there is none, what became of it. */
export function Answered<Data>({ result: { data, error }, children }: { result: Result<Data>; children: (data: Data) => ReactNode }) {
  if (error && lacksAll(data)) return <Failed title={wordsOf(error)} />
  if (!data) return <Loading />
  return (
    <>
      <Trouble of={error} />
      {children(data)}
    </>
  )
}

interface FoundProps<Value> {
  value: Value | null | undefined
  error: CombinedError | undefined
  fetching: boolean
  /** What to say where there is nothing. */
  empty: ReactNode
  children: (value: Value) => ReactNode
}

/** A part of an answer, which may be missing or an empty list; what was read stays when it cannot be read again. */
export function Found<Value>({ value, error, fetching, empty, children }: FoundProps<Value>) {
  if (value == null && error) return <Failed title={wordsOf(error)} />
  if (value == null && fetching) return <Loading />
  const isEmpty = value == null || (Array.isArray(value) && value.length === 0)
  return (
    <>
      <Trouble of={error} />
      {isEmpty ? empty : children(value)}
    </>
  )
}

/** Where a whole document is made, lists show all of their pages. */
export const ToTheEnd = createContext(false)

/** A list of pages: its states, its rows and the way to more of them. */
export function Listed<Node>({ pages, empty, children }: { pages: Pages<Node, unknown>; empty: ReactNode; children: ReactNode }) {
  const { nodes, error, loading, hasMore, more, refresh } = pages
  const goesOn = useContext(ToTheEnd) && hasMore && !loading && !error
  useEffect(() => {
    if (goesOn) more()
  })
  if (error && nodes.length === 0) {
    return (
      <Failed title={wordsOf(error)}>
        <Button onClick={refresh}>Try again</Button>
      </Failed>
    )
  }
  if (nodes.length === 0) return loading ? <Loading /> : empty
  return (
    <div aria-busy={loading}>
      {children}
      {error && <Failed title={wordsOf(error)} />}
      {hasMore && (
        <p className="more">
          <Button onClick={more} isDisabled={loading}>
            {loading ? 'Loading…' : 'Load more'}
          </Button>
        </p>
      )}
    </div>
  )
}
