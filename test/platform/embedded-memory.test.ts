import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { freshDatabase } from '../support/service.ts'

const embedded = 'dataDir' in inject('template')

/** Prints the most memory that a process took which opened the database and had it parse many statements, in MB. */
const script = `
  import { syncBuiltinESMExports } from 'node:module'
  import v8 from 'node:v8'
  const [, directory, compiler] = process.argv
  if (compiler === 'optimising') v8.setFlagsFromString = () => undefined
  syncBuiltinESMExports()
  const { openEmbedded } = await import('./src/platform/database/embedded.ts')
  const { pool, close } = await openEmbedded(directory, async () => undefined)
  const end = performance.now() + 3_000
  for (let n = 0; performance.now() < end; n++) await pool.query('SELECT ' + n + ' AS n, count(*) FROM pg_class WHERE relname ILIKE $1', ['a%'])
  await close()
  console.log(process.resourceUsage().maxRSS / 1024)
`

async function peak(compiler: 'baseline' | 'optimising', directory: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, directory, compiler], {
    env: processEnv({}),
  })
  return Number(stdout)
}

// Against the same machine's own figure: what V8 takes differs by hundreds of MB between machines.
test.runIf(embedded)('V8 does not take 600 MB to optimise the embedded database', async () => {
  await using database = await freshDatabase()
  const directory = database.env.DATA_DIR ?? ''
  const optimising = await peak('optimising', directory)
  expect(await peak('baseline', directory)).toBeLessThan(optimising - 150)
  // Nor does a start that makes the database take more than one that opens it.
  expect(await peak('baseline', await mkdtemp(join(inject('scratch'), 'made-')))).toBeLessThan(optimising - 150)
})
