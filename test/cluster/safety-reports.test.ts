import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../support/event-receiver.ts'
import { endPrograms, startProgram } from '../support/program.ts'
import { freshDatabase, until } from '../support/service.ts'

// Several instances report the cases of one database (docs/safety-reporting.md).

const { TEST_DATABASE_URL } = process.env
const cases = 60

describe.runIf(TEST_DATABASE_URL)('three instances', () => {
  afterEach(endPrograms)

  test('each case leaves as one report, and each change as one follow-up behind it, though an instance is killed', async () => {
    const receiver = await startReceiver()
    const database = await freshDatabase()
    const pool = new pg.Pool({ connectionString: database.env.DATABASE_URL })
    const env = { ...database.env, EVENT_PRIVATE_ORIGINS: receiver.origin }
    const first = startProgram(env)
    const { graphql } = await first.ready
    const others = [startProgram(env), startProgram(env)]
    await Promise.all(others.map(({ ready }) => ready))
    const made = async (query: string) => {
      const { data, errors } = await graphql(query)
      expect(errors).toBeUndefined()
      return data.made
    }
    const { eventSubscription } = await made(
      `mutation { made: createEventSubscription(input: { name: "Desk", url: "${receiver.url}", kinds: [safety_report_due] }) { eventSubscription { id } } }`,
    )
    await made(
      `mutation { made: createSafetyProgram(input: { manufacturer: "Novartis", medicines: ["Cosentyx"], channel: event, subscriptionId: ${eventSubscription.id}, dueHours: 24, timeZone: "UTC" }) { safetyProgram { id } } }`,
    )
    receiver.answer(() => {
      if (receiver.of('safety_report.submitted').length === cases / 2) others[0]?.child.kill('SIGKILL')
      return { status: 200 }
    })
    const enter = async (at: number) => {
      const { adverseEvent } = await made(
        `mutation { made: enterAdverseEvent(input: { eventDescription: "Hives ${at}", medicationName: "Cosentyx" }) { adverseEvent { id } } }`,
      )
      return adverseEvent.id as number
    }
    const ids: number[] = []
    for (let at = 0; at < cases; at += 10) ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, more) => enter(at + more)))))
    const sent = async (kind: string) =>
      (await pool.query("SELECT count(*)::int AS count FROM safety_report WHERE kind = $1::safety_report_kind AND state = 'sent'", [kind]))
        .rows[0].count
    // A killed instance's leases end after a minute.
    const all = (kind: string) =>
      until(async () => {
        await pool.query("UPDATE event_delivery SET next_at = now() WHERE state = 'waiting' AND next_at > now() + interval '61 seconds'")
        return (await sent(kind)) === cases
      })
    await all('initial')
    for (const id of ids)
      await made(`mutation { made: updateAdverseEvent(input: { id: ${id}, outcome: recovered }) { adverseEvent { id } } }`)
    await all('follow_up')
    const byCase = new Map<string, Map<string, number>>()
    for (const { id, data } of receiver.of('safety_report.submitted')) {
      const { report, C_1_safety_report: head } = data as unknown as {
        report: { version: number }
        C_1_safety_report: { C_1_1_senders_case_number: string }
      }
      const number = head.C_1_1_senders_case_number
      // The first time that each message came, in the order in which they came.
      const versions = byCase.get(number) ?? new Map<string, number>()
      if (!versions.has(id)) versions.set(id, report.version)
      byCase.set(number, versions)
    }
    expect(byCase.size).toBe(cases)
    for (const versions of byCase.values()) expect([...versions.values()]).toEqual([1, 2])
    await pool.end()
    await endPrograms()
    await receiver.close()
    await database.drop()
  })
})
