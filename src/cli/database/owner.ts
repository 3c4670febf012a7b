import { ReleaseError } from '../../domain/access/release-audit.ts'
import { DataDirError } from '../../platform/data-dir.ts'
import { BackupError, type Place } from '../../platform/database/backup.ts'
import { DataDirInUse } from '../../platform/database/embedded.ts'
import { MigrationError } from '../../platform/database/migrate.ts'
import { CommandError } from '../client.ts'

// For commands that open the database themselves, as the owner of its tables.

/** PostgreSQL where it is set, else the embedded database. */
export function placeOf(): Place {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
  return url ? { url } : { dataDir: process.env.DATA_DIR || '.data' }
}

const known = [BackupError, DataDirInUse, DataDirError, MigrationError, ReleaseError]

/** What the person at the terminal can put right is told without a stack. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (known.some((kind) => error instanceof kind)) throw new CommandError((error as Error).message)
    throw error
  })
}
