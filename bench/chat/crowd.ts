import { setTimeout } from 'node:timers/promises'
import { percentile, type Server } from '../support.ts'
import { askService } from './ask.ts'
import { now } from './clock.ts'
import { joined } from './first-token.ts'
import { watchHealth } from './health.ts'
import type { ModelServer } from './model-log.ts'
import { cpuSecondsOf } from './service.ts'

const knobs = { firstTokenMs: 200, tokensPerSecond: 20, tokens: 200 }

export interface Crowd {
  complete: number
  /** Endings other than `done`, and how often. */
  otherEnds: Record<string, number>
  byModel: number
  tokens: number
  mostAtOnce: number
  seconds: number
  firstToken: number[]
  /** From the model's writing a token to its reader's having it. */
  delays: number[]
  /** `/health` until the last answer had begun, and after. */
  beginning: number[]
  running: number[]
  /** Those of all that had to wait for a new connection. */
  fresh: number[]
  cpuSeconds: number
  wrong: number
}

/** Many streams at once while `/health` is polled. @param overMs their starts are spread over so long */
export async function crowd(
  service: Server,
  model: ModelServer,
  questions: readonly string[],
  { count, overMs }: { count: number; overMs: number },
): Promise<Crowd> {
  await model.set(knobs)
  await model.log()
  const stop = watchHealth(service.url)
  await setTimeout(1000)
  const cpu = await cpuSecondsOf(service)
  const start = now()
  const asked = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await setTimeout((overMs * index) / count)
      return askService(service.url, questions[index % questions.length] ?? '')
    }),
  )
  const seconds = (now() - start) / 1000
  const { polls, wrong } = await stop()
  const cpuSeconds = (await cpuSecondsOf(service)) - cpu
  const log = await model.log()
  const both = joined(asked, log)
  const begun = Math.max(...asked.map(({ words }) => words[0]?.at ?? start))
  const otherEnds: Record<string, number> = {}
  for (const { end } of asked) if (end !== 'whole') otherEnds[end] = (otherEnds[end] ?? 0) + 1
  const during = polls.filter(({ at }) => at >= start)
  return {
    complete: asked.filter(({ end }) => end === 'whole').length,
    otherEnds,
    byModel: both.length,
    tokens: asked.reduce((sum, { words }) => sum + words.length, 0),
    mostAtOnce: log.mostOpen,
    seconds,
    firstToken: asked.flatMap(({ posted, words }) => words.slice(0, 1).map(({ at }) => at - posted)),
    delays: both.flatMap(({ asked: { words }, reply: { written } }) => words.map(({ at }, index) => at - (written[index] ?? Number.NaN))),
    beginning: during.filter(({ at }) => at <= begun).map(({ ms }) => ms),
    running: during.filter(({ at }) => at > begun).map(({ ms }) => ms),
    fresh: during.filter(({ fresh }) => fresh).map(({ ms }) => ms),
    cpuSeconds,
    wrong,
  }
}

const pair = (values: readonly number[]) => `${percentile(values, 0.5).toFixed(1)} / ${percentile(values, 0.99).toFixed(1)}`

export const crowdHead = [
  'starts',
  'complete',
  'other ends',
  'by the model',
  'tokens',
  'most at once',
  's',
  'first token ms p50 / p99',
  'token delay ms p50 / p99',
  '/health ms p50 / p99, all',
  'while they begin',
  'while they run',
  'over new connections (how many)',
  'max',
  "service's CPU s",
  'wrong',
]

export const crowdRow = (name: string, found: Crowd): (string | number)[] => {
  const all = [...found.beginning, ...found.running]
  return [
    name,
    found.complete,
    JSON.stringify(found.otherEnds),
    found.byModel,
    found.tokens,
    found.mostAtOnce,
    found.seconds.toFixed(1),
    pair(found.firstToken),
    pair(found.delays),
    pair(all),
    pair(found.beginning),
    pair(found.running),
    `${pair(found.fresh)} (${found.fresh.length})`,
    Math.max(...all).toFixed(0),
    found.cpuSeconds.toFixed(1),
    found.wrong,
  ]
}
