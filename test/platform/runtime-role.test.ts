import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runtimeGrants } from '../../src/platform/database/runtime-role.ts'
import { databaseUrl, onServer } from '../support/database-setup.ts'
import { processEnv } from '../support/process.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { patientBody, startTestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// A role that runs the service and can neither change the audit nor the tables.

test('the functions that run with the rights of the owner find nothing by a name that others could take', async () => {
  await using service = await startTestService()
  const rows = await service.sql<{ name: string; settings: string[] }>(
    "SELECT proname AS name, proconfig AS settings FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1",
  )
  expect(rows.map(({ name }) => name)).toEqual(['drop_vector_index', 'make_audit_months', 'make_vector_index'])
  for (const { name, settings } of rows) expect(settings, name).toContain('search_path=pg_catalog, pg_temp')
  // As somebody who could make functions before would have had the owner run one.
  await service.sql(
    "CREATE FUNCTION public.format(text, text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'taken over'; END $$",
  )
  await service.sql('SELECT make_audit_months(6), make_vector_index(1, 512), drop_vector_index(1)')
})

test('the printed statements give no right to change or delete an audit event', () => {
  const statements = runtimeGrants('care "runtime"')
  expect(statements).toContain('REVOKE UPDATE, DELETE ON audit_event, audit_seal, audit_shipment FROM "care ""runtime"""')
  expect(statements.join()).not.toMatch(/TRUNCATE|ALL PRIVILEGES|SUPERUSER/)
})

const server = process.env.TEST_DATABASE_URL ?? ''

describe.runIf(server !== '')('on PostgreSQL', () => {
  const role = `care_runtime_${randomBytes(4).toString('hex')}`
  const name = `care_role_${randomBytes(4).toString('hex')}`
  const owner = server && databaseUrl(server, name)
  const runtime = () => Object.assign(new URL(owner), { username: role, password: 'runtime' }).href

  const care = (...args: string[]) =>
    new Promise<string>((resolve, reject) =>
      execFile(process.execPath, ['src/cli.ts', ...args], { env: processEnv({ DATABASE_URL: owner }) }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout),
      ),
    )

  async function asRuntime(statement: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: runtime() })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }

  beforeAll(async () => {
    await onServer(server, `CREATE DATABASE ${name}`)
    await onServer(server, `CREATE ROLE ${role} LOGIN PASSWORD 'runtime'`)
  })
  afterAll(async () => {
    await endPrograms()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    await onServer(server, `DROP ROLE ${role}`)
  })

  test('the start refuses a database that nobody has migrated', async () => {
    const { output } = await startProgram({ DATABASE_URL: owner, DATABASE_MIGRATE: 'false' }).ended
    expect(output).toContain('The database lacks the migration 20261121000000_foundation. Run `care database migrate`')
  })

  test('it runs the service after `care database migrate` and `care database grants --apply`', async () => {
    await care('database', 'migrate')
    expect(await care('database', 'grants', '--role', role, '--apply')).toContain('may run the service')
    const client = await startProgram({ DATABASE_URL: runtime(), DATABASE_MIGRATE: 'false' }).ready
    const voice = voiceOf(client)
    const { person, conversation, callId } = await voice.verified()
    expect((await voice.invoke(conversation, 'flag_adverse_event', { event_description: 'A rash', severity: 'mild' })).status).toBe(200)
    await voice.postCall(conversation, { status: 'completed', transcript: 'user: Thank you, goodbye.' })
    await voice.analysed(conversation)
    expect((await client.rest('DELETE', `/v1/patients/${person.id}`)).status).toBe(200)
    expect((await client.rest('POST', '/v1/patients', { body: patientBody() })).status).toBe(201)
    expect(callId).toBeGreaterThan(0)
    expect((await client.graphql(`{ voiceCall(callId: "${newConversation()}") { id } }`)).errors).toBeUndefined()
  })

  test('it has the owner make the index of a model, and what the owner does for it', async () => {
    await asRuntime('SELECT make_vector_index(1, 512), make_audit_months(4)')
    expect(await asRuntime("SELECT to_regclass('content_vector_model_1_idx') IS NOT NULL AS made")).toMatchObject({
      rows: [{ made: true }],
    })
    await asRuntime('SELECT drop_vector_index(1)')
  })

  test('`care database migrate` renews what it was granted', async () => {
    await onServer(owner, `REVOKE SELECT ON audit_event FROM ${role}`)
    const other = `${role}_import`
    await onServer(owner, `CREATE ROLE ${other}`)
    try {
      // It may do more than a service, and was never meant to be one.
      await onServer(owner, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${other}`)
      expect(await care('database', 'migrate')).toBe(`The database is up to date for ${role}, too.\n`)
    } finally {
      await onServer(owner, `DROP OWNED BY ${other}`)
      await onServer(owner, `DROP ROLE ${other}`)
    }
    await asRuntime('SELECT count(*) FROM audit_event')
  })

  test.each([
    ['CREATE FUNCTION public.format(text, text) RETURNS text LANGUAGE sql AS $$ SELECT $1 $$', /permission denied for schema/],
    ['CREATE TABLE anything ()', /permission denied for schema/],
    ['SELECT FROM audit_event_first', /permission denied/],
    ["UPDATE audit_event SET actor = 'nobody'", /permission denied/],
    ['DELETE FROM audit_event', /permission denied/],
    ['TRUNCATE audit_event', /permission denied/],
    ['DELETE FROM audit_seal', /permission denied/],
    ["UPDATE audit_state SET salt = 'known'", /permission denied/],
    ['ALTER TABLE audit_event DISABLE TRIGGER USER', /must be owner/],
    ['DROP TRIGGER audit_event_append_only ON audit_event', /must be owner/],
    ['DROP FUNCTION refuse_change CASCADE', /must be owner/],
    [
      'CREATE OR REPLACE FUNCTION audit_event_line(event audit_event) RETURNS text LANGUAGE sql AS $$ SELECT 1 $$',
      /permission denied for schema/,
    ],
  ])('it may not: %s', async (statement, refused) => {
    await expect(asRuntime(statement)).rejects.toThrow(refused)
  })
})
