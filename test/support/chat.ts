import { createParser } from 'eventsource-parser'
import { expect } from 'vitest'
import type { ChatRequest } from './fake-chat.ts'
import { startFakeOpenAi } from './fake-openai.ts'
import { addItems, searchable } from './library.ts'
import { libraryItems } from './library-items.ts'
import { type Answer, type clientOf, nodes, startTestService, until, widgetKey } from './service.ts'

type Client = Pick<ReturnType<typeof clientOf>, 'rest' | 'graphql' | 'url'>

export interface StreamEvent {
  event: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: data is checked by the test that reads it
  data: any
}

/** A message, or the whole body of the request. */
type Message = string | Record<string, unknown>

const bodyOf = (message: Message) => (typeof message === 'string' ? { message } : message)

/** The widget's conversation, with its key in its header. */
export function chatOf({ rest, url }: Client, { key = widgetKey, headers: own = {} as Record<string, string> } = {}) {
  const given = { 'x-api-key': key, ...own }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    rest('POST', `/api/v1/widget/${path}`, { key: null, body, headers: { ...given, ...headers } })
  const request = (message: Message, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${url()}/api/v1/widget/chat/stream`, {
      method: 'POST',
      headers: { ...given, 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
      body: JSON.stringify(bodyOf(message)),
      ...(signal ? { signal } : {}),
    })
  return {
    post,
    /** A message that is answered. */
    async say(message: Message, headers: Record<string, string> = {}) {
      const { status, body } = await post('chat', bodyOf(message), headers)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as { answer: string; resources: Record<string, unknown>[]; session_token: string; query_type: string }
    },
    async session(body: unknown = {}) {
      const { status, body: session } = await post('session', body)
      expect(status, JSON.stringify(session)).toBe(201)
      return session.session_token as string
    },
    historyAnswer: (token: string): Promise<Answer> =>
      rest('GET', `/api/v1/widget/history/${encodeURIComponent(token)}`, { key: null, headers: given }),
    async history(token: string) {
      const { status, body } = await rest('GET', `/api/v1/widget/history/${token}`, { key: null, headers: given })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.messages as { role: string; content: string; timestamp: string; resources?: Record<string, unknown>[] }[]
    },
    /** A message whose stream is read to its end. */
    async stream(message: Message, headers: Record<string, string> = {}) {
      const response = await request(message, headers)
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (response.status !== 200) throw new Error(new TextDecoder().decode(bytes))
      return { response, bytes, ...answerIn(eventsIn([bytes])) }
    },
    /** A stream that is read as it comes, and may be left. */
    async open(message: Message, headers: Record<string, string> = {}) {
      const leaving = new AbortController()
      const response = await request(message, headers, leaving.signal)
      expect(response.status).toBe(200)
      const events: StreamEvent[] = []
      const reader = strictReader((event) => void events.push(event))
      let over = false
      const end = (async () => {
        for await (const chunk of response.body ?? []) reader.read(chunk)
        reader.end()
      })()
        .catch((error: Error) => {
          if (!leaving.signal.aborted) throw error
        })
        .finally(() => {
          over = true
        })
      end.catch(() => {})
      return {
        events,
        text: () => textOf(events),
        over: () => over,
        leave: () => leaving.abort(),
        /** All of it, once it has ended. */
        async end() {
          await end
          return answerIn(events)
        },
        /** Waits until the text has come so far. */
        said: (text: string) => until(() => textOf(events).includes(text)),
      }
    },
  }
}

const textOf = (events: readonly StreamEvent[]) => events.flatMap(({ event, data }) => (event === 'token' ? [data.token] : [])).join('')

function answerIn(events: StreamEvent[]) {
  const last = events.at(-1)
  return {
    events,
    kinds: events.map(({ event }) => event).filter((event, index, all) => event !== 'token' || all[index - 1] !== 'token'),
    text: textOf(events),
    resources: events[0]?.data.resources as Record<string, unknown>[],
    end: last as StreamEvent,
    token: last?.data.session_token as string,
  }
}

/** Reads bytes as eventsource-parser does; whatever it does not like is an error. */
function strictReader(onEvent: (event: StreamEvent) => void) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      if (id !== undefined) throw new Error('an id, which the stream does not have')
      onEvent({ event, data: JSON.parse(data) })
    },
    onError(error) {
      throw error
    },
    onRetry() {
      throw new Error('a retry, which the stream does not have')
    },
  })
  return {
    read: (chunk: Uint8Array) => parser.feed(decoder.decode(chunk, { stream: true })),
    /** What is left over is an error too. */
    end() {
      parser.feed(decoder.decode())
      parser.reset({ consume: true })
    },
  }
}

/** The events in these bytes. @throws Error where they are not strictly server-sent events with JSON in them */
export function eventsIn(chunks: readonly Uint8Array[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const reader = strictReader((event) => void events.push(event))
  for (const chunk of chunks) reader.read(chunk)
  reader.end()
  return events
}

interface StaffMessage {
  id: number
  role: 'user' | 'assistant'
  content: string
  state: 'streaming' | 'complete' | 'stopped' | 'failed'
  queryType: string | null
  answeredBy: string | null
  answered: boolean | null
  firstTokenMs: number | null
  latencyMs: number | null
  resources: { title: string }[]
  feedback: { helpful: boolean; comment: string | null } | null
}

export interface StaffConversation {
  id: number
  widgetClientId: number
  pageUrl: string | null
  messages: StaffMessage[]
}

type Conversation = Omit<StaffConversation, 'messages'> & {
  messages: { pageInfo: { hasNextPage: boolean }; edges: { node: StaffMessage }[] }
}

/** What staff see: the conversations, the latest first. @param args of the list: without `first`, page by page to its end */
export async function conversationsOf({ graphql }: Pick<Client, 'graphql'>, args = ''): Promise<StaffConversation[]> {
  const seen: StaffConversation[] = []
  for (let after: string | null = null; ; ) {
    const page = [args, args.includes('first:') ? '' : 'first: 20', after === null ? '' : `after: "${after}"`].filter(Boolean).join(', ')
    const { data, errors } = await graphql(`{ conversations(${page}) { pageInfo { hasNextPage endCursor }
      edges { node { id widgetClientId pageUrl messages(first: 50) { pageInfo { hasNextPage } edges { node {
        id role content state queryType answeredBy answered firstTokenMs latencyMs resources { title } feedback { helpful comment }
      } } } } } } }`)
    if (errors) throw new Error(JSON.stringify(errors))
    for (const { messages, ...conversation } of nodes<Conversation>(data.conversations)) {
      if (messages.pageInfo.hasNextPage) throw new Error('a conversation has more than 50 messages')
      seen.push({ ...conversation, messages: nodes(messages) })
    }
    const { hasNextPage, endCursor } = data.conversations.pageInfo
    if (args.includes('first:') || !hasNextPage) return seen
    after = endCursor
  }
}

/** The conversation in which this was asked, as staff see it. */
export async function conversationWith(client: Pick<Client, 'graphql'>, message: string): Promise<StaffConversation> {
  const found = (await conversationsOf(client)).filter(({ messages }) => messages.some(({ content }) => content === message))
  expect(found).toHaveLength(1)
  return found[0] as StaffConversation
}

/** Answers under way, as the metrics tell. */
export async function answersRunning({ rest }: Pick<Client, 'rest'>): Promise<number> {
  return Number(/^chat_answers_running (\d+)/m.exec(String((await rest('GET', '/metrics')).body))?.[1])
}

/** The service with a library, and a model at the far end of the network. */
export async function startModelChat(env: Record<string, string> = {}, items = libraryItems) {
  const fake = await startFakeOpenAi()
  const service = await startTestService({ ...fake.env, ...env })
  await addItems(service, items)
  await searchable(service)
  return {
    service,
    chat: chatOf(service),
    /** What the model says in streams, and what happens to it. */
    model: fake.chat.stream,
    /** What it says where nothing is to be streamed: questions it rewrites. */
    rewriting: fake.chat,
    /** What it says where it is asked by the Responses API. */
    responses: fake.responses,
    async [Symbol.asyncDispose]() {
      fake.chat.release()
      await service[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}

const asked = ({ messages }: ChatRequest) => messages.at(-1)?.content ?? ''

/** The question that a model was asked, as it stands after the sources. */
export const questionOf = (request: ChatRequest) => /\nQuestion: ([\s\S]*)$/.exec(asked(request))?.[1] ?? ''

/** The titles of the sources that a model was given, in the order of their numbers. */
export const sourcesOf = (request: ChatRequest) => [...asked(request).matchAll(/^<source number="\d+">\n(.*)$/gm)].map(([, title]) => title)

/** What a model says that answers from the source with this title. */
export const citing =
  (title: string, text: string) =>
  (request: ChatRequest): string =>
    `SOURCES: ${sourcesOf(request).indexOf(title) + 1}\n${text}`
