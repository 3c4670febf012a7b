import { writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { all, CommandError, graphql, idOf, nodes, type Page } from './client.ts'
import { textOf } from './text-file.ts'

interface Program {
  id: number
  medicines: string[]
}
interface Report {
  document: Record<string, Record<string, unknown>> | null
  adverseEvent: { caseNumber: string }
  program: { manufacturer: string } | null
}

const knownColumns = 'version kind state unreviewed awareAt dueAt sentAt acknowledgedAt receiverNumber'
const ofDocument = {
  patient_initials: ['D_patient', 'D_1_initials'],
  patient_age: ['D_patient', 'D_2_2_age_at_onset_years'],
  patient_sex: ['D_patient', 'D_5_sex'],
  reporter: ['C_2_primary_source', 'C_2_r_4_qualification'],
  event: ['E_i_reaction', 'E_i_1_1a_as_reported'],
  seriousness: ['E_i_reaction', 'E_i_3_2_seriousness'],
  onset: ['E_i_reaction', 'E_i_4_date_of_start'],
  outcome: ['E_i_reaction', 'E_i_7_outcome'],
  medicine: ['G_k_drug', 'G_k_2_2_name_as_reported'],
  dose: ['G_k_drug', 'G_k_4_r_1_dose'],
  route: ['G_k_drug', 'G_k_4_r_10_route'],
  lot_number: ['G_k_drug', 'G_k_4_r_7_lot_number'],
} as const

/** `care safety …`: safety reports to manufacturers. */
export function safetyCommands(program: Command): void {
  const safety = program.command('safety').description('safety reports to manufacturers (docs/safety-reporting.md)')

  safety
    .command('programs')
    .description('show all programs')
    .action(async () => {
      const fields = 'id manufacturer medicines channel email dueHours timeZone review endedAt'
      const { list } = await graphql<{ list: Page<Program> }>(`{ list: safetyPrograms(first: 1000) { edges { node { ${fields} } } } }`)
      console.table(nodes(list).map(({ medicines, ...one }) => ({ ...one, medicines: medicines.join(', ') })))
    })

  safety
    .command('add-program <manufacturer>')
    .description('have cases with these medicines reported from now on')
    .requiredOption('--medicines <names...>', 'brand or generic names')
    .requiredOption('--hours <hours>', 'from awareness to the report', Number)
    .requiredOption('--time-zone <zone>', 'whose days they are, such as America/New_York')
    .addOption(new Option('--channel <channel>', 'how reports go out').choices(['event', 'email', 'manual']).makeOptionMandatory())
    .option('--email <address>', 'for the channel email')
    .option('--subscription <id>', 'for the channel event')
    .option('--weekdays', 'only hours of Monday to Friday count')
    .addOption(new Option('--review <review>', 'what a reviewer has to have seen').choices(['by_source', 'always', 'never']))
    .action(async (manufacturer: string, { hours, subscription, weekdays, ...rest }) => {
      const input = {
        manufacturer,
        dueHours: hours,
        ...rest,
        ...(subscription && { subscriptionId: idOf(subscription, 'subscription') }),
        ...(weekdays && { workingDays: [1, 2, 3, 4, 5] }),
      }
      const document = 'mutation($input: CreateSafetyProgramInput!) { made: createSafetyProgram(input: $input) { safetyProgram { id } } }'
      const { made } = await graphql<{ made: { safetyProgram: { id: number } } }>(document, { input })
      console.log(`Program ${made.safetyProgram.id} is there.`)
    })

  safety
    .command('end-program <id>')
    .description('send nothing more; what is due stays as work')
    .action(async (id: string) => {
      const document = 'mutation($input: UpdateSafetyProgramInput!) { updateSafetyProgram(input: $input) { safetyProgram { id } } }'
      await graphql(document, { input: { id: idOf(id, 'program'), ended: true } })
      console.log(`Program ${id} has ended.`)
    })

  safety
    .command('reports')
    .description('write all reports of a program into a CSV file that only you can read; the audit names you for each')
    .requiredOption('--program <id>', 'of which program')
    .option('--to <file>', 'where to; a file that is there is not written over', 'safety-reports.csv')
    .action(async ({ program: id, to }: { program: string; to: string }) => {
      const fields = `${knownColumns} document adverseEvent { caseNumber } program { manufacturer }`
      const reports = await all<Report & Record<string, unknown>>('safetyReports', 'SafetyReportFilter', fields, {
        programId: idOf(id, 'program'),
      })
      const { stringify } = await import('csv-stringify/sync')
      const rows = reports.map((report) => ({
        case_number: report.adverseEvent.caseNumber,
        manufacturer: report.program?.manufacturer,
        ...Object.fromEntries(
          knownColumns.split(' ').map((name) => [name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`), report[name]]),
        ),
        ...Object.fromEntries(Object.entries(ofDocument).map(([name, [part, field]]) => [name, written(report.document?.[part]?.[field])])),
      }))
      // A spreadsheet takes a cell that begins so for a formula, and what people said may.
      const text = stringify(rows, { header: true, escape_formulas: true, cast: { boolean: String } })
      write(to, text)
      console.log(`${reports.length} reports are in ${to}.`)
    })

  safety
    .command('reconcile <file>')
    .description("compare what was sent with a manufacturer's list: CSV with case_number, version and perhaps receiver_number")
    .requiredOption('--program <id>', 'of which program')
    .requiredOption('--from <time>', 'reports sent from then on, in ISO 8601')
    .requiredOption('--until <time>', 'reports sent before then')
    .action(async (file: string, { program: id, ...range }: { program: string; from: string; until: string }) => {
      const document = `mutation($input: ReconcileSafetyReportsInput!) {
        made: reconcileSafetyReports(input: $input) { safetyReconciliation { sent received differences } } }`
      const input = { programId: idOf(id, 'program'), ...range, csv: textOf(file) }
      const { made } = await graphql<{ made: { safetyReconciliation: { sent: number; received: number; differences: object[] } } }>(
        document,
        { input },
      )
      const { sent, received, differences } = made.safetyReconciliation
      console.log(`${sent} were sent, ${received} are listed.`)
      if (differences.length > 0) console.table(differences)
    })
}

const written = (value: unknown) => (Array.isArray(value) ? value.join(' ') : (value ?? ''))

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
