import { writeFileSync } from 'node:fs'
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
      const record = await wholePatient(id)
      try {
        writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        throw new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
      }
      console.log(`Patient ${id} is in ${file}.`)
    })
}
