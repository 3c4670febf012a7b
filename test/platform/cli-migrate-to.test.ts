import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { databaseUrl, onServer } from '../support/database-setup.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, patientBody, startTestService, until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

const serverUrl = process.env.TEST_DATABASE_URL

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const care = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: processEnv({ API_KEY: apiKey, ...env }) }
    execFile(process.execPath, ['src/cli.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })

async function emptyDatabase(zone = 'UTC'): Promise<string> {
  const name = `care_moved_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl ?? '', `CREATE DATABASE ${name}`)
  cleanUps.push(() => onServer(serverUrl ?? '', `DROP DATABASE ${name} WITH (FORCE)`))
  await onServer(serverUrl ?? '', `ALTER DATABASE ${name} SET timezone = '${zone}'`)
  return databaseUrl(serverUrl ?? '', name)
}

test.skipIf(serverUrl === undefined)('a DATA_DIR without a database is refused, and neither place is touched', async () => {
  const DATA_DIR = join(inject('scratch'), `mistyped-${randomUUID()}`)
  const DATABASE_URL = await emptyDatabase()
  const refused = { code: 1, output: `care: ${DATA_DIR} holds no database: is DATA_DIR right?\n` }
  expect(await care(['migrate-to', DATABASE_URL], { DATA_DIR })).toEqual(refused)
  expect(await care(['database', 'backup', `${DATA_DIR}-backup`], { DATA_DIR })).toEqual(refused)
  expect(existsSync(DATA_DIR)).toBe(false)
  expect(existsSync(`${DATA_DIR}-backup`)).toBe(false)
})

test.skipIf(serverUrl === undefined)(
  'what was stored on the embedded database, sealed texts too, is served from PostgreSQL after the move: patients, calls, cases, library, chats, audit',
  async () => {
    // Made from nothing: the template of this run is on PostgreSQL.
    const FIELD_ENCRYPTION_KEY = `first:${randomBytes(32).toString('base64')}`
    const env = { DATA_DIR: await mkdtemp(join(inject('scratch'), 'embedded-')), FIELD_ENCRYPTION_KEY }
    const call = newConversation('moved')
    let id = 0
    let history: unknown
    let session = ''
    {
      await using service = await startTestService({}, { database: { env } })
      const voice = voiceOf(service)
      id = (await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'MOVED-1' }) })).body.id
      await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name: 'Humira' } })
      await voice.invoke(call, 'flag_adverse_event', { event_description: 'hives “everywhere”\nsince Monday', severity: 'mild' })
      for (let turn = 0; turn < 120; turn++) await voice.say(await voice.idOf(call), `word ${turn}`, { speaker: 'user' })
      await addItems(service, libraryItems)
      await searchable(service)
      session = await chatOf(service).session()
      await chatOf(service).say({ message: 'How do I store Emgality?', session_token: session })
      history = await chatOf(service).history(session)
      await until(async () => (await service.rest('GET', `/v1/patients/${id}/verification-status`)).body.status === 'VERIFIED')
      expect((await care(['migrate-to', serverUrl ?? ''], env)).output).toMatch(/^care: Another process is using|holds tables already/)
    }

    // The history below says whether its times are the same ones there.
    const DATABASE_URL = await emptyDatabase('Europe/Berlin')
    // A move that failed leaves our tables, empty.
    expect(await care(['database', 'migrate'], { DATABASE_URL })).toMatchObject({ code: 0 })
    const moved = await care(['migrate-to', DATABASE_URL], env)
    expect(moved.output).toContain('Everything has moved, compared value by value.')

    await using service = await startTestService({}, { database: { env: { ...env, DATABASE_URL } } })
    const voice = voiceOf(service)
    expect((await service.rest('GET', `/v1/patients/${id}`)).body).toMatchObject({ id, member_id: 'MOVED-1', medications: ['Humira'] })
    expect((await service.rest('GET', `/v1/patients/${id}/verification-status`)).body.status).toBe('VERIFIED')
    expect(await voice.cases(await voice.idOf(call))).toMatchObject([{ eventDescription: 'hives “everywhere”\nsince Monday' }])
    expect(await chatOf(service).history(session)).toEqual(history)
    expect((await searchable(service)).itemCount).toBe(libraryItems.length)
    expect((await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id).toBeGreaterThan(id)
    expect((await care(['audit', 'verify'], { CARE_URL: service.url() })).code).toBe(0)
    expect(await care(['migrate-to', DATABASE_URL], env)).toEqual({
      code: 1,
      output: 'care: The PostgreSQL database holds tables already: make an empty one.\n',
    })
  },
)
