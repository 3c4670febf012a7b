import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatModel, createChatModel } from '../src/platform/models/chat-model.ts'

/** The model that `npm run eval -- --model` scores beside the local readers. */
export interface ScoredModel {
  chatModel: ChatModel
  /** The same for a service. */
  settings: Record<string, string>
  /** What it took so far: requests, tokens, time, and their price in dollars. */
  taken(): string
  close(): Promise<void>
}

/** Dollars for a million tokens. */
export interface Prices {
  input: number
  output: number
}

let scored: ScoredModel | undefined
/** Undefined without `--model`. */
export const scoredModel = (): ScoredModel | undefined => scored

/**
 * Takes the chat model of `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_CHAT_MODEL` for the readers that have a use for one. Its
 * requests go through a server of ours, which counts them.
 */
export async function scoreModel(prices?: Prices): Promise<ScoredModel> {
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: target = 'https://api.openai.com/v1',
    OPENAI_CHAT_MODEL: name = 'gpt-4.1-mini',
  } = process.env
  if (!apiKey) throw new Error('--model needs OPENAI_API_KEY, and OPENAI_BASE_URL and OPENAI_CHAT_MODEL where they are not OpenAI’s.')
  const counts = { requests: 0, failed: 0, seconds: 0, input: 0, output: 0 }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request))
    const asked = JSON.parse(body.toString()) as { stream?: boolean }
    if (asked.stream) Object.assign(asked, { stream_options: { include_usage: true } })
    const start = performance.now()
    const answer = await fetch(target + (request.url ?? '').replace(/^\/v1/, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(asked),
    })
    const text = await answer.text()
    counts.requests += 1
    counts.failed += Number(!answer.ok)
    counts.seconds += (performance.now() - start) / 1000
    // The last one counts: a stream repeats what was used so far.
    counts.input += Number([...text.matchAll(/"prompt_tokens":\s*(\d+)/g)].at(-1)?.[1] ?? 0)
    counts.output += Number([...text.matchAll(/"completion_tokens":\s*(\d+)/g)].at(-1)?.[1] ?? 0)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' }).end(text)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.writeHead(502).end('{}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const chatModel = createChatModel({
    openAiApiKey: apiKey,
    openAiBaseUrl: url,
    openAiChatModel: name,
    modelTimeoutSeconds: 120,
  }) as ChatModel
  scored = {
    chatModel,
    settings: {
      OPENAI_API_KEY: apiKey,
      OPENAI_BASE_URL: url,
      OPENAI_CHAT_MODEL: name,
      OPENAI_EMBEDDING_MODEL: 'local',
      MODEL_TIMEOUT_SECONDS: '120',
    },
    taken() {
      const { requests, failed, seconds, input, output } = counts
      const dollars = prices && (input * prices.input + output * prices.output) / 1e6
      return [
        `${chatModel.name}: ${requests} requests, ${failed} of them failed, ${(seconds / Math.max(1, requests)).toFixed(1)} s each`,
        `${input} tokens in, ${output} out`,
        ...(dollars === undefined ? [] : [`$${dollars.toFixed(2)}`]),
      ].join('; ')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      scored = undefined
    },
  }
  return scored
}
