import { randomBytes } from 'node:crypto'
import { freePort } from '../support.ts'
import { compiled, type Instance, startInstance } from './instance.ts'
import { startNginx } from './nginx.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { scratchFolder } from './program.ts'
import { startPostgres, startRedis } from './servers.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

interface ClusterOptions {
  instances?: number
  env?: Record<string, string>
  program?: readonly string[]
  /** Servers that run already; without an address it starts its own. */
  databaseUrl?: string | undefined
  redisUrl?: string | undefined
  /** What stands between the instances (or the pooler) and PostgreSQL: gets the server's address and gives the one to use. */
  before?: (serverUrl: string) => Promise<string>
  settings?: Record<string, string | number>
  dataFolder?: string
}

/**
 * What `compose.yaml` describes, as processes of this machine: instances behind nginx, on PostgreSQL through PgBouncer in
 * transaction mode and on Redis.
 */
export async function startCluster({ instances: count = 3, env = {}, program = compiled, ...options }: ClusterOptions = {}) {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  const starting = async <Started extends { stop(): Promise<unknown> }>(start: Promise<Started>): Promise<Started> => {
    const started = await start
    stops.push(() => started.stop())
    return started
  }
  try {
    const postgres = options.databaseUrl
      ? undefined
      : await starting(startPostgres({ settings: { max_connections: 80, ...options.settings }, dataFolder: options.dataFolder }))
    const redis = options.redisUrl ? undefined : await starting(startRedis())
    const name = 'care'
    if (postgres) await postgres.sql(`CREATE DATABASE ${name}`)
    const server = options.databaseUrl ?? postgres?.url(name) ?? ''
    const direct = (await options.before?.(server)) ?? server
    const pgbouncer = await starting(startPgBouncer(direct))
    const folder = await scratchFolder('instances')
    stops.push(folder.remove)
    const shared = {
      DATABASE_URL: pgbouncer.through(direct),
      DATABASE_DIRECT_URL: direct,
      REDIS_URL: options.redisUrl ?? redis?.url ?? '',
      REDIS_PREFIX: `cluster-${randomBytes(4).toString('hex')}`,
      DATA_DIR: folder.path,
      ...env,
    }
    const instances: Instance[] = []
    stops.push(() => Promise.all(instances.map((instance) => instance.end('SIGKILL'))))
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    // The first brings the tables up to date; the others would wait for it.
    for (const port of ports.slice(0, 1)) instances.push(await startInstance(port, shared, { program }))
    instances.push(...(await Promise.all(ports.slice(1).map((port) => startInstance(port, shared, { program })))))
    const nginx = await starting(startNginx(ports))
    return { url: nginx.url, nginx, instances, pgbouncer, postgres, redis, env: shared, serverUrl: server, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
