import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Demonstration, DemonstrationState } from './web/demonstration.ts'

/** How long the made-up call goes on, in milliseconds. */
const liveMs = 10 * 60_000

const careCommand = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './cli.ts' : './cli.js', import.meta.url))

/**
 * The demonstration beside a running service, whose database is open here: the command in processes of its own, which speak to the service
 * as anybody does, and the dating in this one, as the embedded database takes no other.
 */
export function createDemonstration(pool: Pick<pg.Pool, 'connect'>, env: NodeJS.ProcessEnv = process.env): Demonstration {
  let current: DemonstrationState = { state: 'idle' }
  let running: ChildProcess | undefined

  /** @throws Error with what the command told */
  async function run(url: string, args: readonly string[]) {
    running = spawn(process.execPath, [careCommand, 'demo', ...args], {
      env: { ...env, CARE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let told = ''
    running.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-2000)
    })
    const [code] = await once(running, 'exit')
    if (code !== 0) throw new Error(told.trim() || 'The demonstration was stopped.')
  }

  async function goLive(url: string, others: readonly string[]) {
    current = { state: 'live' }
    const ending = setTimeout(() => running?.kill('SIGINT'), liveMs)
    await run(url, ['--live', ...others]).finally(() => clearTimeout(ending))
  }

  async function fill(url: string, besideOthers: boolean) {
    const others = besideOthers ? ['--beside-others'] : []
    await run(url, others)
    const { datePastIn } = await import('./cli/demo/past.ts')
    await datePastIn(pool, { besideOthers })
    await goLive(url, others)
  }

  return {
    state: () => current,
    begin(url, besideOthers) {
      if (current.state === 'filling' || current.state === 'live') return
      current = { state: 'filling' }
      fill(url, besideOthers).then(
        () => {
          current = { state: 'filled' }
        },
        (error: Error) => {
          current = { state: 'failed', error: error.message }
        },
      )
    },
    stop: () => void running?.kill('SIGTERM'),
  }
}
