import type { Metrics } from '../../platform/metrics.ts'
import type { SkipReason } from '../safety/signs/emergency-classifier.ts'

/** How long a skip counts as recent, in milliseconds. */
const recentMs = 300_000
/** More are not told apart. */
const mostKept = 1_000

/** Counts messages that were answered without the danger sense: since the start by reason, and in the last five minutes. */
export function senseSkips(metrics: Metrics) {
  const counter = metrics.counter('chat_danger_sense_skipped_total', 'Messages answered without the danger sense, by reason', 'reason')
  // A rate can be told only of a series that is there before the first skip.
  for (const reason of ['crowded', 'late', 'failed'] satisfies SkipReason[]) counter.inc({ reason }, 0)
  let times: number[] = []
  return {
    count(reason: SkipReason): void {
      counter.inc({ reason })
      times = [...times.slice(-mostKept + 1), Date.now()]
    },
    recent: (): number => times.filter((time) => time > Date.now() - recentMs).length,
  }
}
