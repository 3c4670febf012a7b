import { readFile, writeFile } from 'node:fs/promises'
import { printTable } from '../../eval/print-table.ts'
import { type Fault, head, measure, rowOf } from './scenario.ts'

// What becomes of a cluster under load when something fails: `npm run bench faults`, or some by name: `FAULTS=kill,failover npm run
// bench faults`. It needs PostgreSQL, PgBouncer, Redis and nginx on this machine, and starts its own. Rows go into docs/reliability.md.

const names = ['kill', 'postgres-stopped', 'failover', 'connections', 'read-only', 'slow-postgres', 'redis']
const chosen = process.env.FAULTS?.split(',') ?? names
const document = new URL('../../docs/reliability.md', import.meta.url)

for (const name of chosen) {
  const { fault }: { fault: Fault } = await import(`./${name}.ts`)
  const { measured, told } = await measure(fault)
  const row = rowOf(fault, measured)
  printTable(fault.title, head, [row])
  for (const sentence of told) console.log(`- ${sentence}`)
  await put(name, [`| ${row.join(' | ')} |`])
}

/** Replaces the lines of a fault in the document: those between its row's mark and the next. */
async function put(name: string, lines: string[]): Promise<void> {
  const text = await readFile(document, 'utf8').catch(() => '')
  const mark = `<!-- ${name} -->`
  const at = text.split('\n')
  const row = at.findIndex((line) => line.endsWith(mark))
  if (row < 0) return
  at[row] = `${lines.join('\n')} ${mark}`
  await writeFile(document, at.join('\n'))
}
