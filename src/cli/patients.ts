import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { CommandError, idOf } from './client.ts'
import { wholePatient } from './whole-record.ts'

/** `care patients …` */
export function patientCommands(program: Command): void {
  program
    .command('patients')
    .description("patients' records")
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
