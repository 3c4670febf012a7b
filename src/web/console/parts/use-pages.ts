import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useClient } from 'urql'

interface Connection<Node> {
  edges: readonly { node: Node }[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

type Paged = AnyVariables & { first: number; after?: string | null }

/**
 * A list that is read by cursors: a page at first, the next one when somebody asks for it.
 * @param connectionOf where the list stands in the answer
 */
export function usePages<Data, Variables extends Paged, Node>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'after'>,
  connectionOf: (data: Data) => Connection<Node>,
) {
  const client = useClient()
  const [state, setState] = useState<{
    nodes: Node[] | undefined
    end: string | null
    error: CombinedError | undefined
    fetching: boolean
  }>({
    nodes: undefined,
    end: null,
    error: undefined,
    fetching: true,
  })
  const asked = JSON.stringify(variables)
  const current = useRef('')
  const pick = useRef(connectionOf)
  pick.current = connectionOf

  const read = useCallback(
    async (after: string | null, size?: number) => {
      const mine = asked
      setState((before) => ({ ...before, fetching: true }))
      const given = { ...JSON.parse(asked), ...(size !== undefined && { first: size }), after } as Variables
      const { data, error } = await client.query(document, given, { requestPolicy: 'network-only' })
      if (current.current !== mine) return
      setState((before) => {
        if (!data) return { ...before, error, fetching: false }
        const { edges, pageInfo } = pick.current(data)
        const nodes = edges.map(({ node }) => node)
        return {
          nodes: after === null ? nodes : [...(before.nodes ?? []), ...nodes],
          end: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
          error,
          fetching: false,
        }
      })
    },
    [client, document, asked],
  )

  useEffect(() => {
    current.current = asked
    setState({ nodes: undefined, end: null, error: undefined, fetching: true })
    void read(null)
    return () => {
      current.current = ''
    }
  }, [asked, read])

  const shown = state.nodes?.length ?? 0
  return {
    ...state,
    hasMore: state.end !== null,
    more: () => void read(state.end),
    /** Reads again what is shown, without emptying the list meanwhile. */
    again: useCallback(() => read(null, Math.min(1000, Math.max(shown, JSON.parse(asked).first))), [read, shown, asked]),
  }
}
