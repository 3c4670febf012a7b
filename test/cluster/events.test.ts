import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type Received, startReceiver, verify } from '../support/event-receiver.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase, patientBody, until } from '../support/service.ts'

// Several instances deliver events of one database (docs/events.md).

const { TEST_DATABASE_URL } = process.env

const patients = 250
const changes = 3

describe.runIf(TEST_DATABASE_URL)('three instances', () => {
  afterEach(endPrograms)

  test('a receiver that was down gets 1,000 events, each by its id and in the order of its subject, though an instance is killed', async () => {
    const receiver = await startReceiver()
    const database = await freshDatabase()
    const pool = new pg.Pool({ connectionString: database.env.DATABASE_URL })
    receiver.answer(() => ({ status: 503 }))
    const env = { ...database.env, EVENT_PRIVATE_ORIGINS: receiver.origin }
    const first = startProgram(env)
    const { rest, graphql } = await first.ready
    const others = [startProgram(env), startProgram(env)]
    await Promise.all(others.map(({ ready }) => ready))
    const { data } = await graphql(
      `mutation { createEventSubscription(input: { name: "Hub", url: "${receiver.url}", kinds: [patient_changed] }) { verifier } }`,
    )
    const changed = async (at: number) => {
      const { status, body } = await rest('POST', '/v1/patients', { body: patientBody({ last_name: `Quill${at}` }) })
      expect(status).toBe(201)
      for (let change = 0; change < changes; change++) {
        const phone = `+1555000${change}${String(at).padStart(3, '0')}`
        expect((await rest('PUT', `/v1/patients/${body.id}`, { body: { phone } })).status).toBe(200)
      }
    }
    for (let at = 0; at < patients; at += 10) await Promise.all(Array.from({ length: 10 }, (_, more) => changed(at + more)))
    // The receiver comes back, and one of those who deliver to it dies in the middle.
    const delivered: Received[] = []
    const seen = new Set<string>()
    receiver.answer((event) => {
      if (!seen.has(event.id)) delivered.push(event)
      seen.add(event.id)
      if (seen.size === 300) others[0]?.child.kill('SIGKILL')
      return { status: 200 }
    })
    // As if the waits of the schedule were over; a lease is shorter, and ends by itself.
    const later = () =>
      pool.query("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting' AND next_at > now() + interval '61 seconds'")
    await until(async () => {
      await later()
      return others[0]?.child.signalCode === 'SIGKILL'
    })
    await until(async () => {
      await later()
      const { rows } = await pool.query("SELECT count(*)::int AS left FROM event_delivery WHERE state <> 'delivered'")
      return rows[0].left === 0
    })
    expect(seen.size).toBe(patients * (1 + changes))
    const lastOf = new Map<number, number>()
    for (const { data: record, sequence } of delivered) {
      expect(sequence).toBeGreaterThan(lastOf.get(record.id) ?? 0)
      lastOf.set(record.id, sequence)
    }
    expect(lastOf.size).toBe(patients)
    const [sample] = delivered
    if (sample) verify(data.createEventSubscription.verifier, sample)
    await pool.end()
    await endPrograms()
    await receiver.close()
    await database.drop()
  })
})
