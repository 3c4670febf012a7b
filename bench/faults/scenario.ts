import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { percentile } from '../support.ts'
import { type Attempt, startLoad } from './load.ts'
import type { Kind } from './requests.ts'
import { type Verdict, verify } from './verify.ts'

export type ClusterOptions = NonNullable<Parameters<typeof startCluster>[0]>

/** A fault: what is done to a cluster under load, and what its table shows besides. */
export interface Fault {
  title: string
  /** How the cluster is started; may open what the fault needs. */
  options?: () => Promise<ClusterOptions> | ClusterOptions
  rates?: Partial<Record<Kind, number>>
  /** Done before the load. */
  prepare?: (cluster: Cluster) => Promise<void>
  /** Resolves when the fault is over, and all that is left is to recover. */
  strike: (cluster: Cluster) => Promise<void>
  /** Sentences about what else was seen. */
  tell?: (cluster: Cluster, measured: Measured) => Promise<string[]> | string[]
  /** Where the writes are to be found afterwards; by default in the cluster's own PostgreSQL. */
  sql?: (text: string) => Promise<pg.QueryResult>
  after?: () => Promise<unknown>
}

export interface Measured {
  attempts: readonly Attempt[]
  began: number
  ended: number
  verdict: Verdict
  recoverySeconds: number
}

/** A tenth of what three instances on two idle cores can do. */
const usual: Partial<Record<Kind, number>> = { patient: 4, report: 2, call: 0.5, chat: 1, search: 1, read: 4 }

/** Nothing is refused for overload but where that is the fault: the bench's machine may have other work. */
const calm = { SAMPLE_LIBRARY: 'false', OVERLOAD_LAG_MS: '0' }

/** The load goes on after the fault until all was answered well for so long. */
const calmMs = 4_000
const longestRecoveryMs = 60_000

/** Starts the cluster of a fault, or one for all faults that ask for nothing of their own. */
export async function startFor(fault?: Fault): Promise<Cluster> {
  const options = await fault?.options?.()
  return startCluster({ ...options, env: { ...calm, ...options?.env } })
}

/** Runs a fault on a cluster. */
export async function measure(fault: Fault, cluster: Cluster): Promise<{ measured: Measured; told: string[] }> {
  try {
    await fault.prepare?.(cluster)
    const startedAt = Date.now()
    const load = startLoad(cluster.url, { rates: fault.rates ?? usual, tag: `Fault${startedAt.toString(36)}x` })
    await setTimeout(5_000)
    const began = performance.now()
    await fault.strike(cluster)
    const ended = performance.now()
    const lastFailure = () => Math.max(ended, ...load.attempts.filter(isFailure).map(({ at, ms }) => at + ms))
    while (performance.now() - lastFailure() < calmMs && performance.now() - ended < longestRecoveryMs) await setTimeout(250)
    const recoverySeconds = (lastFailure() - ended) / 1000
    await load.stop()
    const sql = fault.sql ?? ((text: string) => ownOf(cluster).sql(text, 'care'))
    const verdict = await verify(sql as Parameters<typeof verify>[0], load.acknowledged)
    const measured = { attempts: load.attempts, began, ended, verdict, recoverySeconds }
    const later = load.attempts.filter((attempt) => attempt.at > ended && isFailure(attempt))
    console.log(`after the fault: ${outcomesOf(later) || 'no failure'}`)
    for (const { output } of cluster.instances)
      for (const line of output().split('\n')) if (/INTERNAL/.test(line)) console.log(line.slice(0, 600))
    return { measured, told: (await fault.tell?.(cluster, measured)) ?? [] }
  } finally {
    await fault.after?.()
  }
}

function ownOf({ postgres }: Cluster) {
  if (!postgres) throw new Error('A fault has a PostgreSQL of its own.')
  return postgres
}

export const isFailure = ({ outcome }: Attempt) => !/^2/.test(outcome)

/** Answers to what was under way during the fault, the most frequent first. */
export function outcomesOf(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of attempts) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(', ')
}

export const during = ({ attempts, began, ended }: Measured) => attempts.filter(({ at, ms }) => at + ms >= began && at <= ended)

const shares = [0.5, 0.99, 1] as const

export const latencies = (attempts: readonly Attempt[]) =>
  shares
    .map((share) =>
      attempts.length === 0
        ? '–'
        : percentile(
            attempts.map(({ ms }) => ms),
            share,
          ).toFixed(0),
    )
    .join(' / ')

export const head = [
  'fault',
  'acknowledged writes',
  'lost',
  'twice',
  'jobs',
  'lost',
  'twice',
  'answers during the fault',
  'p50 / p99 / max ms',
  'recovered after',
]

export function rowOf({ title }: Fault, measured: Measured): (string | number)[] {
  const { verdict, recoverySeconds } = measured
  const { acknowledged, lost, twice, jobs, jobsLost, jobsTwice } = verdict
  const struck = during(measured)
  return [
    title,
    acknowledged,
    lost,
    twice,
    jobs,
    jobsLost,
    jobsTwice,
    outcomesOf(struck),
    latencies(struck),
    `${recoverySeconds.toFixed(1)} s`,
  ]
}
