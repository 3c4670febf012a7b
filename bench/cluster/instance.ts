import { setTimeout } from 'node:timers/promises'
import { apiKey, metricsKey, widgetKey } from '../support.ts'
import { type Program, startProgram } from './program.ts'

export type Instance = Awaited<ReturnType<typeof startInstance>>

/** The compiled service; a test runs its source. */
export const compiled = ['dist/main.js']

interface InstanceOptions {
  /** Where the program's folder is, another version's perhaps. */
  folder?: string
  program?: readonly string[]
}

/** One instance on a port that it keeps when it starts again; it is awaited until it is ready. */
export async function startInstance(port: number, env: Record<string, string>, { folder, program = compiled }: InstanceOptions = {}) {
  const url = `http://127.0.0.1:${port}`
  let running: Program
  async function start() {
    const given = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: String(port),
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      METRICS_KEY: metricsKey,
      RATE_LIMIT_PER_MINUTE: '10000000',
      MAX_STREAMS_PER_VISITOR: '1000000',
      CHAT_CASES_PER_HOUR: '1000000',
      CHAT_CASES_OF_ALL_PER_HOUR: '1000000',
      // All conversations of a bench begin at one address.
      CHAT_RATE_LIMIT_PER_MINUTE: '10000000',
      TRUST_PROXY_HOPS: '1',
      SAMPLE_LIBRARY: 'false',
      EMBEDDING_THREADS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    }
    const paths = folder === undefined ? program : program.map((path) => (path.startsWith('-') ? path : `${folder}/${path}`))
    running = startProgram(process.execPath, paths, { env: given })
    await isReady()
  }
  async function isReady() {
    while (
      !(await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (!running.isRunning()) throw new Error(`An instance has ended: ${running.output()}`)
      await setTimeout(50)
    }
  }
  await start()
  return {
    url,
    port,
    start,
    isReady,
    pid: () => running.child.pid ?? 0,
    output: () => running.output(),
    isRunning: () => running.isRunning(),
    end: (signal: NodeJS.Signals = 'SIGTERM') => running.end(signal),
  }
}
