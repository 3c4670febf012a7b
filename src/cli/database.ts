import { type Command, Option } from 'commander'
import pg from 'pg'
import { openDatabase } from '../platform/database/database.ts'
import { runtimeGrants } from '../platform/database/runtime-role.ts'
import { createLog } from '../platform/log.ts'
import { startPgBoss } from '../platform/pg-boss.ts'
import { CommandError } from './client.ts'

// These open the database themselves, as the owner of its tables: the service may run as a role that may not change them.

/** @throws CommandError where there is none */
function ownerUrl(): string {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (!url) throw new CommandError("Set DATABASE_URL to the PostgreSQL server, with the role that owns the service's tables.")
  return url
}

async function migrateAsOwner(): Promise<void> {
  const log = createLog('warn')
  const options = { databaseUrl: ownerUrl(), databasePoolSize: 2, dataDir: '' }
  const database = await openDatabase(options, log).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  try {
    const boss = await startPgBoss(database, [], log)
    await boss.stop({ graceful: false })
  } finally {
    await database.close()
  }
}

async function apply(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl() })
  await client.connect()
  try {
    await client.query(['BEGIN', ...statements, 'COMMIT'].join(';\n'))
  } catch (error) {
    throw new CommandError((error as Error).message)
  } finally {
    await client.end()
  }
}

/** `care database …`: tables and roles on PostgreSQL. */
export function databaseCommands(program: Command): void {
  const database = program.command('database').description('tables and roles on PostgreSQL (DATABASE_URL, as the owner of the tables)')

  database
    .command('migrate')
    .description('bring tables and queues up to this version; the service then starts with DATABASE_MIGRATE=false')
    .action(async () => {
      await migrateAsOwner()
      console.log('The database is up to date.')
    })

  database
    .command('grants')
    .description('what a role needs to run the service: everything but changing tables and the audit')
    .addOption(new Option('--role <name>', 'a role that exists').makeOptionMandatory())
    .option('--apply', 'run the statements instead of printing them')
    .action(async ({ role, apply: applies }: { role: string; apply?: boolean }) => {
      const statements = runtimeGrants(role)
      if (!applies) return console.log(`${statements.join(';\n')};`)
      await apply(statements)
      console.log(`The role ${role} may run the service with DATABASE_MIGRATE=false.`)
    })
}
