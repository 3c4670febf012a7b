import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'

// The course of a prior authorization: submission, the payer's time, denial and appeal, approval and renewal.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const fields = `id status awaits urgent channel diagnosisCodes quantity denialReason appealDueOn approvedFrom approvedTo requestedAt decidedAt
  history { toStatus } work { id version dueAt closedAt }`
const read = async (id: number) => (await benefits.voice.query(`query($id: Int!) { paCase(id: $id) { ${fields} } }`, { id })).paCase
const times = (payerId: string, set: object) =>
  benefits.voice.query(
    'mutation($input: SetPayerTimesInput!) { setPayerTimes(input: $input) { payer { standardHours urgentHours appealDays renewalDays } } }',
    { input: { payerId, ...set } },
  )
/** A case of a patient who is insured with a payer of their own test. */
async function newCase(payer_id: string) {
  const { id: patientId } = await benefits.voice.person({ payer_id })
  await benefits.settled(patientId)
  const { paCaseId } = await benefits.start(patientId, 'Zorbinolol')
  return { patientId, id: paCaseId as number }
}
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('a submission keeps how, when and for what it was sent, and is due when the payer has to have answered', async () => {
  await times('clock', { standardHours: 72, urgentHours: 24 })
  const { id } = await newCase('clock')
  const happenedAt = hoursAgo(10)
  await benefits.move(id, 'pending', { happenedAt, channel: 'fax', diagnosisCodes: ['l40.0', 'M0579'], quantity: '1 pen every 28 days' })
  const sent = await read(id)
  expect(sent).toMatchObject({ status: 'pending', channel: 'fax', diagnosisCodes: ['L40.0', 'M05.79'], requestedAt: happenedAt })
  expect(new Date(sent.work.dueAt).getTime() - new Date(happenedAt).getTime()).toBe(72 * 3_600_000)
  await benefits.move(id, 'pending', { urgent: true })
  const urgent = await read(id)
  expect(urgent).toMatchObject({ urgent: true, requestedAt: happenedAt })
  expect(new Date(urgent.work.dueAt).getTime() - new Date(happenedAt).getTime()).toBe(24 * 3_600_000)
  expect(urgent.history).toHaveLength(2)
})

test('where nobody filled in the payer’s times, nothing is due', async () => {
  const { id } = await newCase('clockless')
  await benefits.move(id, 'pending')
  expect((await read(id)).work.dueAt).toBe(null)
  await benefits.move(id, 'denied', { denialReason: 'Not medically necessary' })
  expect(await read(id)).toMatchObject({ awaits: null, denialReason: 'Not medically necessary', work: { closedAt: expect.any(String) } })
})

describe('a denial', () => {
  test('stays in the queue until its appeal is made, due on the last day of it', async () => {
    await times('appeals', { appealDays: 60 })
    const { id } = await newCase('appeals')
    await benefits.move(id, 'pending')
    await benefits.move(id, 'denied', { denialReason: 'Step therapy not shown' })
    expect(await read(id)).toMatchObject({
      awaits: 'appeal',
      appealDueOn: inDays(60),
      work: { closedAt: null, dueAt: `${inDays(60)}T00:00:00.000Z` },
    })
    await benefits.move(id, 'denied', { appealDueOn: inDays(30) })
    expect(await read(id)).toMatchObject({ awaits: 'appeal', work: { dueAt: `${inDays(30)}T00:00:00.000Z` } })
    await benefits.move(id, 'pending', { note: 'Appeal sent' })
    expect(await read(id)).toMatchObject({ awaits: null, denialReason: 'Step therapy not shown', work: { closedAt: null, dueAt: null } })
  })

  test('leaves the queue where staff rule an appeal out, and is no other status for it', async () => {
    const { id } = await newCase('appeals')
    await benefits.move(id, 'pending')
    await benefits.move(id, 'denied', { appealDueOn: inDays(10) })
    expect(await benefits.move(id, 'denied', { settled: true, note: 'The patient takes another medicine.' })).toBe('denied')
    expect(await read(id)).toMatchObject({ status: 'denied', awaits: 'settled', work: { closedAt: expect.any(String) } })
    expect(await benefits.move(id, 'denied')).toBe('CONFLICT')
  })
})

test('a second denial does not await an appeal by the date of the first', async () => {
  const { id } = await newCase('twice')
  for (const [to, given] of [
    ['pending', {}],
    ['denied', { appealDueOn: inDays(3) }],
    ['pending', {}],
    ['denied', {}],
  ] as const)
    await benefits.move(id, to, given)
  expect(await read(id)).toMatchObject({ status: 'denied', awaits: null, appealDueOn: null })
})

describe('an approval', () => {
  test('that ends soon falls due as a renewal, once', async () => {
    const { id } = await newCase('renewals')
    await benefits.move(id, 'pending')
    await benefits.move(id, 'approved', { approvedFrom: inDays(-340), approvedTo: inDays(20), quantity: '2 syringes' })
    const raised = await until(async () => {
      const one = await read(id)
      return one.awaits === 'renewal' && one.work.dueAt ? one : false
    })
    expect(raised).toMatchObject({
      status: 'approved',
      quantity: '2 syringes',
      work: { closedAt: null, dueAt: `${inDays(20)}T00:00:00.000Z` },
    })
    await benefits.move(id, 'approved', { settled: true })
    await times('renewals', { renewalDays: 300 })
    await renewalsRan()
    expect(await read(id)).toMatchObject({ awaits: 'settled', work: { closedAt: expect.any(String) } })
  })

  test('is a renewal as soon as the payer’s days say so, and never for a payer that the patient has left', async () => {
    const [kept, left] = [await newCase('changing'), await newCase('changing')]
    for (const { id } of [kept, left]) {
      await benefits.move(id, 'pending')
      await benefits.move(id, 'approved', { approvedTo: inDays(50) })
    }
    await service.rest('PUT', `/v1/patients/${left.patientId}`, { body: { payer_id: 'elsewhere' } })
    await times('changing', { renewalDays: 60 })
    await until(async () => (await read(kept.id)).awaits === 'renewal')
    expect((await read(left.id)).awaits).toBe(null)
  })

  /** Waits until the job has run once more: it has raised another case. */
  async function renewalsRan() {
    const marker = await newCase('renewals')
    await benefits.move(marker.id, 'pending')
    await benefits.move(marker.id, 'approved', { approvedTo: inDays(1) })
    await until(async () => (await read(marker.id)).awaits === 'renewal')
  }
})

test('what makes no sense is refused and changes nothing', async () => {
  const { id } = await newCase('nonsense')
  await benefits.move(id, 'pending')
  const before = await read(id)
  const refused: [string, object, string][] = [
    ['approved', { approvedFrom: '2026-05-02', approvedTo: '2026-05-01' }, 'INVALID_INPUT'],
    ['approved', { happenedAt: new Date(Date.now() + day).toISOString() }, 'INVALID_INPUT'],
    ['open', { happenedAt: hoursAgo(1) }, 'INVALID_INPUT'],
    ['pending', { diagnosisCodes: ['psoriasis'] }, 'INVALID_INPUT'],
    ['pending', {}, 'CONFLICT'],
    ['not_required', { quantity: '1' }, 'CONFLICT'],
  ]
  for (const [to, given, code] of refused) expect(await benefits.move(id, to, given), JSON.stringify(given)).toBe(code)
  expect(await read(id)).toEqual(before)
})

test('cases are found by what they await, by person and by when they are due', async () => {
  await times('found', { standardHours: 1 })
  const [late, other] = [await newCase('found'), await newCase('found')]
  await benefits.move(late.id, 'pending', { happenedAt: hoursAgo(5) })
  await benefits.move(other.id, 'pending')
  const found = async (filter: string) => {
    const { paCases } = await benefits.voice.query(`{ paCases(filter: { payerId: "found", ${filter} }) { edges { node { id } } } }`)
    return nodes(paCases).map(({ id }: { id: number }) => id)
  }
  expect(await found(`dueBefore: "${new Date().toISOString()}"`)).toEqual([late.id])
  await benefits.move(other.id, 'denied', { appealDueOn: inDays(5) })
  expect(await found('awaits: appeal')).toEqual([other.id])
})
