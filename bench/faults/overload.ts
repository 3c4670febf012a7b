import { setTimeout } from 'node:timers/promises'
import { type Load, startLoad } from './load.ts'
import type { Kind } from './requests.ts'
import { type Fault, isFailure, latencies, outcomesOf } from './scenario.ts'

const loads: Load[] = []

/** Ten times what `usual` sends, most of it what can be asked again. */
const flood: Partial<Record<Kind, number>> = { chat: 50, search: 50, read: 25 }

/** The usual load, and for 30 s as much again ten times over from clients that do not come back. */
export const fault: Fault = {
  title: '10× overload for 30 s, mostly chat and search',
  // As the service runs by default; no other fault has it refuse anything.
  options: () => ({ env: { OVERLOAD_LAG_MS: '500' } }),
  async strike({ url }) {
    const load = startLoad(url, { rates: flood, tag: 'Flood', retries: false, most: 1500 })
    loads.push(load)
    await setTimeout(30_000)
    await load.stop()
  },
  tell(_cluster, { attempts, began, ended }) {
    const all = [...attempts, ...(loads[0]?.attempts ?? [])].filter(({ at }) => at >= began && at <= ended)
    return (['report', 'call', 'patient', 'read', 'chat', 'search'] as const).map((kind) => {
      const own = all.filter((attempt) => attempt.kind === kind)
      const accepted = own.filter((attempt) => !isFailure(attempt))
      const refused = own.filter(({ outcome }) => outcome === '503' || outcome === 'UNAVAILABLE')
      return `${kind}: ${own.length} sent, ${outcomesOf(own)}; accepted ${latencies(accepted)} ms, refused ${latencies(refused)} ms.`
    })
  },
}
