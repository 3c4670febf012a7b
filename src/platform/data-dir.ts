import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The data directory cannot be trusted with patients' records; told in one line. */
export class DataDirError extends Error {}

/** Files that an earlier version may have left readable to others. */
const ownFiles = ['keys.json', 'lock']

/**
 * Makes the data directory, for its owner alone, or checks that it is. The service does not tighten it by itself: whoever
 * opened it to others has to learn that they could read it.
 * @throws DataDirError where others may read it, or it is another user's
 */
export async function privateDataDir(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // Windows has no such modes.
  if (process.getuid === undefined) return
  const { mode, uid } = await stat(directory)
  if (uid !== process.getuid()) {
    throw new DataDirError(`DATA_DIR: ${directory} belongs to another user. Run: chown ${process.getuid()} ${directory}`)
  }
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, '0')
    throw new DataDirError(`DATA_DIR: other users of this machine can read ${directory} (mode ${shown}). Run: chmod 700 ${directory}`)
  }
  for (const name of ownFiles) await chmod(join(directory, name), 0o600).catch(unlessAbsent)
}

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Closes the files of a fresh embedded database, or of an earlier version's, to others: PGlite unpacks them with modes of its
 * own. `lastFile` is closed last; where it is closed already, so are the others.
 */
export async function closeFiles(directory: string, lastFile: string): Promise<void> {
  const last = join(directory, lastFile)
  if (((await stat(last)).mode & 0o077) === 0) return
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (path !== last) await chmod(path, entry.isDirectory() ? 0o700 : 0o600).catch(unlessAbsent)
  }
  await chmod(directory, 0o700)
  await chmod(last, 0o600)
}
