import type { Command } from 'commander'
import { CommandError } from './client.ts'
import type { EnrolledPatient } from './demo/calls.ts'
import { enroll, fill, sizes } from './demo/fill.ts'
import { keepCalling } from './demo/live.ts'
import { datePast } from './demo/past.ts'
import { otherPatients } from './demo/patients.ts'
import { remove } from './demo/remove.ts'
import { isProduction } from './demo/surfaces.ts'

interface DemoOptions {
  remove?: boolean
  past?: boolean
  live?: boolean
  small?: boolean
  besideOthers?: boolean
  yesProduction?: boolean
}

const explanation = `
Everything is made up and marked: MRNs begin with DEMO-, calls with demo-call- or demo-live-, conversations stand on
${'https://www.example.org/demo/'}, phones are 555-01xx, email addresses end in example.org. A second run adds nothing twice.
The service dates records when it gets them, so all of it is of today.

--past: dates it over the last four weeks, so that the figures have something to show. It opens the database itself (DATABASE_URL as the owner of
the tables, or DATA_DIR of a service that is stopped) and changes only what the demonstration made today. The audit keeps the real times.

--remove: nothing clinical is ever deleted by the service. Patients become inactive, calls under way are ended, what waits for staff is
dismissed, cancelled or called off with a note, and the made-up colleagues are deactivated. The records stay readable, marked
as above, and stay in figures of the past. Conversations and searches go when they are old (CHAT_RETENTION_DAYS, SEARCH_LOG_DAYS).
For a clean service, throw its database away.

Needs API_KEY with the scopes care and admin, and WIDGET_API_KEY; where they are not set, those that a first start keeps in DATA_DIR. Webhooks are signed where VOICE_WEBHOOK_SECRET is set.`

const inProduction =
  'This service runs in production, where made-up patients reach real payers and staff. If you mean it: --yes-production.'

/** Real data is not to be mixed with what is made up: the figures, the queue and the payers would take it for real. */
async function refuseRealData({ besideOthers, yesProduction }: DemoOptions): Promise<void> {
  if (!yesProduction && (await isProduction())) {
    throw new CommandError(inProduction)
  }
  const others = besideOthers ? 0 : await otherPatients()
  if (others > 0) {
    throw new CommandError(
      `This service has ${others === 1 ? 'a patient' : `${others} patients`} of its own, among whom the made-up ones would stay as inactive records. If you mean it: --beside-others.`,
    )
  }
}

/** `care demo`: made-up people, calls and conversations, to see the service at work. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill the service with made-up patients, calls, conversations and work, or end them (--remove)')
    .option('--remove', 'deactivate and close what the demonstration made; nothing clinical can be deleted')
    .option('--past', 'date what was made today over the last four weeks, in the database itself')
    .option('--live', 'keep one call going, something said every few seconds, until Ctrl-C')
    .option('--small', 'a few of each')
    .option('--beside-others', 'although the service has other patients')
    .option('--yes-production', 'although the service runs in production')
    .addHelpText('after', explanation)
    .action(async (options: DemoOptions) => {
      if (options.past) {
        if (process.env.NODE_ENV === 'production' && !options.yesProduction) throw new CommandError(inProduction)
        await datePast(options)
        console.log('What the demonstration made is of the last four weeks.')
        return
      }
      if (options.remove) {
        const { patients, calls, work, colleagues } = await remove()
        console.log(
          `Deactivated: ${patients} patients, ${colleagues} colleagues. Ended: ${calls} calls under way, ${work} items of work.\nThe records stay, because the service deletes nothing clinical; conversations and searches go when they are old.`,
        )
        return
      }
      await refuseRealData(options)
      if (options.live) await live()
      else {
        const size = options.small ? sizes.small : sizes.usual
        await fill(size)
        console.log(
          `Made up: ${size.patients} patients, ${size.calls} calls (2 under way), ${size.conversations} conversations. Spread them over four weeks: care demo --past${options.besideOthers ? ' --beside-others' : ''}. End them: care demo --remove`,
        )
      }
    })
}

async function live(): Promise<void> {
  const [first] = await enroll(1)
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  await keepCalling(first as EnrolledPatient, 4_000, stopping.signal)
}
