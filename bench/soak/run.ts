import { setTimeout } from 'node:timers/promises'
import { startCluster } from '../cluster/cluster.ts'
import { follow } from '../faults/follow.ts'
import { startLoad } from '../faults/load.ts'
import { isFailure, latencies, outcomesOf } from '../faults/scenario.ts'
import { verify } from '../faults/verify.ts'
import { printTable } from '../support.ts'
import { type Sample, sampleOf, slopeAnHour } from './figures.ts'

// Half an hour of everything at a modest rate: memory and open handles must not grow. `npm run bench soak` (`BENCH_MINUTES`). It
// starts a cluster of its own.

const minutes = Number(process.env.BENCH_MINUTES ?? 30)
/** What a start fills (caches, the compiler, the model) is left out: the first third. */
const settled = minutes / 3
const everySeconds = 20

const cluster = await startCluster({ env: { SAMPLE_LIBRARY: 'false', OVERLOAD_LAG_MS: '0' } })
const load = startLoad(cluster.url, { rates: { patient: 3, report: 2, call: 0.3, chat: 1, search: 2, read: 4 }, tag: 'Soak' })
const query = 'subscription { patientUpdated { id } }'
const open = () => follow(cluster.url, query, () => {})
let followers = Array.from({ length: 30 }, open)
const samples = new Map<number, Sample[]>()
const began = performance.now()
const elapsed = () => (performance.now() - began) / 60_000
while (elapsed() < minutes) {
  await setTimeout(everySeconds * 1000)
  // Readers come and go.
  const leaving = followers.splice(0, 10)
  await Promise.all(leaving.map((follower) => follower.leave()))
  followers = [...followers, ...Array.from({ length: 10 }, open)]
  for (const [index, { url, pid }] of cluster.instances.entries()) {
    // A machine that is busy with other work may let one slip.
    const sample = await sampleOf({ url, pid: pid() }, elapsed()).catch(() => undefined)
    if (sample) samples.set(index, [...(samples.get(index) ?? []), sample])
  }
}
await Promise.all(followers.map((follower) => follower.leave()))
await load.stop()

printTable(
  `${minutes} minutes, ${load.attempts.length} requests (${outcomesOf(load.attempts)}), ${latencies(load.attempts)} ms (p50 / p99 / max)`,
  [
    'instance',
    'RSS MB: first, settled, last',
    'RSS slope, MB an hour',
    'heap slope, MB an hour',
    'handles: settled, last',
    'handles slope, an hour',
  ],
  [...samples].map(([index, all]) => {
    const later = all.filter((sample) => sample.minutes >= settled)
    const [first, begin, last] = [all[0], later[0], later.at(-1)]
    return [
      index + 1,
      [first, begin, last].map((sample) => sample?.rssMb.toFixed(0)).join(', '),
      slopeAnHour(later, ({ rssMb }) => rssMb).toFixed(1),
      slopeAnHour(later, ({ heapMb }) => heapMb).toFixed(1),
      `${begin?.handles}, ${last?.handles}`,
      slopeAnHour(later, ({ handles }) => handles).toFixed(1),
    ]
  }),
)
const { acknowledged, lost, twice, jobs, jobsLost, jobsTwice } = await verify(
  (text) => cluster.postgres?.sql(text, 'care') ?? Promise.reject(new Error('no PostgreSQL')),
  load.acknowledged,
)
console.log(`\n${acknowledged} acknowledged writes: ${lost} lost, ${twice} twice; ${jobs} jobs: ${jobsLost} lost, ${jobsTwice} twice.`)
console.log(`${load.attempts.filter(isFailure).length} requests failed.`)
await cluster.stop()
