import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { metricsKey, type Server, startServer } from '../support.ts'

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const gcOnSignal = new URL('gc-on-signal.ts', import.meta.url).href

/** A service in a process of its own, with its answers ready. */
export async function startChat(env: Record<string, string>): Promise<Server> {
  const options = [`--import=${gcOnSignal}`, process.env.BENCH_NODE_OPTIONS ?? ''].join(' ').trim()
  const server = await startServer(program, { NODE_OPTIONS: options, CHAT_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'info', ...env })
  // The model's library is loaded beside the start.
  await setTimeout(2000)
  return server
}

/** A figure of `/metrics`. */
export async function metric({ url }: Server, name: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await response.text())?.[1])
}

export const cpuSecondsOf = (server: Server) => metric(server, 'process_cpu_seconds_total')

export interface Memory {
  heapMb: number
  residentMb: number
}

/** What is in use once what nobody refers to is collected; the least of some readings. */
export async function memory(server: Server): Promise<Memory> {
  const readings: Memory[] = []
  for (let round = 0; round < 5; round++) {
    process.kill(server.pid, 'SIGUSR2')
    await setTimeout(1000)
    const [heap, resident] = await Promise.all([
      metric(server, 'nodejs_heap_size_used_bytes'),
      metric(server, 'process_resident_memory_bytes'),
    ])
    readings.push({ heapMb: heap / 2 ** 20, residentMb: resident / 2 ** 20 })
  }
  return {
    heapMb: Math.min(...readings.map(({ heapMb }) => heapMb)),
    residentMb: Math.min(...readings.map(({ residentMb }) => residentMb)),
  }
}
