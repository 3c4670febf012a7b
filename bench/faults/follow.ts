import { setTimeout } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { apiKey } from '../support.ts'

/** How a client's streams ended: told so by the service, or cut. */
export interface Ends {
  completed: number
  cut: number
}

/** Follows a subscription over graphql-sse as a browser does: when its stream ends it comes back with the last id that it had. */
export function follow(url: string, query: string, heard: (data: Record<string, unknown>) => void) {
  const leaving = new AbortController()
  const ends: Ends = { completed: 0, cut: 0 }
  let lastEventId: string | undefined

  async function once(): Promise<void> {
    let completed = false
    const response = await fetch(`${url}/graphql/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify({ query }),
      signal: leaving.signal,
    })
    if (!response.ok) return
    const parser = createParser({
      onEvent({ event, data, id }) {
        if (id) lastEventId = id
        if (event === 'complete') completed = true
        else if (event === 'next') heard(JSON.parse(data).data)
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
    } finally {
      if (!leaving.signal.aborted) ends[completed ? 'completed' : 'cut']++
    }
  }

  const following = (async () => {
    while (!leaving.signal.aborted) {
      await once().catch(() => {})
      await setTimeout(200)
    }
  })()
  return {
    ends,
    async leave() {
      leaving.abort()
      await following
    },
  }
}
