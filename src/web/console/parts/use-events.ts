import { print } from 'graphql'
import { createClient } from 'graphql-sse'
import { useEffect, useRef, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { useAuthorization } from './use-authorization.ts'

interface Listener<Data> {
  onData: (data: Data) => void
  /** The stream begins, or begins again: whoever reads now misses nothing that comes after. */
  onConnected: () => void
}

const again = () => new Promise<void>((resolve) => setTimeout(resolve, 1000 + Math.random() * 1000))

/**
 * Listens to events of the core API for as long as the component is there. After a cut it goes on behind the last event that it has
 * (docs/contract.md, Subscriptions); where that is too old to go on from, it begins anew and says so by `onConnected`.
 * @returns whether it listens
 */
export function useEvents<Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables, listener: Listener<Data>) {
  const headers = useAuthorization()
  const [connected, setConnected] = useState(false)
  const heard = useRef(listener)
  heard.current = listener
  const given = JSON.stringify([variables, headers])
  useEffect(() => {
    const [variables, headers] = JSON.parse(given)
    const events = createClient({ url: '/graphql/stream', headers, retryAttempts: Number.POSITIVE_INFINITY, retry: again })
    // The client writes the request anew for each try, so that it goes on after what came last.
    const request: { query: string; variables: Record<string, unknown>; extensions?: { lastEventId: string } } = {
      query: print(document),
      variables,
    }
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let leave = () => {}
    const subscribe = () => {
      leave = events.subscribe<Data, { eventId?: string }>(
        request,
        {
          next({ data, errors, extensions }) {
            if (extensions?.eventId) request.extensions = { lastEventId: extensions.eventId }
            if (errors) delete request.extensions
            if (data) heard.current.onData(data)
          },
          error: ended,
          complete: ended,
        },
        {
          connecting: () => setConnected(false),
          connected() {
            setConnected(true)
            heard.current.onConnected()
          },
        },
      )
    }
    const ended = () => {
      if (over) return
      setConnected(false)
      timer = setTimeout(subscribe, 2000)
    }
    subscribe()
    return () => {
      over = true
      clearTimeout(timer)
      leave()
      events.dispose()
    }
  }, [document, given])
  return connected
}
