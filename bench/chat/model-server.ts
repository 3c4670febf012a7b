import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { bagOfWords } from './bag-of-words.ts'
import { now } from './clock.ts'
import type { EmbeddingEntry, Knobs, ReplyEntry } from './model-log.ts'

// A program of its own: the far end of `OPENAI_BASE_URL` as OpenAI speaks it, which keeps the times of what it does.
// Each reply begins with the line of sources that the service asks for; its first word names the reply, in letters.

const knobs: Knobs = { firstTokenMs: 0, tokensPerSecond: 0, tokens: 100 }
const log = { replies: [] as ReplyEntry[], embeddings: [] as EmbeddingEntry[] }
let made = 0
let open = 0
let mostOpen = 0

const sourceLine = ['SOURCES', ':', ' 1', '\n']
const words =
  'take your medicine as the label says and ask the nurse who knows you when something is not clear to you '.match(/\S+\s/g) ?? []

/** No digits: the service holds these back until their number is whole. */
function nameOf(count: number): string {
  const letters = Array.from(String(count), (digit) => 'abcdefghij'[Number(digit)]).join('')
  return `id${letters} `
}

const server = createServer(async (request, response) => {
  const received = now()
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  if (request.url === '/bench/knobs') {
    Object.assign(knobs, JSON.parse(body))
    response.end()
  } else if (request.url === '/bench/log') {
    response.end(JSON.stringify({ ...log, open, mostOpen }))
    Object.assign(log, { replies: [], embeddings: [] })
    mostOpen = open
  } else if (request.url === '/v1/embeddings') embed(JSON.parse(body), received, response)
  else {
    const asked = JSON.parse(body)
    await (asked.stream ? reply(asked, received, response) : assess(asked, response))
  }
})

/** The question whether a message tells of danger, answered whole and with no, as soon as an answer would begin. */
async function assess(asked: { model: string }, response: ServerResponse) {
  await setTimeout(knobs.firstTokenMs)
  const message = { role: 'assistant', content: JSON.stringify({ emergency: 'none', kinds: [], medicine: null }), refusal: null }
  const usage = { prompt_tokens: 900, completion_tokens: 14, total_tokens: 914 }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      id: 'chatcmpl-2',
      object: 'chat.completion',
      created: 1_760_000_000,
      model: asked.model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
      usage,
    }),
  )
}

function embed(asked: { input: string | string[]; model: string; encoding_format?: string }, received: number, response: ServerResponse) {
  const data = [asked.input].flat().map((text, index) => {
    const vector = bagOfWords(text)
    const embedding = asked.encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
    return { object: 'embedding', index, embedding }
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', model: asked.model, data, usage: { prompt_tokens: 0, total_tokens: 0 } }))
  if (data.length === 1) log.embeddings.push({ received, answered: now() })
}

async function reply(asked: { stream?: boolean; model: string; stream_options?: object }, received: number, response: ServerResponse) {
  const entry: ReplyEntry = { name: nameOf(made++), received, written: [], whole: false }
  log.replies.push(entry)
  mostOpen = Math.max(mostOpen, ++open)
  const gone = new AbortController()
  response.once('close', () => {
    open--
    entry.closed = now()
    gone.abort()
  })
  const { firstTokenMs, tokensPerSecond, tokens } = knobs
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_760_000_000, model: asked.model }
  const chunk = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })}\n\n`)
  response.setHeader('content-type', 'text/event-stream')
  let due = received + firstTokenMs
  try {
    for (let index = 0; index < sourceLine.length + tokens; index++) {
      const wait = due - now()
      if (wait > 0.5) await setTimeout(wait, undefined, { signal: gone.signal })
      else await setImmediate()
      if (gone.signal.aborted) return
      if (index === 0) chunk({ role: 'assistant', content: '', refusal: null })
      const word = index - sourceLine.length
      if (word >= 0) entry.written.push(now())
      const text = sourceLine[index] ?? (word === 0 ? entry.name : (words[word % words.length] ?? ''))
      if (!chunk({ content: text })) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      due += tokensPerSecond > 0 ? 1000 / tokensPerSecond : 0
    }
    chunk({}, 'stop')
    if (asked.stream_options) {
      const usage = { prompt_tokens: 1500, completion_tokens: tokens, total_tokens: 1500 + tokens }
      response.write(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\n`)
    }
    response.end('data: [DONE]\n\n')
    entry.whole = true
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
