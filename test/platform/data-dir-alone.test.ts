import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase } from '../support/service.ts'

// DATA_DIR holds patients' records and keys: nobody but its owner reads it.

afterEach(endPrograms)

const embedded = inject('template') as { dataDir?: string }
const directory = () => join(inject('scratch'), `private-${randomUUID()}`)
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

async function tooOpen(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const modes = await Promise.all(entries.map(async (entry) => [entry, await modeOf(join(folder, entry))] as const))
  expect(modes.length).toBeGreaterThan(1)
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([entry, mode]) => `${entry} ${mode.toString(8)}`)
}

test.runIf(embedded.dataDir)('DATA_DIR is made 0700 and every file in it 0600, whatever the umask', async () => {
  const DATA_DIR = directory()
  const program = startProgram({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' }, '000')
  await program.ready
  expect(await modeOf(DATA_DIR)).toBe(0o700)
  expect(await modeOf(join(DATA_DIR, 'keys.json'))).toBe(0o600)
  expect(await modeOf(join(DATA_DIR, 'lock'))).toBe(0o600)
  expect(await tooOpen(DATA_DIR)).toEqual([])
})

describe('a DATA_DIR that others can read is refused with one line that says what to run', () => {
  test.each([0o755, 0o750, 0o701, 0o770])('%o', async (mode) => {
    const DATA_DIR = directory()
    await mkdir(DATA_DIR)
    await chmod(DATA_DIR, mode)
    const { code, output } = await startProgram({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' }).ended
    expect(code).toBe(1)
    expect(output).toBe(
      `care-outreach: DATA_DIR: other users of this machine can read ${DATA_DIR} (mode 0${mode.toString(8)}). Run: chmod 700 ${DATA_DIR}\n`,
    )
    expect(await readdir(DATA_DIR)).toEqual([])
  })
})

test.runIf(embedded.dataDir)('files that an earlier version left readable to others are closed at the next start', async () => {
  await using database = await freshDatabase()
  const { DATA_DIR = '' } = database.env
  const key = 'care_an-earlier-key-0123456789-0123456789'
  await writeFile(join(DATA_DIR, 'keys.json'), JSON.stringify({ API_KEY: key, WIDGET_API_KEY: `${key}-widget` }))
  await writeFile(join(DATA_DIR, 'lock'), '')
  for (const name of ['keys.json', 'lock', 'postgres/PG_VERSION']) await chmod(join(DATA_DIR, name), 0o644)
  const { rest } = await startProgram({ DATA_DIR, API_KEY: '', WIDGET_API_KEY: '' }, '022').ready
  expect((await rest('GET', '/v1/patients', { key })).status).toBe(200)
  expect(await tooOpen(DATA_DIR)).toEqual([])
})
