import type { Session } from '../../../platform/database/session.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { within } from '../../../platform/within.ts'
import { countReports, keepClocks } from './keep-clock.ts'
import { planReports } from './plan-reports.ts'
import { countDays } from './reconcile.ts'
import { type Channels, sendReports } from './send-reports.ts'

/** How often is looked for cases to report, in milliseconds, and how often days are counted. */
const lookEveryMs = 1_000
const countEveryMs = 10 * 60_000
/** A stopping service waits for a mail under way: what it leaves goes again, when its lease ends. */
const stopTimeoutMs = 3_000

export interface Reporter {
  start(): void
  stop(): Promise<void>
}

/** Reports cases to manufacturers until it is stopped (docs/safety-reporting.md). Instances share the work. @param now the clock of deadlines */
export function createReporter(
  session: Session,
  channels: Channels,
  { metrics, now = () => new Date() }: { metrics: Metrics; now?: () => Date },
): Reporter {
  const { log } = channels
  const stages = ['half', 'quarter', 'overdue', 'failed', 'unacknowledged'] as const
  for (const stage of stages) {
    metrics.gauge(
      `safety_reports_${stage}`,
      `Safety reports: ${{ half: 'less than half of the time left', quarter: 'less than a quarter of the time left', overdue: 'not sent in time', failed: 'could not be sent', unacknowledged: 'not acknowledged within a day' }[stage]}`,
      async () => (await countReports(session))[stage],
    )
  }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let counted = 0

  async function once(): Promise<void> {
    await apart(keepClocks(session, now()))
    await apart(planReports(session, log))
    await apart(sendReports(session, channels, now()))
    if (now().getTime() - counted < countEveryMs) return
    counted = now().getTime()
    await apart(countDays(session, now()))
  }

  /** One stage that fails keeps no other from running: a case that cannot be planned must not stop the clocks of all. */
  const apart = (stage: Promise<unknown>) => stage.catch((error: unknown) => log.error({ error }, 'safety reporting failed'))

  function look(): void {
    looking ??= once().finally(() => {
      looking = undefined
    })
  }

  return {
    start() {
      timer = setInterval(look, lookEveryMs)
      timer.unref()
      look()
    },
    async stop() {
      clearInterval(timer)
      await within(stopTimeoutMs, Promise.resolve(looking), { otherwise: () => undefined })
    },
  }
}
