import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'

import { apiKey, clientOf, until, widgetKey } from './service.ts'

/** The environment of a process of the program: nothing of the test's own, and what Node has compiled once in this run. */
export const processEnv = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(inject('scratch'), 'compiled'),
  ...env,
})

/**
 * The program, in words for `spawn`. Its processes live for seconds: V8's optimising compiler would take a third of their CPU, most of it for
 * one function of PGlite, and 600 MB. That there is none changes no result.
 */
export const program = ['--liftoff-only', 'src/main.ts']

/** The program in a process of its own, once it serves: `kill` ends it as `kill -9` does. */
export async function startProcess(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, program, {
    env: processEnv({
      PORT: '0',
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      RATE_LIMIT_PER_MINUTE: '1000000',
      // A fake says something else to the same question in each test.
      CHAT_CACHE_MINUTES: '0',
      CHAT_CASES_PER_HOUR: '1000000',
      CHAT_CASES_OF_ALL_PER_HOUR: '1000000',
      // A machine that runs many tests at once is no overload to test.
      OVERLOAD_LAG_MS: '0',
      MAX_STREAMS_PER_VISITOR: '1000000',
      SAMPLE_LIBRARY: 'false',
      SAMPLE_POLICIES: 'false',
      JOB_HEARTBEAT_SECONDS: '10',
      EMBEDDING_THREADS: '1',
      ...env,
    }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output += data
    })
  }
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  const address = await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The program has ended: ${output}`)
    return /"listen_url":"([^"]+)".*service started/.exec(output)?.[1]
  }).catch(async (error: Error) => {
    if (child.exitCode === null && child.signalCode === null) await kill()
    throw error
  })
  return { ...clientOf(() => address), output: () => output, kill, [Symbol.asyncDispose]: kill }
}
