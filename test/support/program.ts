import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { processEnv, program } from './process.ts'
import { apiKey, clientOf, until, widgetKey } from './service.ts'

// The compiled or type-stripped program as an operator runs it: its own process, signals, exit codes.

const children: ChildProcess[] = []

/** Ends what `startProgram` has started and still runs: for `afterEach`. */
export async function endPrograms() {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}

/** Starts the program, under a umask of one's own where given; `ready` resolves with a client, or rejects with what it printed before it ended. */
export function startProgram(env: Record<string, string>, umask?: string) {
  const started = [process.execPath, ...program]
  const [command = '', ...given] = umask === undefined ? started : ['/bin/sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...started]
  const child = spawn(command, given, {
    env: processEnv({
      PORT: '0',
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      RATE_LIMIT_PER_MINUTE: '1000000',
      OVERLOAD_LAG_MS: '0',
      SAMPLE_LIBRARY: 'false',
      SAMPLE_POLICIES: 'false',
      JOB_HEARTBEAT_SECONDS: '10',
      ...env,
    }),
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null, output }))
  const ready = (async () => {
    const address = await until(
      () => /"listen_url":"([^"]+)".*service started/.exec(output)?.[1] ?? (child.exitCode === null ? undefined : 'ended'),
    )
    if (address === 'ended') throw new Error(output)
    return { ...clientOf(() => address), address }
  })()
  ready.catch(() => {})
  return { child, ready, ended, output: () => output }
}
