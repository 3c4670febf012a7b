import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fakeChat } from './fake-chat.ts'
import { replyByResponses, type SaidByResponses } from './fake-responses.ts'

export type FakeOpenAi = Awaited<ReturnType<typeof startFakeOpenAi>>

/**
 * The far end of `OPENAI_BASE_URL` as OpenAI speaks it: `/v1/embeddings`, where a vector is a hashed bag of the text's
 * words, so texts that share words are near each other, and `/v1/chat/completions` (see `fakeChat`).
 */
export async function startFakeOpenAi({ dimensions = 256 } = {}) {
  const held: (() => void)[] = []
  const fake = {
    /** What the chat model answers. */
    chat: fakeChat(),
    /** What it answers where it is asked by `/v1/responses`. */
    responses: { text: '', status: 'completed' } as SaidByResponses,
    /** Answers with this status instead of vectors. */
    failing: undefined as number | undefined,
    /** Keeps requests waiting until `release`: those for documents, which come in batches, or all. */
    holding: undefined as 'documents' | 'all' | undefined,
    /** The texts it was asked for, batch by batch. */
    asked: [] as string[][],
    waiting: () => held.length,
    release() {
      fake.holding = undefined
      for (const go of held.splice(0)) go()
    },
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
    if (request.url === '/v1/chat/completions') return fake.chat.reply(asked, response)
    if (request.url === '/v1/responses') return replyByResponses(fake.responses, response)
    const { input, model, encoding_format } = asked
    const texts: string[] = [input].flat()
    fake.asked.push(texts)
    if (fake.holding === 'all' || (fake.holding && Array.isArray(input))) await new Promise<void>((resolve) => held.push(resolve))
    const { failing } = fake
    const body = failing
      ? { error: { message: 'failing on purpose', type: 'server_error' } }
      : {
          object: 'list',
          model,
          data: texts.map((text, index) => ({
            object: 'embedding',
            index,
            embedding: encoded(vectorOf(text, dimensions), encoding_format),
          })),
          usage: { prompt_tokens: 0, total_tokens: 0 },
        }
    response.writeHead(failing ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, {
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
    async [Symbol.asyncDispose]() {
      fake.release()
      fake.chat.release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const hash = createHash('md5').update(word.replace(/s$/, '')).digest()
    vector[hash.readUInt32LE(0) % dimensions] = 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

const encoded = (vector: number[], format: string | undefined) =>
  format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
