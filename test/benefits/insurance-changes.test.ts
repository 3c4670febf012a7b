import { afterAll, beforeAll, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// Benefits and decisions of one insurance never count for another, and nothing learnt is lost.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const tiers = 'Tier one is ten dollars, tier two is thirty-five, and tier three is seventy.'

async function verified(fields: object = {}): Promise<{ id: number; member_id: string }> {
  const person = await benefits.voice.person(fields)
  await benefits.settled(person.id)
  return person
}

async function insure(id: number, body: object) {
  const answer = await service.rest('PUT', `/v1/patients/${id}`, { body })
  expect(answer.status).toBe(200)
}

test('a call about the former insurance says nothing about the new one, even if analysed again later', async () => {
  const { id } = await verified()
  const conversation = await benefits.payerCall(id, [tiers])
  await insure(id, { payer_id: 'cigna' })
  await benefits.settled(id)
  const fuller = `Representative: Yes, this is Aetna. ${tiers} A primary care visit is twenty-two dollars. Is there anything else?`
  await benefits.voice.postCall(conversation, {
    status: 'completed',
    duration_seconds: 240,
    transcript: `Agent: Hello.\n${fuller.repeat(2)}`,
  })
  await benefits.voice.analysed(conversation)
  expect((await benefits.read(id)).body).toMatchObject({ methods: { voice: { status: 'not_started' } }, benefits: { tier_1_copay: null } })
})

test('while a new payer does not answer, the former payer is not shown in its place', async () => {
  const { id } = await verified()
  await insure(id, { payer_id: 'cigna', member_id: 'SANDBOX-FAILING-31' })
  expect((await benefits.read(id)).body).toMatchObject({ status: 'IN_PROGRESS', benefits: { deductible_individual: null } })
})

test('a verification of a former insurance that answers late does not hide the new result', async () => {
  const { id } = await benefits.voice.person({ member_id: 'SANDBOX-SLOW-31' })
  await insure(id, { payer_id: 'cigna', member_id: 'C-31' })
  const { body } = await until(async () => {
    const answer = await benefits.read(id)
    return answer.body.status === 'VERIFIED' && answer
  })
  const all = await benefits.all(id)
  expect(all.find((one: { id: number }) => one.id === body.verification_id).payerId).toBe('cigna')
})

test('without an insurance on file there is no verification to show', async () => {
  const { id } = await verified()
  await insure(id, { member_id: null })
  expect((await benefits.read(id)).status).toBe(404)
})

test('a second call adds to the benefits of the first', async () => {
  const { id } = await verified()
  await benefits.payerCall(id, [tiers])
  await benefits.payerCall(id, ['The copay for a visit to the primary care doctor is $31.', 'Tier three is eighty dollars now.'])
  expect((await benefits.read(id)).body.benefits).toMatchObject({ tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 80 })
})

test('a new verification keeps the benefits reported in calls of the same insurance, and the decisions of staff', async () => {
  const { id } = await verified()
  await benefits.payerCall(id, [tiers, 'The individual in-network deductible is $4,321.'])
  const [{ discrepancies }] = await benefits.all(id)
  const resolve = 'mutation($id: Int!) { resolveDiscrepancy(input: { id: $id, keep: voice }) { benefitDiscrepancy { kept } } }'
  await benefits.voice.query(resolve, { id: discrepancies[0].id })
  await benefits.start(id)
  await benefits.settled(id)
  const [newest] = await benefits.all(id)
  expect(newest).toMatchObject({
    benefits: { tier1Copay: 10, deductibleIndividual: 4321 },
    fieldSources: { tier_1_copay: 'voice', deductible_individual: 'voice' },
    discrepancies: [{ field: 'deductible_individual', kept: 'voice', resolvedBy: 'API_KEY#1' }],
  })
  expect(newest.fieldSources.deductible_met_ytd).toBeUndefined()
})

test('an amount met is never combined with the limit of the other method', async () => {
  const { id } = await verified()
  const [{ benefits: before }] = await benefits.all(id)
  await benefits.payerCall(id, ['The in-network deductible is six thousand, with five thousand met.'])
  const [{ benefits: after }] = await benefits.all(id)
  expect(after).toMatchObject({ deductibleIndividual: before.deductibleIndividual, deductibleMetYtd: before.deductibleMetYtd })
})

test('a discrepancy that disappeared with its call is open again when the call comes back', async () => {
  const { id } = await verified()
  const other = await verified()
  const conversation = await benefits.payerCall(id, ['The individual deductible is $4,444.'])
  await benefits.registerPayerCall(conversation, other.id)
  await until(async () => (await benefits.all(id))[0].discrepancies.length === 0)
  await benefits.registerPayerCall(conversation, id)
  const found = await until(async () => (await benefits.all(id))[0].discrepancies[0])
  expect(found).toMatchObject({ field: 'deductible_individual', kept: null })
})

test('an approval of the former payer does not count at the new one', async () => {
  const { id } = await verified()
  await service.rest('POST', `/v1/patients/${id}/medications`, { body: { medication_name: 'Humira' } })
  await benefits.addPolicy('aetna', 'approval/aetna.md', '# Humira\n\nHumira requires prior authorization.')
  await benefits.addPolicy('cigna', 'approval/cigna.md', '# Humira\n\nHumira requires prior authorization.')
  await benefits.start(id, 'Humira')
  await benefits.settled(id)
  const { id: caseId } = await benefits.caseOf(id, 'Humira')
  expect(await benefits.move(caseId, 'pending')).toBe('pending')
  expect(await benefits.move(caseId, 'approved')).toBe('approved')
  await insure(id, { payer_id: 'cigna' })
  await benefits.settled(id)
  const { body } = await service.rest('GET', `/v1/patients/${id}/medications`)
  expect(body.medications[0]).toMatchObject({ pa_required: true, pa_status: 'pending' })
  expect(await benefits.move(caseId, 'pending')).toBe('pending')
  expect((await service.rest('GET', `/v1/patients/${id}/medications`)).body.medications[0].pa_status).toBe('pending')
})

test('a move of a case is not lost if its requirements are refreshed at the same time', async () => {
  const { id } = await verified()
  await benefits.addPolicy('aetna', 'moves/stelara.md', '# Stelara\n\nStelara requires prior authorization.')
  const caller = await benefits.voice.query(
    'mutation($id: Int!) { startBenefitsVerification(input: { patientId: $id, medication: "Stelara" }) { verification { paCaseId } } }',
    { id },
  )
  const { id: caseId } = await until(() => benefits.caseOf(id, 'Stelara'))
  expect(caller.startBenefitsVerification.verification.paCaseId).toBe(caseId)
  await benefits.settled(id)
  const again = () => benefits.start(id, 'Stelara')
  for (const to of ['pending', 'approved', 'pending', 'denied', 'pending']) {
    const [, , moved] = await Promise.all([again(), again(), benefits.move(caseId, to), again()])
    expect(moved).toBe(to)
    await benefits.settled(id)
    expect((await benefits.caseOf(id, 'Stelara')).status).toBe(to)
  }
})
