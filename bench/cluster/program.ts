import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A program that runs beside the bench; `output` is what it has printed. */
export interface Program {
  child: ChildProcess
  output(): string
  isRunning(): boolean
  ended: Promise<void>
  /** Ends it with this signal and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>
}

const isRoot = process.getuid?.() === 0

/** PostgreSQL and PgBouncer refuse to run as root: then they run as this user. */
export const serverUser: { uid?: number; gid?: number } = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(option: string): number {
  try {
    return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return 65_534
  }
}

interface Options {
  env?: Record<string, string | undefined>
  /** Runs it as the user of the servers, where this process is root. */
  asServerUser?: boolean
}

export function startProgram(command: string, args: readonly string[], { env, asServerUser = false }: Options = {}): Program {
  const child = spawn(command, args, {
    env: env ?? { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asServerUser ? serverUser : {}),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    // The end is what matters of a long run.
    stream?.on('data', (data) => {
      output = (output + data).slice(-5_000_000)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    child,
    output: () => output,
    isRunning,
    ended,
    async end(signal = 'SIGTERM') {
      if (isRunning()) child.kill(signal)
      await ended
    },
  }
}

/** Runs a program to its end. @throws Error with what it printed, where it fails */
export async function run(command: string, args: readonly string[], options: Options = {}): Promise<void> {
  const program = startProgram(command, args, options)
  await program.ended
  if (program.child.exitCode !== 0) throw new Error(`${command} failed: ${program.output()}`)
}

/** An empty folder that the servers' user may use. */
export async function scratchFolder(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `care-${name}-`))
  await ownByServers(path)
  await chmod(path, 0o700)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Gives a folder to the user of the servers. */
export async function ownByServers(path: string): Promise<void> {
  const { uid, gid } = serverUser
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

/** Resolves when somebody listens there. @throws Error where the program has ended, with what it printed */
export async function listens(port: number, program: Program): Promise<void> {
  while (!(await canConnect(port))) {
    if (!program.isRunning()) throw new Error(program.output())
    await setTimeout(20)
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Where a program is; undefined where this machine has none. */
export function find(program: string): string | undefined {
  try {
    return execFileSync('which', [program], { encoding: 'utf8', env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` } }).trim()
  } catch {
    return undefined
  }
}
