import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CachedEmbeddings } from '../../eval/library/cached-embeddings.ts'
import { LocalEmbeddings } from '../../src/platform/models/local-embeddings.ts'
import { percentile, printTable } from '../support.ts'
import { type Filled, fill } from './fill.ts'
import { type BenchLibrary, openLibrary } from './library.ts'
import {
  type Asked,
  latency,
  latencyColumns,
  phrasesOf,
  type Row,
  recall,
  searchTimes,
  sizes,
  suggestionTimes,
  type Times,
  times,
  together,
} from './measure.ts'
import { overHttp } from './over-http.ts'
import { misspeltQuestions, partialInputs, realQuestions } from './questions.ts'
import { readTexts } from './texts.ts'

// How fast libraries of different sizes are searched, on PostgreSQL and embedded, beside Orama and MiniSearch.
// `DATABASE_URL=… npm run bench search` or with sizes on PostgreSQL: `… npm run bench search 1000`; up to 10,000 also
// embedded. `KEEP=1` keeps the databases, and takes those that an earlier run kept. `ONLY=PostgreSQL|embedded|rivals`.

const goals = { search: 50, suggestions: 15, recall: 0.95 }
const asked = { questions: 300, partials: 60, vectors: 200, chunks: 100 }
const mostEmbedded = 10_000
const sizesAsked = process.argv.slice(2).map(Number).filter(Number.isInteger)
const wanted = sizesAsked.length > 0 ? sizesAsked : [1_000, 10_000, 100_000]
const only = process.env.ONLY
const threads = 2

const texts = readTexts()
const embeddings = new CachedEmbeddings(threads)
const pool = await embeddings.embedDocuments(texts.chunks)
const questions = realQuestions(texts, asked.questions)
const withVectors = async (queries: string[]): Promise<Asked[]> => {
  const vectors = await embeddings.embedDocuments(queries)
  return queries.map((query, index) => ({ query, vector: vectors[index] ?? [] }))
}
const spelt = await withVectors(questions)
const misspelt = await withVectors(misspeltQuestions(questions))

async function theModel() {
  const local = new LocalEmbeddings(threads)
  await local.embedQuery('warm')
  const queries = await times(questions.slice(0, 100), (question) => local.embedQuery(question), 3)
  const start = performance.now()
  await local.embedDocuments(texts.chunks.slice(0, asked.chunks))
  const perSecond = asked.chunks / ((performance.now() - start) / 1000)
  await local.close()
  printTable(
    `The local model, ${threads} threads`,
    ['', ...latencyColumns, 'chunks/s'],
    [
      ['a question, one after the other', ...latency(queries), ''],
      [`${asked.chunks} chunks`, '', '', '', '', perSecond.toFixed(1)],
    ],
  )
}

/** The goals are for 100,000 items on PostgreSQL; smaller libraries are held to them as well. */
const goal = ({ all }: Times, most: number) => `≤ ${most}: ${percentile(all, 0.95) <= most ? 'met' : 'MISSED'}`

async function measureLibrary(library: BenchLibrary) {
  const { kind, size } = library
  const name = `${kind}, ${size.toLocaleString('en')} items`
  let filled: Filled | undefined
  if (library.fresh) filled = await fill(library.database, texts, pool, size)
  // What autovacuum does in its own time; the embedded database has none, and there the service analyses by itself.
  if (library.fresh && kind === 'PostgreSQL') await library.database.maintain('VACUUM (ANALYZE)')
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')
  process.stdout.write(`\n${name}: database ${library.name}, load average ${load}\n`)
  if (filled) {
    printTable(
      `${name}: writing`,
      ['items/s', 'chunks', 'vectors/s', 'HNSW index s'],
      [[filled.itemsPerSecond.toFixed(0), filled.chunks, filled.vectorsPerSecond.toFixed(0), filled.indexSeconds.toFixed(1)]],
    )
  }
  const searches = await searchTimes(library.database, spelt, misspelt)
  printTable(
    `${name}: search besides embedding`,
    ['', ...latencyColumns, 'goal for p95'],
    Object.entries(searches).map(([part, milliseconds]) => [
      part,
      ...latency(milliseconds),
      part.startsWith('part') ? '' : goal(milliseconds, goals.search),
    ]),
  )

  const partials = partialInputs(await phrasesOf(library.database), questions, asked.partials)
  const suggestions: Record<string, Times> = {}
  for (const [part, inputs] of Object.entries(partials)) suggestions[part] = await suggestionTimes(library.database, inputs)
  suggestions.all = together(Object.values(suggestions))
  printTable(
    `${name}: suggestions`,
    ['typed so far', ...latencyColumns, 'goal for p95'],
    Object.entries(suggestions).map(([part, milliseconds]) => [part, ...latency(milliseconds), goal(milliseconds, goals.suggestions)]),
  )

  const vectors = spelt.slice(0, asked.vectors).map(({ vector }) => vector)
  const found: Row[] = []
  for (const [filter, some, sql] of [
    ['none', vectors, ''],
    ['storage (3 %)', vectors.slice(0, 50), "AND section_type = 'storage'"],
  ] as const) {
    const { at10, at50 } = await recall(library.database, some, sql)
    found.push([filter, some.length, at10.toFixed(3), at50.toFixed(3), `≥ ${goals.recall}: ${at10 >= goals.recall ? 'met' : 'MISSED'}`])
  }
  printTable(`${name}: nearest chunks against an exact scan`, ['filter', 'questions', 'recall@10', 'recall@50', 'goal'], found)
  printTable(`${name}: size`, ['table', 'rows', 'table MB', 'indexes MB'], await sizes(library.database))

  await library.database.close()
  const http = await overHttp(library.env, questions, Object.values(partials).flat())
  printTable(
    `${name}: through HTTP with the model, 8 in flight`,
    ['', 'per second', 'p50 ms', 'p95 ms', 'max ms', 'resident MB'],
    Object.entries(http).map(([part, { perSecond, milliseconds, residentMb }]) => [
      part,
      perSecond.toFixed(0),
      ...[0.5, 0.95, 1].map((share) => percentile(milliseconds, share).toFixed(0)),
      residentMb.toFixed(0),
    ]),
  )
  await library.reopen()
}

async function rivals(size: number) {
  const run = promisify(execFile)
  const rows: Row[] = []
  for (const name of ['orama', 'minisearch']) {
    const program = fileURLToPath(new URL('rivals.ts', import.meta.url))
    const args = ['--expose-gc', '--max-old-space-size=6000', program, name, String(size), String(asked.questions)]
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 })
    const { seconds, indexMb, residentMb, milliseconds } = JSON.parse(stdout) as {
      seconds: number
      indexMb: number
      residentMb: number
      milliseconds: Record<string, Times>
    }
    for (const [kind, all] of Object.entries(milliseconds)) {
      rows.push([kind, ...latency(all), (size / seconds).toFixed(0), indexMb.toFixed(0), residentMb.toFixed(0)])
    }
  }
  printTable(
    `In the memory of one process, ${size.toLocaleString('en')} items, 5 results, besides embedding`,
    ['', ...latencyColumns, 'items/s in', 'index MB', 'resident MB'],
    rows,
  )
}

await theModel()
for (const kind of ['PostgreSQL', 'embedded'] as const) {
  if (only !== undefined && only !== kind) continue
  if (kind === 'PostgreSQL' && !process.env.DATABASE_URL) continue
  for (const size of wanted.filter((one) => kind === 'PostgreSQL' || one <= mostEmbedded)) {
    const library = await openLibrary(kind, size)
    try {
      await measureLibrary(library)
    } finally {
      await library.end()
    }
  }
}
if (only === undefined || only === 'rivals') for (const size of wanted.filter((one) => one <= mostEmbedded)) await rivals(size)
await embeddings.close()
