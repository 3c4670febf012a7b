import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** How the model speaks; times in milliseconds, 0 tokens a second: as fast as it goes. */
export interface Knobs {
  firstTokenMs: number
  tokensPerSecond: number
  /** Of the answer; the line of sources comes before. */
  tokens: number
}

/** What the model did for one request. */
export interface ReplyEntry {
  /** The first word of its answer. */
  name: string
  received: number
  /** When each token of the answer went out. */
  written: number[]
  /** Whether it said all that it had to. */
  whole: boolean
  closed?: number
}

export interface EmbeddingEntry {
  received: number
  answered: number
}

export interface ModelLog {
  replies: ReplyEntry[]
  /** Of single texts. */
  embeddings: EmbeddingEntry[]
  /** Replies under way, now and at most since the last look. */
  open: number
  mostOpen: number
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>

/** The fake model in a process of its own: it must not wait for what it measures. */
export async function startModelServer() {
  const child = fork(fileURLToPath(new URL('model-server.ts', import.meta.url)))
  child.once('exit', (code, signal) => {
    if (child.connected) process.stderr.write(`the fake model ended: ${code ?? signal}\n`)
  })
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const control = (path: string, body: object) => fetch(`${url}/bench/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return {
    url,
    env: { OPENAI_API_KEY: 'sk-bench', OPENAI_BASE_URL: `${url}/v1` },
    set: async (knobs: Knobs) => void (await control('knobs', knobs)),
    /** What happened since it was last asked. */
    log: async () => (await (await control('log', {})).json()) as ModelLog,
    stop: () => child.disconnect(),
  }
}
