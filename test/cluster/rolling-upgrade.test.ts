import { expect, test } from 'vitest'
import { startInstance } from '../../bench/cluster/instance.ts'
import { freePort } from '../../bench/support.ts'
import { databaseUrl, onServer } from '../support/database-setup.ts'
import { openStream } from '../support/event-stream.ts'
import { checkOut, previousCommit } from '../support/previous-version.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, clientOf, patientBody, until, widgetKey } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A rolling upgrade: the previous version serves beside this one, on the tables that this one has brought up to date.

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

test.runIf(previousCommit && TEST_DATABASE_URL && TEST_REDIS_URL)(
  "the previous commit's service works beside this one on its tables, before and after a restart",
  async () => {
    const folder = await checkOut(previousCommit ?? '')
    // Empty: the previous version makes its tables first.
    const name = `care_test_upgrade_${process.pid}`
    await onServer(TEST_DATABASE_URL ?? '', `CREATE DATABASE ${name}`)
    const env = {
      ...(processEnv({ DATABASE_URL: databaseUrl(TEST_DATABASE_URL ?? '', name) }) as Record<string, string>),
      API_KEY: apiKey,
      WIDGET_API_KEY: widgetKey,
      REDIS_URL: TEST_REDIS_URL ?? '',
      REDIS_PREFIX: name,
    }
    const program = ['src/main.ts']
    const older = await startInstance(await freePort(), env, { program, folder })
    const newer = await startInstance(await freePort(), env, { program })
    try {
      await bothServe(older.url, newer.url)
      // The old version comes back, as in a step backwards.
      await older.end()
      await older.start()
      await bothServe(newer.url, older.url)
      expect(`${older.output()}${newer.output()}`).not.toMatch(/"code":"INTERNAL"|job failed|queue failed/)
    } finally {
      await Promise.all([older, newer].map((instance) => instance.end('SIGKILL')))
      await onServer(TEST_DATABASE_URL ?? '', `DROP DATABASE ${name} WITH (FORCE)`)
    }
  },
)

/** What one version writes the other reads, hears of and does not do again; a job that one asks for is done. */
async function bothServe(one: string, other: string): Promise<void> {
  const [writer, reader] = [one, other].map((url) => clientOf(() => url)) as [ReturnType<typeof clientOf>, ReturnType<typeof clientOf>]
  const stream = await openStream(`${other}/graphql/stream`, { query: 'subscription { patientUpdated { id } }' })
  await until(stream.id)
  const key = newConversation('upgrade')
  const request = { body: patientBody({ last_name: 'Between' }), headers: { 'idempotency-key': key } }
  const made = await writer.rest('POST', '/v1/patients', request)
  expect(made.status).toBe(201)
  const again = await reader.rest('POST', '/v1/patients', request)
  expect([again.status, again.body.id, again.headers.get('idempotency-replayed')]).toEqual([201, made.body.id, 'true'])
  expect((await reader.rest('GET', `/v1/patients/${made.body.id}`)).body.last_name).toBe('Between')
  await until(() => stream.told.some(({ result }) => result.data.patientUpdated.id === made.body.id))
  stream.cut()
  const conversation = newConversation('upgrade')
  const flagged = await voiceOf(writer).invoke(conversation, 'flag_adverse_event', { event_description: 'Hives', severity: 'mild' })
  expect(await voiceOf(reader).caseOf(flagged.body.case_number)).toMatchObject({ eventDescription: 'Hives' })
  const transcript = 'user: I have had a rash since I take Humira.'
  expect((await voiceOf(writer).postCall(conversation, { status: 'completed', transcript })).status).toBe(200)
  await until(async () => (await voiceOf(reader).fields(conversation, 'analysisStatus')).analysisStatus === 'completed')
  const asked = { key: null, headers: { 'x-api-key': widgetKey }, body: { message: 'I have had a rash since my injection' } }
  for (const { rest } of [writer, reader]) expect((await rest('POST', '/api/v1/widget/chat', asked)).status).toBe(200)
}
