import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { MigrationError, pendingMigrations } from './database/migrate.ts'
import { within } from './within.ts'

/** What a check found. `text` says what to do, and holds no secret: addresses may have passwords in them, so hosts are named alone. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'wrong'
  text: string
}

/** The parts of the configuration that can be asked whether they are there. */
export interface ExaminedSettings {
  production: boolean
  dataDir: string
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  databaseMigrate: boolean
  redisUrl: string | undefined
  openAiApiKey: string | undefined
  openAiBaseUrl: string | undefined
  smtpUrl: string | undefined
  identityProvider: { issuer: string } | undefined
  trustProxyHops: number
  publicUrl: string | undefined
}

const patienceMs = 3_000
/** Below this the embedded database and uploads have no room, in bytes. */
const leastFree = 1024 ** 3
/** Tokens and signatures of webhooks are judged by the clock, in seconds. */
const mostSkew = 5

const ok = (text: string) => ({ state: 'ok', text }) as const
const warning = (text: string) => ({ state: 'warning', text }) as const
const wrong = (text: string) => ({ state: 'wrong', text }) as const
type Outcome = ReturnType<typeof ok | typeof warning | typeof wrong>

const codeOf = (error: unknown): string => {
  const { code, cause, name } = error as { code?: string; cause?: { code?: string }; name?: string }
  return code ?? cause?.code ?? name ?? 'no answer'
}

async function postgres(url: string, { databaseMigrate }: ExaminedSettings): Promise<Outcome[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; now: Date; missing: string[]; creates: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version, clock_timestamp() AS now,
         ARRAY(SELECT name FROM unnest(ARRAY['vector', 'pg_trgm']) AS name WHERE name NOT IN (SELECT name FROM pg_available_extensions)) AS missing,
         has_schema_privilege('public', 'CREATE') AS creates`,
    )
    const [{ version, now, missing, creates } = { version: 0, now: new Date(), missing: [], creates: false }] = rows
    const skew = Math.round(Math.abs(Date.now() - now.getTime()) / 1000)
    const pending = await pendingMigrations(client)
    return [
      version >= 150_000 ? ok(`PostgreSQL ${Math.floor(version / 10_000)} answers`) : wrong('the server is older than PostgreSQL 15'),
      missing.length === 0 ? ok('the extensions are there') : wrong(`install on the server: ${missing.join(', ')}`),
      skew <= mostSkew ? ok('its clock agrees with this one') : wrong(`its clock and this one are ${skew} s apart: synchronise both`),
      pending === 0
        ? ok('no migration is pending')
        : databaseMigrate
          ? warning(`${pending} migrations are pending: the next start applies them`)
          : wrong(`${pending} migrations are pending: run care database migrate as the owner of the tables`),
      databaseMigrate && !creates
        ? wrong('the role may not make tables: grant it that, or set DATABASE_MIGRATE=false')
        : ok('the role has its rights'),
    ]
  } finally {
    await client.end()
  }
}

async function folder(dataDir: string): Promise<Outcome[]> {
  if (!existsSync(dataDir)) return [ok('is made at the first start')]
  const { mode, uid } = await stat(dataDir)
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (process.getuid !== undefined && uid !== process.getuid())
    return [wrong(`belongs to another user: chown ${process.getuid()} ${dataDir}`)]
  return [
    (mode & 0o077) === 0 ? ok('is for its owner alone') : wrong(`others can read it: chmod 700 ${dataDir}`),
    free >= leastFree ? ok('has room') : warning(`only ${Math.round(free / 1024 ** 2)} MB are free`),
  ]
}

async function redis(url: string): Promise<Outcome[]> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, { connectTimeout: patienceMs, maxRetriesPerRequest: 0, retryStrategy: () => null, lazyConnect: true })
  let cause: unknown
  client.on('error', (error) => {
    cause = error
  })
  try {
    await client.connect()
    await client.ping()
    return [ok('answers')]
  } catch (error) {
    throw cause ?? error
  } finally {
    client.disconnect()
  }
}

async function provider(issuer: string): Promise<Outcome[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  const { issuer: told } = (await response.json().catch(() => ({}))) as { issuer?: string }
  if (!response.ok || told === undefined) return [wrong(`has no configuration at its address (${response.status})`)]
  return [told === issuer ? ok('answers') : wrong(`calls itself by another address: set OIDC_ISSUER to ${told}`)]
}

/** Lists the models, which costs nothing. */
async function models(key: string, base = 'https://api.openai.com/v1'): Promise<Outcome[]> {
  const headers = { authorization: `Bearer ${key}` }
  const { status } = await fetch(`${base.replace(/\/$/, '')}/models`, { headers, signal: AbortSignal.timeout(patienceMs) })
  if (status === 401 || status === 403) return [wrong(`the key is refused (${status})`)]
  return [status < 400 ? ok('answers') : warning(`does not list its models (${status})`)]
}

async function socket(address: string, defaultPort: number): Promise<Outcome[]> {
  const { hostname, port } = new URL(address)
  await new Promise<void>((resolve, reject) => {
    const connection = connect({ host: hostname, port: Number(port) || defaultPort, timeout: patienceMs })
    connection.once('connect', () => resolve(connection.destroy() && undefined))
    connection.once('error', reject)
    connection.once('timeout', () => reject(Object.assign(connection.destroy(), { code: 'ETIMEDOUT' })))
  })
  return [ok('answers')]
}

/** Asks everything that the configuration names, at once, and says of each what it found. It changes nothing. */
export async function examine(config: ExaminedSettings): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, redisUrl, smtpUrl, openAiApiKey, identityProvider, production } = config
  const asked: [string, Promise<Outcome[]>][] = [['DATA_DIR', folder(config.dataDir)]]
  if (databaseUrl) asked.push(['DATABASE_URL', postgres(databaseDirectUrl ?? databaseUrl, config)])
  if (databaseUrl && databaseDirectUrl) asked.push(['DATABASE_URL', socket(databaseUrl, 5432)])
  if (redisUrl) asked.push(['REDIS_URL', redis(redisUrl)])
  if (identityProvider) asked.push(['OIDC_ISSUER', provider(identityProvider.issuer)])
  if (openAiApiKey) asked.push(['OPENAI_API_KEY', models(openAiApiKey, config.openAiBaseUrl)])
  if (smtpUrl) asked.push(['SMTP_URL', socket(smtpUrl, smtpUrl.startsWith('smtps:') ? 465 : 587)])
  const found = await Promise.all(
    asked.map(async ([check, work]) => {
      const outcomes = await within(patienceMs * 2, work).catch((error: unknown) => [
        wrong(error instanceof MigrationError ? error.message : `cannot be reached or used (${codeOf(error)})`),
      ])
      return outcomes.map((outcome) => ({ check, ...outcome }))
    }),
  )
  const said: Finding[] = []
  const say = (check: string, { state, text }: Outcome) => said.push({ check, state, text })
  if (production && !databaseUrl) say('DATABASE_URL', warning('is not set: the embedded database serves one process on one machine'))
  if (production && config.trustProxyHops === 0)
    say('TRUST_PROXY_HOPS', warning('is 0: behind a proxy all visitors have its address, and share its limits'))
  if (production && !config.publicUrl) say('PUBLIC_URL', warning("is not set: links are made from the requests' Host"))
  return [...found.flat(), ...said]
}
