import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useClient } from 'urql'
import { useLive } from '../parts/live.tsx'

interface Connection<Node> {
  edges: { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
  totalCount?: number
}

export interface Pages<Node, Data> {
  nodes: Node[]
  /** What came with the first page. */
  data: Data | undefined
  error: CombinedError | undefined
  loading: boolean
  hasMore: boolean
  more: () => void
  /** Asks again for as many records as are shown (at most 500). Gives those that are there then; undefined where none came. */
  refresh: () => Promise<Node[] | undefined>
}

/** Of a record that is not there. */
export const noPage = { edges: [], pageInfo: { hasNextPage: false } }

interface LoadedPages<Node, Data> {
  nodes: Node[]
  data?: Data
  error?: CombinedError
  loading: boolean
  cursor?: string | undefined
}

/** A list by pages of 50. Other variables start it again, and an answer to earlier ones is given up, as far as the service's work on it. */
export function usePages<Data, Variables extends AnyVariables, Node>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables & object, 'after' | 'first'>,
  connectionOf: (data: Data) => Connection<Node>,
): Pages<Node, Data> {
  const client = useClient()
  const [held, setHeld] = useState<LoadedPages<Node, Data>>({ nodes: [], loading: true })
  const key = JSON.stringify(variables)
  const running = useRef<() => void>(() => undefined)
  // Whoever waits for a refresh that a newer one supersedes gets what that gives.
  const waiting = useRef<((nodes: Node[] | undefined) => void)[]>([])
  const tell = (nodes?: Node[]) => {
    for (const resolve of waiting.current.splice(0)) resolve(nodes)
  }
  const pick = useRef(connectionOf)
  pick.current = connectionOf

  const ask = useCallback(
    (after: string | undefined, first: number) => {
      running.current()
      setHeld((before) => ({ ...before, loading: true }))
      const asked = { ...JSON.parse(key), after: after ?? null, first } as Variables
      const { unsubscribe } = client.query(document, asked, { requestPolicy: 'network-only' }).subscribe(({ data, error }) => {
        // Where the record itself cannot be read, its place in the data is null: that is not a record without any.
        if (!data || error) {
          tell()
          return setHeld((before) => ({ ...before, loading: false, ...(error && { error }) }))
        }
        const { edges, pageInfo } = pick.current(data)
        const nodes = edges.map(({ node }) => node)
        const cursor = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined
        tell(after === undefined ? nodes : undefined)
        setHeld((before) =>
          after === undefined
            ? { nodes, data, loading: false, cursor }
            : { nodes: [...before.nodes, ...nodes], data: before.data ?? data, loading: false, cursor },
        )
      })
      running.current = unsubscribe
    },
    [client, document, key],
  )
  useEffect(() => {
    ask(undefined, 50)
    return () => {
      running.current()
      tell()
    }
  }, [ask])

  const shown = held.nodes.length
  const refresh = useCallback(
    () =>
      new Promise<Node[] | undefined>((resolve) => {
        waiting.current.push(resolve)
        ask(undefined, Math.min(500, Math.max(50, shown)))
      }),
    [ask, shown],
  )
  useLive(refresh)
  return {
    nodes: held.nodes,
    data: held.data,
    error: held.error,
    loading: held.loading,
    hasMore: held.cursor !== undefined,
    more: () => ask(held.cursor, 50),
    refresh,
  }
}
