import { readFile, writeFile } from 'node:fs/promises'
import { printTable } from '../../eval/print-table.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Fault, head, measure, rowOf, startFor } from './scenario.ts'

// What becomes of a cluster under load when something fails: `npm run bench faults`, or some by name: `FAULTS=kill,failover npm run
// bench faults`. It needs PostgreSQL, PgBouncer, Redis and nginx on this machine, and starts its own. Rows go into docs/reliability.md.

const names = [
  'kill',
  'postgres-stopped',
  'failover',
  'connections',
  'read-only',
  'slow-postgres',
  'redis',
  'model',
  'disk-full',
  'clock',
  'sigterm',
  'overload',
]
const chosen = process.env.FAULTS?.split(',') ?? names
const document = new URL('../../docs/reliability.md', import.meta.url)

/** Of the faults that need nothing of their own. */
let shared: Cluster | undefined

for (const name of chosen) {
  const { fault }: { fault: Fault } = await import(`./${name}.ts`)
  try {
    shared ??= fault.options ? undefined : await startFor()
    const cluster = fault.options ? await startFor(fault) : (shared as Cluster)
    const { measured, told } = await measure(fault, cluster).finally(() => (fault.options ? cluster.stop() : undefined))
    const row = rowOf(fault, measured)
    printTable(fault.title, head, [row])
    for (const sentence of told) console.log(`- ${sentence}`)
    await put(name, row, told)
  } catch (error) {
    console.error(`${name}:`, error)
    process.exitCode = 1
  }
}

await shared?.stop()

/** Replaces a fault's row in the document, and the sentences under its mark. */
async function put(name: string, row: (string | number)[], told: readonly string[]): Promise<void> {
  const text = await readFile(document, 'utf8').catch(() => '')
  const withRow = text.replace(new RegExp(`^.*<!-- ${name} -->$`, 'm'), () => `| ${row.join(' | ')} | <!-- ${name} -->`)
  const list = told.map((sentence) => `- ${sentence}\n`).join('')
  const withList = withRow.replace(
    new RegExp(`(<!-- told: ${name} -->\n)[^]*?(<!-- end -->)`),
    (_all, begin: string, end: string) => `${begin}${list}${end}`,
  )
  await writeFile(document, withList)
}
