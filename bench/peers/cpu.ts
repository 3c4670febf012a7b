import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type pg from 'pg'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** CPU milliseconds that a process has used, all its threads, user and system; 0 where it is gone. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
  } catch {
    return 0
  }
}

/** The ports that a process holds on this machine. */
function portsOf(pid: number): Set<number> {
  const sockets = new Set<string>()
  for (const file of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`))?.[1]
      if (inode) sockets.add(inode)
    } catch {
      // Closed since it was listed.
    }
  }
  const held = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').trim().split('\n').slice(1))
  return new Set(
    held.flatMap((line) => {
      const fields = line.trim().split(/\s+/)
      const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
      return sockets.has(fields[9] ?? '') ? [port] : []
    }),
  )
}

/**
 * CPU milliseconds of PostgreSQL's processes that serve one process of this machine, by PID. What others cost, such as a server that
 * idles beside it and autovacuum, is not in it.
 */
export async function databaseCpuOf(client: pg.Client, pid: number): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number; port: number }>(
    'SELECT pid, client_port AS port FROM pg_stat_activity WHERE datname = current_database()',
  )
  const ports = portsOf(pid)
  return new Map(rows.filter(({ port }) => ports.has(port)).map((backend) => [backend.pid, cpuOf(backend.pid)]))
}

/** What was used between two readings. A backend that began meanwhile counts from its start. */
export function cpuBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}
