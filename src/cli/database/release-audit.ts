import { mkdir } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type ReleasedPart, releaseAudit } from '../../domain/access/release-audit.ts'
import { connected, requireDatabase } from '../../platform/database/backup.ts'
import { CommandError } from '../client.ts'
import { placeOf, told } from './owner.ts'

/** `care database release-audit` */
export function releaseAuditCommand(database: Command): void {
  database
    .command('release-audit')
    .description('write the months of the audit that are over by a date into files, and detach their tables (DATABASE_URL, as their owner)')
    .addOption(new Option('--before <date>', 'YYYY-MM-DD').argParser(dateOf).makeOptionMandatory())
    .addOption(new Option('--to <folder>', 'where the files go').makeOptionMandatory())
    .option('--despite-sink <sinks...>', 'sinks that are no longer used, and need not have taken what leaves')
    .action(async ({ before, to: folder, despiteSink: despite = [] }: { before: Date; to: string; despiteSink?: string[] }) => {
      const place = placeOf()
      if ('dataDir' in place) await told(async () => requireDatabase(place.dataDir))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      let months = 0
      const onReleased = ({ partition, file, events, seals }: ReleasedPart) => {
        months++
        console.log(`${file}: ${events} events under ${seals} seals. When it is stored safely: DROP TABLE ${partition};`)
      }
      await told(() =>
        connected(place, async (pool) => {
          const client = await pool.connect()
          return releaseAudit(client, { before, folder, despite }, onReleased).finally(() => client.release())
        }),
      )
      if (months === 0) console.log('No month of the audit was over by then.')
    })
}

/** @throws CommandError */
function dateOf(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(date.getTime())) throw new CommandError('--before must be a date such as 2020-01-01.')
  return date
}
