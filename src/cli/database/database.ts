import { type Command, Option } from 'commander'
import pg from 'pg'
import { backUp, connected, type Place, refuseUnlessUnused, requireDatabase, restore } from '../../platform/database/backup.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { moveRows } from '../../platform/database/move.ts'
import { ownersAlone, runtimeGrants, runtimeRoles } from '../../platform/database/runtime-role.ts'
import { createLog } from '../../platform/log.ts'
import { startPgBoss } from '../../platform/pg-boss.ts'
import { CommandError } from '../client.ts'
import { progressBar } from '../progress-bar.ts'
import { placeOf, told } from './owner.ts'
import { releaseAuditCommand } from './release-audit.ts'

// These open the database themselves, as the owner of its tables: the service may run as a role that may not change them.

/** @throws CommandError where there is none */
function ownerUrl(): string {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  if (!url) throw new CommandError("Set DATABASE_URL to the PostgreSQL server, with the role that owns the service's tables.")
  return url
}

/** Roles that could run the service can do so with the new tables at once. */
async function migrateAsOwner(): Promise<string[]> {
  const { rows } = await opened({ url: ownerUrl() }, (pool) => pool.query<{ name: string }>(runtimeRoles)).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  await apply(ownersAlone)
  const roles = rows.map(({ name }) => name)
  const failed: string[] = []
  for (const role of roles) await apply(runtimeGrants(role)).catch((error: Error) => failed.push(`${role}: ${error.message}`))
  if (failed.length > 0) throw new CommandError(`The tables are up to date, and the grants could not be renewed for ${failed.join('; ')}`)
  return roles
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

/** A migrated database with the queue's tables, for the time of `work`. Sealed texts stay sealed, so it needs none of their keys. */
async function opened<T>(place: Place, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const log = createLog('warn')
  return connected(place, async (pool) => {
    await migrate(pool, log)
    const boss = await startPgBoss({ pool, embedded: 'dataDir' in place, migrates: true }, [], log)
    await boss.stop({ graceful: false })
    return work(pool)
  })
}

/** @throws CommandError where the rows of a table differ; then none was moved */
async function moveTo(url: string, dataDir: string): Promise<void> {
  requireDatabase(dataDir)
  await refuseUnlessUnused(url)
  const different = await opened({ dataDir }, (from) =>
    opened({ url }, async (to) => {
      const [source, target] = await Promise.all([from.connect(), to.connect()])
      await source.query('BEGIN')
      const bar = progressBar('moving')
      return moveRows(source, target, (done, all) => bar.show(done / all, `${done} of ${all} rows`)).finally(() => {
        bar.end()
        source.release(true)
        target.release(true)
      })
    }),
  )
  if (different.length > 0) throw new CommandError(`Nothing was moved, for these tables came out different: ${different.join(', ')}.`)
}

/**
 * The database of the settings, for the time of `work`: of a service that is stopped, where it is the embedded one.
 * @throws CommandError where there is none
 */
export const withDatabase = <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> =>
  told(async () => {
    const place = placeOf()
    if ('dataDir' in place) requireDatabase(place.dataDir)
    return opened(place, work)
  })

/** `care database …`: tables, roles and backups. */
export function databaseCommands(program: Command): void {
  const database = program
    .command('database')
    .description('tables, roles and backups (DATABASE_URL, as the owner of the tables; backups of DATA_DIR without it)')

  database
    .command('migrate')
    .description('bring tables and queues up to this version; the service then starts with DATABASE_MIGRATE=false')
    .action(async () => {
      const roles = await migrateAsOwner()
      console.log(`The database is up to date${roles.length === 0 ? '' : ` for ${roles.join(', ')}, too`}.`)
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

  database
    .command('backup <folder>')
    .description('write everything into a new folder: PostgreSQL by pg_dump while the service runs, DATA_DIR while it is stopped')
    .action(async (folder: string) => {
      const { tables, fieldKeys } = await told(() => backUp(placeOf(), folder))
      const rows = Object.values(tables).reduce((one, other) => one + other, 0)
      console.log(`${folder} holds ${Object.keys(tables).length} tables with ${rows} rows.`)
      if (fieldKeys.length > 0)
        console.log(`Keep FIELD_ENCRYPTION_KEY apart from it, with ${fieldKeys.join(', ')}: without, sealed texts are lost.`)
    })

  database
    .command('restore <folder>')
    .description('put a backup into an empty database, and count; exit code 1 where a table differs')
    .action(async (folder: string) => {
      const { tables, manifest } = await told(() => restore(folder, placeOf()))
      console.table(tables.filter(({ backup, restored }) => backup > 0 || restored > 0))
      const different = tables.filter(({ backup, restored }) => backup !== restored).map(({ table }) => table)
      if (different.length > 0) throw new CommandError(`These tables differ: ${different.join(', ')}.`)
      console.log('Each table has the rows of the backup.')
      if (manifest.lastAuditSeal) console.log(`Start the service, then: care audit verify --expect ${manifest.lastAuditSeal.hash}`)
    })

  releaseAuditCommand(database)

  program
    .command('migrate-to <postgres-url>')
    .description('move everything from DATA_DIR, its service stopped, into an empty PostgreSQL database; PGPASSWORD may hold the password')
    .action(async (url: string) => {
      const dataDir = process.env.DATA_DIR || '.data'
      await told(() => moveTo(url, dataDir))
      console.log(`Everything has moved, compared value by value. Start the service with DATABASE_URL; ${dataDir} is as it was.`)
    })
}
