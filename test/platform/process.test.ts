import { afterEach, describe, expect, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { apiKey, freshDatabase, patientBody, until } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

// The program's process on its database: killed, stopped by a signal, started next to others.

const databases: { drop(): Promise<void> }[] = []
afterEach(async () => {
  await endPrograms()
  for (const database of databases.splice(0)) await database.drop()
})

async function database() {
  const fresh = await freshDatabase()
  databases.push(fresh)
  return fresh.env
}

describe('kill -9', () => {
  test('in the middle of writes loses no acknowledged write, and the service starts again', async () => {
    const env = await database()
    const acknowledged: { id: number; mrn: string }[] = []
    for (let round = 0; round < 2; round++) {
      const { child, ready, ended } = startProgram(env)
      const { rest } = await ready
      let killed = false
      const writers = Array.from({ length: 8 }, async () => {
        while (!killed) {
          const answer = await rest('POST', '/v1/patients', { body: patientBody() }).catch(() => undefined)
          if (answer?.status === 201) acknowledged.push(answer.body)
        }
      })
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 60)
      child.kill('SIGKILL')
      killed = true
      await Promise.all([...writers, ended])
    }
    const { rest, graphql } = await startProgram(env).ready
    const stored = new Map<number, string>()
    const { total } = (await rest('GET', '/v1/patients?limit=1')).body
    for (let skip = 0; skip < total; skip += 1000) {
      for (const { id, mrn } of (await rest('GET', `/v1/patients?limit=1000&skip=${skip}`)).body.items) stored.set(id, mrn)
    }
    expect(acknowledged.length).toBeGreaterThan(120)
    for (const { id, mrn } of acknowledged) expect(stored.get(id)).toBe(mrn)
    // No patient without its audit event: one transaction writes both.
    const events = await auditEventsOf({ graphql }, Math.max(...stored.keys()), 'action')
    expect(events.map(({ action }) => action)).toContain('patient.create')
  })
})

describe('SIGTERM', () => {
  test('in the moment in which the service says that it has started: it stops in good order', async () => {
    const { child, ended } = startProgram(await database())
    child.stdout.on('data', (data) => {
      if (String(data).includes('service started')) child.kill('SIGTERM')
    })
    expect(await ended).toMatchObject({ code: 0, output: expect.stringMatching(/"msg":"stopped"/) })
  })

  test('as soon as it answers, before it has said that it has started: it stops in good order', async () => {
    const free = await startWebServer({})
    await free[Symbol.asyncDispose]()
    const PORT = new URL(free.origin).port
    const { child, ended } = startProgram({ ...(await database()), PORT })
    await until(
      () =>
        fetch(`http://127.0.0.1:${PORT}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      60,
    )
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, output: expect.stringMatching(/"msg":"stopped"/) })
  })

  test('answers every request it executes, ends streams and exits with 0', async () => {
    const env = await database()
    const { child, ready, ended } = startProgram(env)
    const { rest, address } = await ready
    const stream = await fetch(`${address}/graphql/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { patientUpdated { id } }' }),
    })
    const streamEnd = stream.text()
    const requests = Array.from({ length: 30 }, () => rest('POST', '/v1/patients', { body: patientBody() }))
    await Promise.race(requests)
    child.kill('SIGTERM')
    const { code } = await ended
    expect(code).toBe(0)
    await streamEnd
    const answers = await Promise.allSettled(requests)
    const answered = answers.filter((answer) => answer.status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    for (const { value } of answered) expect(value.status).toBe(201)
    // A request may come too late to be read at all, but none was executed without a response.
    const again = await startProgram(env).ready
    expect((await again.rest('GET', '/v1/patients')).body.total).toBe(answered.length)
  })
})

test('two instances that start together on an empty database migrate it once and both serve', async () => {
  const env = await database()
  if (env.DATABASE_URL === undefined) return
  const { onServer } = await import('../support/database-setup.ts')
  const name = `care_test_empty_${process.pid}`
  const url = Object.assign(new URL(env.DATABASE_URL), { pathname: `/${name}` }).href
  await onServer(env.DATABASE_URL, `CREATE DATABASE ${name}`)
  databases.push({ drop: () => onServer(process.env.TEST_DATABASE_URL ?? '', `DROP DATABASE ${name} WITH (FORCE)`) })
  const instances = await Promise.all([1, 2, 3].map(() => startProgram({ ...env, DATABASE_URL: url }).ready))
  for (const { rest } of instances) expect((await rest('GET', '/ready')).status).toBe(200)
  expect((await instances[0]?.rest('POST', '/v1/patients', { body: patientBody() }))?.status).toBe(201)
  expect((await instances[1]?.rest('GET', '/v1/patients'))?.body.total).toBe(1)
})
