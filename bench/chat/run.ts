import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sampleQuestions } from '../../eval/regression/chat/sample-questions.ts'
import type { RetrievedItem } from '../../src/domain/chat/chat.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { makeItems } from '../search/corpus.ts'
import { realQuestions } from '../search/questions.ts'
import { readTexts } from '../search/texts.ts'
import { type BenchDatabase, databases, percentile, printTable, type Server } from '../support.ts'
import { crowd, crowdHead, crowdRow } from './crowd.ts'
import { firstToken, fromContext } from './first-token.ts'
import { type Left, leavers } from './leavers.ts'
import { fillLibrary } from './library.ts'
import { localAnswers } from './local-answers.ts'
import { type ModelServer, startModelServer } from './model-log.ts'
import { perToken, rowOf } from './per-token.ts'
import { startChat } from './service.ts'

// What the chat adds to a model behind it: a fake OpenAI in a process of its own, asked directly and through the service
// in turns. On PostgreSQL with 10,000 items (`BENCH_ITEMS`), embedded with the sample library:
// `DATABASE_URL=… npm run bench chat`; `ONLY=first-token,per-token,crowd,leavers,local` for parts.

const items = Number(process.env.BENCH_ITEMS ?? 10_000)
const only = process.env.ONLY?.split(',')
const wanted = (part: string) => only === undefined || only.includes(part)

const texts = readTexts()
const sampleAsked = (['sample-questions', 'sample-questions-round-2'] as const)
  .flatMap((file) => sampleQuestions(file))
  .filter(({ facts }) => facts.length > 0)
  .map(({ question }) => question)

const both = (values: readonly number[]) => [0.5, 0.95].map((share) => percentile(values, share).toFixed(1))
const load = () =>
  `load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}`

const fill = async (database: Database) => {
  if (!database.embedded) await fillLibrary(database, texts, items)
}

/** Six sections of the made library, as a search would give them. */
const context = Array.from(makeItems(texts, new Map(), 6), ({ section }, index): RetrievedItem => {
  const { title, sectionHeader, content, sectionType } = section
  return { id: String(index), title, sectionHeader: sectionHeader ?? null, content, sectionType, relevance: 0.8 }
})

async function theFirstToken(name: string, service: Server, model: ModelServer, questions: readonly string[]) {
  const parts = await firstToken(service, model, questions)
  const row = (part: string, values: readonly number[], goal = '') => [part, ...both(values), goal]
  const asked = parts.added.length
  printTable(
    `${name}: added time to the first token, ${asked} questions, one after the other (${load()})`,
    ['', 'p50 ms', 'p95 ms', 'goal'],
    [
      row('first byte', parts.firstByte),
      row('question sent to embedding asked for', parts.toEmbedding),
      row('embedding, at the fake', parts.embedding),
      row('embedding there to model asked: search and prompt', parts.search),
      row('question sent to model asked', parts.before),
      row("model's first word to reader's", parts.after, '≤ 5'),
      row('added in all', parts.added),
      row('asking the model directly', parts.directly),
      row('difference', parts.difference, '≤ 15'),
      row('besides: the line of sources at 50 tokens/s', parts.sourceLine),
      ["the service's CPU for an answer of three tokens, mean", parts.cpu[0]?.toFixed(1) ?? '', '', ''],
    ],
  )
}

async function theTokens(name: string, service: Server, model: ModelServer, questions: readonly string[]) {
  const paced = await perToken(service, model, questions, { tokensPerSecond: 50, tokens: 100, rounds: 10 })
  const free = await perToken(service, model, questions, { tokensPerSecond: 0, tokens: 2000, rounds: 10 })
  printTable(
    `${name}: added time per token, goal ≤ 1 ms (${load()})`,
    [
      'model',
      'tokens',
      'service: delay ms p50 / p95',
      'ms a token',
      'directly: delay ms p50 / p95',
      'ms a token',
      'added a token',
      'added delay',
      "service's CPU ms a token",
    ],
    [rowOf('50 tokens/s', paced), rowOf('unthrottled', free)],
  )
}

async function theLeavers(name: string, service: Server, model: ModelServer, questions: readonly string[]) {
  const row = (title: string, left: Left, before?: Left) => [
    title,
    left.left,
    left.byModel,
    `${percentile(left.untilClosed, 0.5).toFixed(1)} / ${percentile(left.untilClosed, 0.99).toFixed(1)}`,
    left.notClosed,
    left.running,
    left.openAtModel,
    left.idleMs.toFixed(0),
    left.memory.heapMb.toFixed(1),
    before ? (left.memory.heapMb - before.memory.heapMb).toFixed(1) : '',
    left.memory.residentMb.toFixed(0),
    before ? (left.memory.residentMb - before.memory.residentMb).toFixed(0) : '',
  ]
  const warm = await leavers(service, model, questions, { count: 500, atOnce: 50 })
  const first = await leavers(service, model, questions, { count: 1000, atOnce: 50 })
  const second = await leavers(service, model, questions, { count: 1000, atOnce: 50 })
  printTable(
    `${name}: readers who leave after the first token, 50 at a time (${load()})`,
    [
      'streams',
      'left',
      'by the model',
      'closed at the model after ms p50 / p99',
      'not closed',
      'answers running',
      'open at the model',
      'idle after ms',
      'heap MB',
      'growth',
      'resident MB',
      'growth',
    ],
    [row('500 to warm up', warm), row('1,000', first, warm), row('1,000 more', second, first)],
  )
}

type Library = Pick<BenchDatabase, 'kind' | 'env'>

/** `FILLED`: the address of a database that an earlier run filled and could not drop. */
async function* libraries(): AsyncGenerator<Library> {
  const { FILLED } = process.env
  if (FILLED) yield { kind: 'PostgreSQL', env: { DATABASE_URL: FILLED, DATA_DIR: '/nonexistent' } }
  else yield* databases(fill)
}

async function states(env: Record<string, string>): Promise<string> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const sql = "SELECT state::text, count(*)::int AS count FROM chat_message WHERE role = 'assistant' GROUP BY 1 ORDER BY 1"
  const { rows } = await client.query<{ state: string; count: number }>(sql).finally(() => client.end())
  return rows.map(({ state, count }) => `${state} ${count}`).join(', ')
}

async function withModel({ kind, env }: Library, model: ModelServer) {
  const onServer = kind === 'PostgreSQL'
  const name = onServer ? `PostgreSQL, ${items.toLocaleString('en')} items` : 'embedded, sample library'
  const questions = onServer ? realQuestions(texts, 220) : sampleAsked
  const service = await startChat({ ...env, ...model.env, SAMPLE_LIBRARY: String(!onServer) })
  try {
    if (wanted('first-token')) await theFirstToken(name, service, model, questions)
    if (wanted('per-token')) await theTokens(name, service, model, questions)
    if (wanted('crowd')) {
      const spread = await crowd(service, model, questions, { count: 200, overMs: 5000 })
      const atOnce = await crowd(service, model, questions, { count: 200, overMs: 0 })
      const rows = [crowdRow('within 5 s', spread), crowdRow('all at once', atOnce)]
      printTable(`${name}: 200 streams of 200 tokens at 20 tokens/s (${load()})`, crowdHead, rows)
    }
    if (wanted('leavers')) await theLeavers(name, service, model, questions)
    if (onServer) process.stdout.write(`\nAnswers by state: ${await states(env)}\n`)
  } finally {
    await service.stop()
  }
}

async function withoutModel(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'care-bench-'))
  const service = await startChat({ DATA_DIR: folder, SAMPLE_LIBRARY: 'true' })
  const { firstByte, firstToken: first, whole, tokens } = await localAnswers(service, sampleAsked, 3)
  await service.stop()
  await rm(folder, { recursive: true })
  printTable(
    `${name}: local answers, ${first.length} of a median of ${percentile(tokens, 0.5)} tokens (${load()})`,
    ['', 'p50 ms', 'p95 ms'],
    [
      ['first byte', ...both(firstByte)],
      ['first token', ...both(first)],
      ['whole answer', ...both(whole)],
    ],
  )
}

const model = await startModelServer()
if (wanted('first-token')) {
  const { to, from } = await fromContext(model, context, 100)
  printTable(
    `In one process, six sections at hand (${load()})`,
    ['', 'p50 ms', 'p95 ms', 'goal'],
    [
      ['sections there to model asked', ...both(to), ''],
      ["model's first word to ours", ...both(from), ''],
      ['both', ...both(to.map((value, index) => value + (from[index] ?? Number.NaN))), '≤ 5'],
    ],
  )
}
for await (const database of libraries()) {
  if (!process.env.BENCH_KIND || process.env.BENCH_KIND === database.kind) {
    if (['first-token', 'per-token', 'crowd', 'leavers'].some(wanted)) await withModel(database, model)
  }
}
if (wanted('local')) await withoutModel('embedded, sample library')
model.stop()
