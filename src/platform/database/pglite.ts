import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { durableFiles, durableStart } from './durable-files.ts'

/** Parse and Query: messages with SQL. */
const withSql = new Set(['P', 'Q'].map((letter) => letter.charCodeAt(0)))

/** PostgreSQL's default of 128 MB is filled with zeros at each start and stays in memory; searches over 10,000 items are as fast with this. */
const sharedBuffers = ['-c', 'shared_buffers=32MB']

/**
 * PGlite whose parser of SQL stays with V8's baseline compiler: the optimising one takes 600 MB for that function alone, and prepared
 * statements hardly run through it (bench/README.md, Start). V8 reads this flag when a function first runs; where it has none, nothing changes.
 */
class LeanPGlite extends PGlite {
  #hasParsed = false

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (this.#hasParsed || !withSql.has(message[0] ?? 0)) return super.execProtocolRawSync(message)
    this.#hasParsed = true
    const noFunction = 999_999_999
    setFlagsFromString(`--wasm-tier-up-filter=${noFunction}`)
    try {
      return super.execProtocolRawSync(message)
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1')
    }
  }
}

let compiled: Promise<WebAssembly.Module> | undefined
/**
 * PostgreSQL, compiled once a process and kept: each opening would compile it anew, and V8 sometimes ends a process that frees such code
 * (nodejs/node#64500: "Check failed: jit_page_->allocations_.erase(addr) == 1").
 */
const postgresModule = (): Promise<WebAssembly.Module> => {
  compiled ??= readFile(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  return compiled
}

/** PostgreSQL on a directory, once it is ready; where the directory is empty it is made first. */
export async function pgliteAt(directory: string): Promise<PGlite> {
  const pglite = new LeanPGlite({
    fs: durableFiles(directory),
    startParams: [...durableStart, ...sharedBuffers],
    extensions: { vector, pg_trgm },
    pgliteWasmModule: await postgresModule(),
  })
  await pglite.waitReady
  return pglite
}
