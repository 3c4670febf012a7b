import { createParser } from 'eventsource-parser'
import { apiKey } from './service.ts'

export interface Told {
  /** The id that a browser's EventSource would have now. */
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a result is checked by the test that reads it
  result: any
}

/** A subscription over fetch that keeps the last id as an EventSource does, also of events without data. */
export async function openStream(
  url: string,
  body: object,
  { lastEventId, headers = {} }: { lastEventId?: string | undefined; headers?: Record<string, string> } = {},
) {
  const cutting = new AbortController()
  const told: Told[] = []
  let id = lastEventId
  let isOver = false
  let lines = ''
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
    body: JSON.stringify(body),
    signal: cutting.signal,
  })
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'complete') isOver = true
      else told.push({ id, result: JSON.parse(data) })
    },
  })
  const read = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      lines += decoder.decode(chunk, { stream: true })
      for (let end = lines.indexOf('\n\n'); end >= 0; end = lines.indexOf('\n\n')) {
        const frame = lines.slice(0, end + 2)
        lines = lines.slice(end + 2)
        id = /^id: (.*)$/m.exec(frame)?.[1] ?? id
        parser.feed(frame)
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return {
    response,
    told,
    id: () => id,
    isOver: () => isOver,
    end: () => read,
    /** Cuts the connection. */
    cut: () => cutting.abort(),
  }
}
