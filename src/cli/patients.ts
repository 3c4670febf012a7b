import { rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { all, CommandError, graphql, idOf } from './client.ts'
import { wholePatient } from './whole-record.ts'

interface LegalHold {
  id: number
  patientId: number
  reason: string
  placedBy: string
  placedAt: string
}

/**
 * Writes a file that only its owner can read; one that is there is left alone, and what cannot be written to the end is removed.
 * @throws CommandError where it cannot be written; what `pieces` throws
 */
async function writeNew(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const cannot = (error: NodeJS.ErrnoException) => {
    throw error.syscall ? new CommandError(`${file} cannot be written (${error.code}).`) : error
  }
  const handle = await open(file, 'wx', 0o600).catch(cannot)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      rmSync(file, { force: true })
      console.error(`care: ${file} was not written to its end.`)
      process.exit(1)
    })
  }
  try {
    await pipeline(pieces, handle.createWriteStream())
  } catch (error) {
    await rm(file, { force: true })
    cannot(error as NodeJS.ErrnoException)
  }
}

/** `care patients …` */
export function patientCommands(program: Command): void {
  const patients = program.command('patients').description("patients' records")

  patients
    .command('hold <id>')
    .description('a legal hold: keep a patient’s calls and the months of the audit that name them, whatever a retention says')
    .addOption(new Option('--reason <text>', 'which matter, for whoever has to lift it').makeOptionMandatory())
    .action(async (given: string, { reason }: { reason: string }) => {
      const { placeLegalHold } = await graphql<{ placeLegalHold: { legalHold: { id: number } } }>(
        'mutation($input: PlaceLegalHoldInput!) { placeLegalHold(input: $input) { legalHold { id } } }',
        { input: { patientId: idOf(given, 'patient'), reason } },
      )
      console.log(`Legal hold ${placeLegalHold.legalHold.id} is on patient ${given}.`)
    })

  patients
    .command('lift-hold <id>')
    .description('end a legal hold, by its number')
    .action(async (given: string) => {
      const query = 'mutation($id: Int!) { liftLegalHold(input: { id: $id }) { legalHold { patientId } } }'
      const { liftLegalHold } = await graphql<{ liftLegalHold: { legalHold: { patientId: number } } }>(query, {
        id: idOf(given, 'legal hold'),
      })
      console.log(`Patient ${liftLegalHold.legalHold.patientId} is under no hold.`)
    })

  patients
    .command('holds')
    .description('the legal holds that have not been lifted')
    .action(async () => {
      const holds = await all<LegalHold>('legalHolds', 'LegalHoldFilter', 'id patientId reason placedBy placedAt')
      for (const { id, patientId, reason, placedBy, placedAt } of holds) {
        console.log(`${id}: patient ${patientId}, since ${placedAt.slice(0, 10)} by ${placedBy}: ${reason}`)
      }
    })

  patients
    .command('export <id>')
    .description('write everything that is stored about a patient into a file that only you can read; the audit names you for each record')
    .option('--to <file>', 'where to; a file that is there is not written over', 'patient-<id>.json')
    .action(async (given: string, { to }: { to: string }) => {
      const id = idOf(given, 'patient')
      const file = to.replace('<id>', String(id))
      await writeNew(file, wholePatient(id))
      console.log(`Patient ${id} is in ${file}.`)
    })
}
