import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DataDirError } from '../data-dir.ts'

// PGlite 0.5.14 starts PostgreSQL with fsync off, and Emscripten's file system would do nothing for one. With both mended, each
// commit is flushed (docs/reliability.md, Power cuts, says how far that goes).

/** `-F` turns fsync off. Of the ways to flush the log, Emscripten passes fsync on; fdatasync, the default, it swallows. */
export const durableStart = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

interface OpenFile {
  nfd: number
}

/** The parts of Emscripten's module that are not in its types. */
interface Files {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?: (stream: OpenFile) => number } } } }
}

class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const passFsyncOn = (module: unknown) => {
      ;(module as Files).FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }) => {
        fs.fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), passFsyncOn] as never } }
  }
}

/** Beside a directory whose database was begun and is not there yet. */
export const unfinishedMark = (directory: string): string => `${directory}.unfinished`

/**
 * Begins a database in a directory that has none, and removes what was begun and did not come to its end: nothing has been acknowledged
 * there. Call what it returns when all files are there; it flushes them, which neither `initdb` nor a copy does.
 * @returns null where there is a database
 * @throws DataDirError where the directory holds other files
 */
export function beginDatabase(directory: string): (() => void) | null {
  const unfinished = unfinishedMark(directory)
  if (fs.existsSync(unfinished)) fs.rmSync(directory, { recursive: true, force: true })
  else if (fs.existsSync(join(directory, 'PG_VERSION'))) return null
  else if (fs.existsSync(directory) && fs.readdirSync(directory).length > 0)
    throw new DataDirError(`${directory} holds files and lacks PG_VERSION: it is a damaged database, or none. Restore a backup elsewhere.`)
  fs.writeFileSync(unfinished, '', { mode: 0o600 })
  flush(dirname(directory))
  return () => {
    flushAll(directory)
    fs.rmSync(unfinished)
    flush(dirname(directory))
  }
}

/** Flushes a directory and all that is in it. */
export function flushAll(directory: string): void {
  const entries = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const path of [...entries.map((entry) => join(directory, entry)), directory]) flush(path)
}

export function flush(path: string): void {
  const file = fs.openSync(path, 'r')
  fs.fsyncSync(file)
  fs.closeSync(file)
}

/** The files of a database directory. */
export const durableFiles = (directory: string) => new DurableFiles(directory)
