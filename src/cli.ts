import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { auditCommands } from './cli/audit.ts'
import { CommandError } from './cli/client.ts'
import { databaseCommands } from './cli/database/database.ts'
import { demoCommand } from './cli/demo.ts'
import { doctorCommand } from './cli/doctor.ts'
import { documentCommands } from './cli/documents.ts'
import { eventCommands } from './cli/events.ts'
import { keyCommands } from './cli/keys.ts'
import { libraryCommands } from './cli/library.ts'
import { patientCommands } from './cli/patients.ts'
import { platformCommands } from './cli/platforms.ts'
import { policyCommands } from './cli/policies.ts'
import { safetyCommands } from './cli/safety.ts'
import { staffCommands } from './cli/staff.ts'
import { widgetClientCommands } from './cli/widget-clients.ts'
import { version } from './version.ts'

// The command line is a client of a running service, so it does the same on a laptop and on a cluster. Only `database`
// and `doctor` ask PostgreSQL themselves: where no service runs.

if (existsSync('.env')) process.loadEnvFile('.env')

const program = new Command('care').version(version).description('Manage a running Care Outreach service (CARE_URL, API_KEY)')
auditCommands(program)
databaseCommands(program)
demoCommand(program)
doctorCommand(program)
documentCommands(program)
keyCommands(program)
libraryCommands(program)
patientCommands(program)
eventCommands(program)
platformCommands(program)
policyCommands(program)
safetyCommands(program)
staffCommands(program)
widgetClientCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(`care: ${error.message}`)
  process.exitCode = 1
}
