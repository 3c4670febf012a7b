import { setTimeout } from 'node:timers/promises'
import type { Cluster } from '../cluster/cluster.ts'
import { follow } from './follow.ts'
import type { Fault } from './scenario.ts'

const clients = 30
const told: string[] = []

/** Instances are stopped in good order one after the other, as in a rolling upgrade, while subscriptions are open through nginx. */
export const fault: Fault = {
  title: `SIGTERM of each instance in turn, with ${clients} open streams`,
  async strike({ url, instances, postgres }) {
    const heard = Array.from({ length: clients }, () => new Set<number>())
    const followers = heard.map((ids) =>
      follow(url, 'subscription { patientUpdated { id } }', (data) => void ids.add((data.patientUpdated as { id: number }).id)),
    )
    await setTimeout(2_000)
    const first = await newest(postgres)
    for (const instance of instances) {
      await instance.end('SIGTERM')
      await instance.start()
    }
    const last = await newest(postgres)
    await setTimeout(5_000)
    await Promise.all(followers.map((follower) => follower.leave()))
    let missed = 0
    for (const ids of heard) for (let id = first + 1; id <= last; id++) if (!ids.has(id)) missed++
    const sum = (how: 'completed' | 'cut') => followers.reduce((total, { ends }) => total + ends[how], 0)
    told.push(
      `Streams: ${sum('completed')} ended by the service, ${sum('cut')} cut. Of ${last - first} changes for each of ${clients} clients, ${missed} were missed.`,
    )
  },
  tell: () => told,
}

async function newest(postgres: Cluster['postgres']): Promise<number> {
  const result = await postgres?.sql<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM patient', 'care')
  return result?.rows[0]?.id ?? 0
}
