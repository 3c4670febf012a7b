import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { EventSource } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { citing, conversationsOf, eventsIn, type StreamEvent, startModelChat } from '../support/chat.ts'

// The bytes of POST /widget/chat/stream, read strictly by two independent parsers: eventsource-parser, which tells of every
// line that it does not know, and undici's EventSource, which follows the HTML standard; however the bytes are split.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat()
})
afterAll(() => started[Symbol.asyncDispose]())

const question = 'How do I store Emgality?'
/** What could be taken for something else in the stream, or torn where it is split. */
const awkward = [
  'Keep it cold.',
  'One line\nand another\r\nand\rmore\n\n\nafter empty ones',
  'data: not a field\nevent: done\n\nid: no\n: no comment\nretry: no',
  'snow ☃, needle 💉, family 👩‍👩‍👧, é and e\u0301, Ω, 日本語, \u202eright to left\u202c',
  'separators \u2028 and \u2029, tab\t, "quotes", back\\slash, less < more & {"json": [null]}',
  'a \ufeff byte order mark',
]

async function recorded(text: string) {
  started.model.says = citing('Emgality storage', text)
  return started.chat.stream(question)
}

/** What undici's EventSource reads of these chunks, each sent by itself. */
async function byEventSource(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.socket?.setNoDelay(true)
    for (const chunk of chunks) {
      response.write(chunk)
      await setImmediate()
    }
    // EventSource reconnects when a stream ends: 204 tells it not to.
    server.removeAllListeners('request').on('request', (_again, other) => other.writeHead(204).end())
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const events: StreamEvent[] = []
  const source = new EventSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  try {
    await new Promise<void>((resolve) => {
      for (const event of ['resources', 'token', 'done', 'error', 'message']) {
        source.addEventListener(event, (told: Event) => {
          const data = (told as { data?: unknown }).data
          // A connection error has no data: the stream ended here.
          if (typeof data !== 'string') resolve()
          else events.push({ event, data: JSON.parse(data) })
        })
      }
    })
    return events
  } finally {
    source.close()
    server.closeAllConnections()
    server.close()
  }
}

const split = (bytes: Uint8Array, at: readonly number[]) => {
  const places = [0, ...at.map((place) => place % bytes.length).toSorted((one, other) => one - other), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

test('reading byte by byte gives the same as reading the whole', async () => {
  for (const text of awkward) {
    const { bytes, events } = await recorded(text)
    expect(eventsIn([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(events)
  }
})

test('the model’s text arrives unchanged, whatever characters it contains', async () => {
  for (const text of awkward) {
    const { text: read, kinds, token } = await recorded(text)
    expect(kinds).toEqual(['resources', 'token', 'done'])
    expect(read).toBe((await started.chat.history(token))[1]?.content)
    expect(read).toBe(text)
  }
})

test('a NUL and a lone surrogate, which PostgreSQL cannot store, are removed or replaced the same everywhere; nothing stays streaming', async () => {
  for (const text of ['Keep it\0 cold.', 'Keep it \ud83d cold.']) {
    const { text: read, kinds, token } = await recorded(text)
    expect(kinds).toEqual(['resources', 'token', 'done'])
    expect(read).toMatch(/^Keep it .?\s?cold\.$/)
    expect((await started.chat.history(token))[1]?.content).toBe(read)
  }
  const states = (await conversationsOf(started.service)).flatMap(({ messages }) => messages.map(({ state }) => state))
  expect(new Set(states)).toEqual(new Set(['complete']))
})

test('a character split between two tokens is whole in the text', async () => {
  started.model.says = ['SOURCES: 1\n', 'Cold \ud83d', '\udc89 needle']
  const { text, token } = await started.chat.stream(question)
  expect(text).toBe('Cold 💉 needle')
  expect((await started.chat.history(token))[1]?.content).toBe(text)
})

test('both parsers read the same, wherever the bytes are split', async () => {
  const streams = await Promise.all(awkward.map(recorded))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: streams.length - 1 }),
      fc.array(fc.nat(100_000), { maxLength: 40 }),
      async (which, places) => {
        const { bytes, events } = streams[which] as (typeof streams)[number]
        const chunks = split(bytes, places)
        expect(eventsIn(chunks)).toEqual(events)
        expect(await byEventSource(chunks.filter(({ length }) => length > 0))).toEqual(events)
      },
    ),
    { numRuns: 40 },
  )
})

test('extractive, fixed and broken-off answers are just as strict', async () => {
  started.model.always = { status: 500 }
  const local = await started.chat.stream(question)
  started.model.always = { after: 5, how: 'cut' }
  const broken = await started.chat.stream(question)
  const fixed = await started.chat.stream('I cannot breathe')
  for (const { bytes, events } of [local, broken, fixed]) {
    expect(events.at(-1)?.event).toBe('done')
    expect(await byEventSource([bytes])).toEqual(events)
  }
})
