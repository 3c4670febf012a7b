import { fileURLToPath } from 'node:url'
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType, parse } from 'graphql'
import type pg from 'pg'
import { admitCost } from '../../src/graphql/cost.ts'
import { publicSchema } from '../../src/graphql/schema.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { addRecords } from '../../test/support/records.ts'
import { apiKey, databases, printTable, startServer } from '../support.ts'

// What the dearest documents that the cost limit lets pass take of the process, over 200 patients with 200 calls of 200
// utterances each: every plain field of every record on a path, with the pages as large as the limit allows.
// `DATABASE_URL=… npm run bench cost`

const paths = [
  ['patients', 'voiceCalls', 'utterances'],
  ['patients', 'voiceCalls'],
  ['voiceCalls', 'utterances'],
  ['voiceCalls', 'patient', 'voiceCalls'],
  ['voiceCalls'],
  ['patients'],
  ['workQueue'],
  ['adverseEvents', 'patient', 'voiceCalls', 'utterances'],
]

function objectBehind(type: GraphQLObjectType, name: string): GraphQLObjectType {
  const field = type.getFields()[name]
  const named = field && getNamedType(field.type)
  if (!isObjectType(named)) throw new Error(`${type.name}.${name} leads to no record`)
  return named
}

const typeNamed = (name: string) => publicSchema.getType(name) as GraphQLObjectType

/** The plain fields of a type, and of the field of the path below it. */
function selectionOf(type: GraphQLObjectType, [field, ...rest]: string[], size: number, nested: boolean): string {
  const plain = Object.values(type.getFields())
    .filter((one) => isLeafType(getNamedType(one.type)) && one.args.length === 0 && one.name !== 'transcript')
    .map((one) => one.name)
  const root = type === publicSchema.getQueryType()
  if (field === undefined) return plain.join(' ')
  const named = objectBehind(type, field)
  const isList = named.name.endsWith('Connection')
  const node = isList ? objectBehind(objectBehind(named, 'edges'), 'node') : named
  const inner = selectionOf(node, rest, size, isList || nested)
  const page = Math.min(size, nested ? 50 : 1000)
  return `${root ? '' : plain.join(' ')} ${isList ? `${field}(first: ${page}) { edges { node { ${inner} } } }` : `${field} { ${inner} }`}`
}

const documentOf = (path: string[], size: number) => `{ ${selectionOf(typeNamed('Query'), path, size, false)} }`

/** The largest page with which the document is still let through. */
function largest(path: string[]): string {
  for (let size = 1000; size > 0; size--) {
    try {
      admitCost(publicSchema, parse(documentOf(path, size)), undefined, {})
      return documentOf(path, size)
    } catch {
      // Smaller.
    }
  }
  throw new Error(`no page of ${path.join(' → ')} is small enough`)
}

/** Of the server's process, in seconds, as its own metrics say. */
async function cpuOf(url: string): Promise<number> {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer bench-metrics-key-0123456789-0123456789' } })
  ).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

const fill = async ({ pool }: Database) => {
  await pool.query('SET statement_timeout = 0')
  await addRecords(
    {
      sql: async (text, values = []) =>
        ((await pool.query({ text, values, query_timeout: 3_600_000 } as pg.QueryConfig)) as pg.QueryResult).rows as never,
    },
    { patients: 200, calls: 200, utterances: 200 },
  )
  await pool.query({ text: 'ANALYZE', query_timeout: 600_000 } as pg.QueryConfig)
}

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
for await (const database of databases(fill, { withoutEmbedded: true })) {
  const server = await startServer(program, database.env)
  const rows: (string | number)[][] = []
  for (const path of paths) {
    const query = largest(path)
    const seconds: number[] = []
    const cpu: number[] = []
    let bytes = 0
    for (let round = 0; round < 4; round++) {
      const [cpuBefore, start] = [await cpuOf(server.url), performance.now()]
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const text = await response.text()
      if (text.includes('"errors"')) throw new Error(text.slice(0, 300))
      bytes = text.length
      seconds.push((performance.now() - start) / 1000)
      cpu.push((await cpuOf(server.url)) - cpuBefore)
    }
    // The first round prepares the statements.
    const least = (values: number[]) => Math.min(...values.slice(1)).toFixed(2)
    rows.push([
      path.join(' → '),
      /first: (\d+)/.exec(query)?.[1] ?? '',
      Math.round(bytes / 1024),
      least(cpu),
      least(seconds),
      seconds[0]?.toFixed(2) ?? '',
    ])
  }
  printTable('The dearest documents that pass', ['path', 'first', 'KiB', 'CPU s', 's', 'first time s'], rows)
  await server.stop()
}
