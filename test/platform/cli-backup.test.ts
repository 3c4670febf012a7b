import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { databaseUrl, onServer } from '../support/database-setup.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, freshDatabase, patientBody, startTestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const serverUrl = process.env.TEST_DATABASE_URL
/** Where Debian puts PostgreSQL's programs. */
const path = `${process.env.PATH}:/usr/lib/postgresql/15/bin`
const scratch = (name: string) => join(inject('scratch'), `${name}-${randomUUID()}`)

const care = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: { ...processEnv({ API_KEY: apiKey, ...env }), PATH: path } }
    execFile(process.execPath, ['src/cli.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

/** Where nothing is yet, on the database that the tests run on. */
async function emptyPlace(): Promise<Record<string, string>> {
  if (serverUrl === undefined) return { DATA_DIR: scratch('empty') }
  const name = `care_restore_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  cleanUps.push(() => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`))
  return { DATABASE_URL: databaseUrl(serverUrl, name), DATA_DIR: scratch('data') }
}

test('a restored backup has every row, serves what was stored, and its audit chain is whole', async () => {
  await using database = await freshDatabase()
  const folder = scratch('backup')
  const name = newConversation('backup')
  let id = 0
  {
    await using service = await startTestService({}, { database })
    id = (await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'BACKUP-1' }) })).body.id
    const voice = voiceOf(service)
    await voice.invoke(name, 'flag_adverse_event', { event_description: 'hives', severity: 'mild' })
    await voice.say(await voice.idOf(name), 'My arm is sore', { speaker: 'user' })
    // The audit is sealed at each start.
    await service.restart()
    await until(async () => (await service.graphql('{ auditSeals(after: 0, limit: 1) { id } }')).data.auditSeals.length > 0)
    // A role or a database may have limits that are meant for requests: the dump takes longer.
    if (serverUrl !== undefined) {
      const name = new URL(database.env.DATABASE_URL ?? '').pathname.slice(1)
      await onServer(serverUrl, `ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '20ms'`)
    }
    const taken = await care(['database', 'backup', folder], database.env)
    // The embedded database has one owner; a refused backup leaves nothing behind.
    expect(taken.code, taken.output).toBe(serverUrl === undefined ? 1 : 0)
  }
  if (serverUrl === undefined) expect(await care(['database', 'backup', folder], database.env)).toMatchObject({ code: 0 })
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) expect((await stat(join(parentPath, name))).mode & 0o077, name).toBe(0)

  const place = await emptyPlace()
  if (serverUrl === undefined) {
    // What a first start left that was cut off: the restored files are not taken for its own.
    await mkdir(place.DATA_DIR ?? '', { mode: 0o700 })
    await writeFile(join(place.DATA_DIR ?? '', 'postgres.unfinished'), '')
    // Nor is what a restore left that was cut off.
    await mkdir(join(place.DATA_DIR ?? '', 'postgres.restoring'))
    await writeFile(join(place.DATA_DIR ?? '', 'postgres.restoring', 'half'), '')
  }
  const restored = await care(['database', 'restore', folder], place)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Each table has the rows of the backup.') })
  const expected = /--expect (\w{64})/.exec(restored.output)?.[1] ?? ''
  {
    await using service = await startTestService({}, { database: { env: place } })
    expect((await service.rest('GET', `/v1/patients/${id}`)).body).toMatchObject({ id, member_id: 'BACKUP-1' })
    expect((await voiceOf(service).call(await voiceOf(service).idOf(name))).status).toBe(200)
    // Ids go on where they were.
    expect((await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id).toBeGreaterThan(id)
    if (serverUrl !== undefined) {
      const rights = "SELECT has_function_privilege('public', 'make_audit_months(integer)', 'EXECUTE') AS everybody"
      expect(await service.sql(rights)).toEqual([{ everybody: false }])
    }
    const verified = await care(['audit', 'verify', '--expect', expected], { CARE_URL: service.url() })
    expect(verified).toMatchObject({ code: 0 })
  }

  const again = await care(['database', 'restore', folder], place)
  expect(again).toMatchObject({ code: 1, output: expect.stringMatching(/^care: .* holds /) })
})

test('a folder that is there is not written into, and one without a manifest is not restored', async () => {
  await using database = await freshDatabase()
  const folder = scratch('taken')
  await mkdir(folder)
  expect(await care(['database', 'backup', folder], database.env)).toEqual({
    code: 1,
    output: `care: ${folder} cannot be made (EEXIST).\n`,
  })
  expect(await readdir(folder)).toEqual([])
  expect(await care(['database', 'restore', folder], await emptyPlace())).toEqual({
    code: 1,
    output: `care: ${folder} holds no manifest.json: it is no backup, or one that was not finished.\n`,
  })
})

test.runIf(serverUrl)('a database without the tables of the service is not backed up', async () => {
  const folder = scratch('nothing')
  expect(await care(['database', 'backup', folder], await emptyPlace())).toEqual({
    code: 1,
    output: 'care: The database holds no tables of the service: is DATABASE_URL right?\n',
  })
})
