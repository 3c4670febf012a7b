import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startInstance } from '../cluster/instance.ts'
import { startPostgres } from '../cluster/servers.ts'
import { startLoad } from '../faults/load.ts'
import { mountVolume } from '../faults/volume.ts'
import { apiKey, freePort, printTable } from '../support.ts'

// A power cut in the middle of writes: the service starts again on the disk without what was not flushed. `npm run bench power-cut`,
// as root: it mounts a disk. `SERVICE=folder` runs the service that was built there.

const cuts = Number(process.env.BENCH_CUTS ?? 3)
const folder = process.env.SERVICE
const writing = { patient: 60, report: 20 }

/** When the power goes, in milliseconds after the first write. */
const moment = () => 1_000 + Math.random() * 9_000

interface Row {
  acknowledged: number
  lost: number
}

/** Names of what was acknowledged before the cut and is not there after it. */
const missing = (acknowledged: ReadonlySet<string>, there: ReadonlySet<string>) => [...acknowledged].filter((name) => !there.has(name))

async function embedded(): Promise<Row> {
  const volume = await mountVolume(700)
  const env = { DATABASE_URL: '', REDIS_URL: '', TRUST_PROXY_HOPS: '0' }
  const service = await startInstance(
    await freePort(),
    { ...env, DATA_DIR: join(volume.path, 'data') },
    folder === undefined ? {} : { folder },
  )
  const load = startLoad(service.url, { rates: writing, tag: 'Cut', retries: false })
  await setTimeout(moment())
  const acknowledged = new Set([...(load.acknowledged.get('patient') ?? [])])
  const disk = await volume.afterPowerCut(service.pid())
  await service.end('SIGKILL')
  await load.stop(1)
  const again = await startInstance(await freePort(), { ...env, DATA_DIR: join(disk, 'data') }, folder === undefined ? {} : { folder })
  const there = await namesOf(again.url)
  await again.end('SIGKILL')
  await volume.remove()
  return { acknowledged: acknowledged.size, lost: missing(acknowledged, there).length }
}

/** The last names of all patients, through the service: nobody else can open its database. */
async function namesOf(url: string): Promise<Set<string>> {
  const names = new Set<string>()
  for (let after: string | null = null; ; ) {
    const query =
      'query($after: String) { patients(first: 100, after: $after) { pageInfo { hasNextPage endCursor } edges { node { lastName } } } }'
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query, variables: { after } }),
    })
    const { data } = (await response.json()) as {
      data: { patients: { pageInfo: { hasNextPage: boolean; endCursor: string }; edges: { node: { lastName: string } }[] } }
    }
    for (const { node } of data.patients.edges) names.add(node.lastName)
    if (!data.patients.pageInfo.hasNextPage) return names
    after = data.patients.pageInfo.endCursor
  }
}

async function onPostgres(): Promise<Row> {
  const volume = await mountVolume(700)
  const postgres = await startPostgres({ dataFolder: volume.path })
  await postgres.sql('CREATE DATABASE care')
  // `initdb` and its settings are not what is tested.
  await volume.flush()
  const service = await startInstance(await freePort(), {
    DATABASE_URL: postgres.url('care'),
    DATA_DIR: '/nonexistent',
    TRUST_PROXY_HOPS: '0',
  })
  const load = startLoad(service.url, { rates: writing, tag: 'Cut', retries: false })
  await setTimeout(moment())
  const acknowledged = new Set([...(load.acknowledged.get('patient') ?? [])])
  const disk = await volume.afterPowerCut(service.pid())
  await service.end('SIGKILL')
  await postgres.end('SIGKILL')
  await load.stop(1)
  const again = await startPostgres({ dataFolder: disk, exists: true })
  const client = new pg.Client({ connectionString: again.url('care') })
  await client.connect()
  const { rows } = await client.query<{ last_name: string }>('SELECT last_name FROM patient')
  await client.end()
  await again.stop()
  await postgres.stop()
  await volume.remove()
  return { acknowledged: acknowledged.size, lost: missing(acknowledged, new Set(rows.map(({ last_name }) => last_name))).length }
}

const rows: (string | number)[][] = []
for (const [name, cut] of [
  ['embedded', embedded],
  ['PostgreSQL', onPostgres],
] as const) {
  if (folder !== undefined && name !== 'embedded') continue
  const sum: Row = { acknowledged: 0, lost: 0 }
  for (let count = 0; count < cuts; count++) {
    const { acknowledged, lost } = await cut()
    sum.acknowledged += acknowledged
    sum.lost += lost
  }
  rows.push([name, cuts, sum.acknowledged, sum.lost])
}
printTable('Power cuts in the middle of writes', ['database', 'power cuts', 'acknowledged writes', 'lost'], rows)
