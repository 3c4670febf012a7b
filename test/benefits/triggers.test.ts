import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { nodes, patientBody, startTestService, type TestService } from '../support/service.ts'

// What has a patient's benefits verified (docs/contract.md, Benefits link), and what does not.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService({ DATABASE_POOL_SIZE: '20' })
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const change = (id: number, body: object) => service.rest('PUT', `/v1/patients/${id}`, { body })

/** The trigger and insurance of each verification of a patient, oldest first. */
const started = async (id: number) =>
  (await benefits.all(id)).toReversed().map(({ trigger, payerId, memberId }: Record<string, string>) => `${trigger} ${payerId} ${memberId}`)

test('the creation of a patient with payer and member ID, by REST and by GraphQL', async () => {
  const { id, member_id } = await benefits.voice.person()
  expect(await started(id)).toEqual([`patient_created aetna ${member_id}`])
  const { createPatient } = await benefits.voice.query(
    'mutation { createPatient(input: { firstName: "A", lastName: "B", dateOfBirth: "1990-01-01", phone: "+15550001111", payerId: "Cigna", memberId: "C-1" }) { patient { id } } }',
  )
  expect(await started(createPatient.patient.id)).toEqual(['patient_created cigna C-1'])
})

test('another payer and another member ID, each once', async () => {
  const { id, member_id } = await benefits.voice.person()
  await benefits.settled(id)
  await change(id, { payer_id: 'humana' })
  await benefits.settled(id)
  await change(id, { member_id: 'NEW-1' })
  await benefits.settled(id)
  await change(id, { payer_id: 'cigna', member_id: 'NEW-2' })
  await benefits.settled(id)
  expect(await started(id)).toEqual([
    `patient_created aetna ${member_id}`,
    `insurance_changed humana ${member_id}`,
    'insurance_changed humana NEW-1',
    'insurance_changed cigna NEW-2',
  ])
})

test('the missing half of an insurance', async () => {
  const { body: patient } = await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna' }) })
  expect(await started(patient.id)).toEqual([])
  await change(patient.id, { member_id: 'LATER-1' })
  expect(await started(patient.id)).toEqual(['insurance_changed aetna LATER-1'])
})

test.each([
  ['the same values', { payer_id: ' AETNA ', member_id: 'SAME-1' }],
  ['other fields', { phone: '+15559998877', email: 'new@example.org', status: 'inactive' }],
  ['nothing', {}],
  ['a cleared payer', { payer_id: null }],
  ['a cleared member ID', { member_id: null }],
])('%s start none', async (_what, body) => {
  const { body: patient } = await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'SAME-1' }) })
  expect((await change(patient.id, body)).status).toBe(200)
  expect(await started(patient.id)).toEqual(['patient_created aetna SAME-1'])
})

test('a refused creation and one repeated with its Idempotency-Key start none', async () => {
  const body = patientBody({ payer_id: 'aetna', member_id: 'IDEM-1', mrn: 'MRN-TAKEN' })
  const headers = { 'idempotency-key': 'once' }
  const answers = await Promise.all([1, 2, 3].map(() => service.rest('POST', '/v1/patients', { body, headers })))
  expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
  expect((await service.rest('POST', '/v1/patients', { body: { ...body, member_id: 'IDEM-2' } })).status).toBe(409)
  const { benefitsVerifications } = await benefits.voice.query('{ benefitsVerifications(first: 1000) { edges { node { memberId } } } }')
  expect(nodes<{ memberId: string }>(benefitsVerifications).filter(({ memberId }) => memberId.startsWith('IDEM'))).toHaveLength(1)
})

describe('startBenefitsVerification', () => {
  test('starts a new one, even right after a result', async () => {
    const { id } = await benefits.voice.person()
    const { id: first } = await benefits.settled(id)
    const { id: second } = await benefits.start(id)
    expect(second).toBeGreaterThan(first)
    expect(await benefits.settled(id)).toMatchObject({ id: second, status: 'VERIFIED', trigger: 'requested' })
  })

  test('ten simultaneous requests give one verification, and the payer is asked once', async () => {
    const { id } = await benefits.voice.person({ member_id: 'SANDBOX-SLOW-10' })
    const [{ id: running }] = await benefits.all(id)
    const given = await Promise.all(Array.from({ length: 10 }, () => benefits.start(id)))
    expect(new Set(given.map((one) => one.id))).toEqual(new Set([running]))
    expect(await benefits.settled(id)).toMatchObject({ id: running, attempts: 1 })
    expect(await benefits.all(id)).toHaveLength(1)
  })

  test('a running verification of another insurance is not returned', async () => {
    const { id } = await benefits.voice.person({ member_id: 'SANDBOX-SLOW-11' })
    await change(id, { member_id: 'QUICK-11' })
    expect(await benefits.settled(id)).toMatchObject({ memberId: 'QUICK-11', status: 'VERIFIED' })
    expect(await started(id)).toEqual(['patient_created aetna SANDBOX-SLOW-11', 'insurance_changed aetna QUICK-11'])
  })

  test.each([
    ['NOT_FOUND', 'a patient that nobody knows', async () => 999999999],
    ['CONFLICT', 'a patient without insurance', async () => (await service.rest('POST', '/v1/patients', { body: patientBody() })).body.id],
  ])('is %s for %s', async (code, _who, patient) => {
    const { errors } = await service.graphql(
      'mutation($id: Int!) { startBenefitsVerification(input: { patientId: $id }) { verification { id } } }',
      {
        id: await patient(),
      },
    )
    expect(errors[0].extensions.code).toBe(code)
  })
})

test('verify_benefits joins a running verification, however often it asks', async () => {
  const { person, conversation } = await benefits.voice.verified({ member_id: 'SANDBOX-SLOW-12' })
  const ask = () => benefits.voice.invoke(conversation, 'verify_benefits', { patient_id: person.id })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(1)
  expect(await started(person.id)).toEqual(['patient_created aetna SANDBOX-SLOW-12'])
})
