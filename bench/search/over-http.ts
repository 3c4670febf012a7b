import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startServer, widgetKey } from '../support.ts'

const service = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface OverHttp {
  milliseconds: number[]
  perSecond: number
  residentMb: number
}

/** Searches and suggestions through a service in a process of its own, 8 in flight; the model embeds each query. */
export async function overHttp(
  env: Record<string, string>,
  questions: readonly string[],
  partials: readonly string[],
): Promise<Record<'search' | 'suggestions', OverHttp>> {
  const server = await startServer(service, { ...env, LOG_LEVEL: 'warn', SAMPLE_LIBRARY: 'false' })
  const headers = { 'x-api-key': widgetKey, 'content-type': 'application/json' }
  const call = async (path: string, options: RequestInit) => {
    const response = await fetch(`${server.url}/api/v1/widget/${path}`, { ...options, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.text()
  }
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
  const measure = async (inputs: readonly string[], work: (input: string) => Promise<string>): Promise<OverHttp> => {
    for (const input of inputs.slice(0, 16)) await work(input)
    const milliseconds: number[] = []
    const queue = inputs.values()
    const start = performance.now()
    const worker = async () => {
      for (const input of queue) {
        const before = performance.now()
        await work(input)
        milliseconds.push(performance.now() - before)
      }
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    return { milliseconds, perSecond: inputs.length / ((performance.now() - start) / 1000), residentMb: resident() }
  }
  try {
    return {
      search: await measure(questions, (query) => call('search', { method: 'POST', body: JSON.stringify({ query }) })),
      suggestions: await measure(partials, (partial) => call(`suggestions?q=${encodeURIComponent(partial)}`, {})),
    }
  } finally {
    await server.stop()
  }
}
