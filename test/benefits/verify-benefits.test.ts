import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { type FakeClearinghouse, startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'

// The function `verify_benefits` (docs/contract.md, verify_benefits), as an agent uses it in a call.

let clearinghouse: FakeClearinghouse
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  clearinghouse = await startFakeClearinghouse()
  service = await startTestService({ ...clearinghouse.env, VERIFICATION_MAX_AGE_HOURS: '2' })
  benefits = benefitsOf(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await clearinghouse[Symbol.asyncDispose]()
})

const plan = {
  deductible: { total: 1500, remaining: 900.25 },
  outOfPocket: { total: 6000, remaining: 5100.1 },
  copays: { pharmacy: 15, specialtyDrugs: 120 },
  coinsurancePercent: 20,
}
let members = 0
/** A verified caller whose payer knows them. */
async function caller(known: object | null = plan, member_id = `VB-${++members}`) {
  if (known) clearinghouse.members.set(member_id, known)
  const { person, conversation } = await benefits.voice.verified({ member_id })
  const ask = async (parameters: object = {}) => {
    const { status, body } = await benefits.voice.invoke(conversation, 'verify_benefits', { patient_id: person.id, ...parameters })
    expect(status).toBe(200)
    return body
  }
  return { id: person.id, person, conversation, ask }
}
const nothing = {
  job_id: null,
  payer: null,
  medication: null,
  deductible: null,
  deductible_remaining: null,
  out_of_pocket_max: null,
  out_of_pocket_remaining: null,
  copay_pharmacy: null,
  copay_specialty: null,
  coinsurance_percentage: null,
  pa_required: null,
}

test('returns amounts in currency units with cents, and the remaining amounts', async () => {
  const { id, ask } = await caller()
  const { id: verification } = await benefits.settled(id)
  expect(await ask()).toEqual({
    ...nothing,
    job_id: String(verification),
    status: 'completed',
    payer: 'aetna',
    deductible: 1500,
    deductible_remaining: 900.25,
    out_of_pocket_max: 6000,
    out_of_pocket_remaining: 5100.1,
    copay_pharmacy: 15,
    copay_specialty: 120,
    coinsurance_percentage: 20,
    message: expect.stringContaining('$900.25'),
  })
})

test('the remaining amount is never negative, and null if a part is unknown', async () => {
  const over = await caller({ deductible: { total: 500, met: 800 }, outOfPocket: { total: 6000 } })
  await benefits.settled(over.id)
  expect(await over.ask()).toMatchObject({ status: 'completed', deductible_remaining: 0, out_of_pocket_remaining: null })
  const partial = await caller({ deductible: { total: 500 } })
  await benefits.settled(partial.id)
  expect(await partial.ask()).toMatchObject({ status: 'partial', deductible: 500, deductible_remaining: null, out_of_pocket_max: null })
  const inactive = await caller({ active: false })
  await benefits.settled(inactive.id)
  expect(await inactive.ask()).toMatchObject({ status: 'completed', deductible: null, message: expect.stringContaining('not active') })
})

describe('a verification that is', () => {
  test('fresh is returned without asking the payer again', async () => {
    const { id, person, ask } = await caller()
    const { id: first } = await benefits.settled(id)
    for (const _ of Array(3)) expect((await ask()).job_id).toBe(String(first))
    expect(clearinghouse.asked.filter(({ body }) => body.subscriber?.memberId === person.member_id)).toHaveLength(1)
  })

  test('older than VERIFICATION_MAX_AGE_HOURS is done again', async () => {
    const { id, ask } = await caller()
    const { id: first } = await benefits.settled(id)
    const age = (hours: number) =>
      service.sql("UPDATE benefits_verification SET completed_at = now() - $2 * interval '1 minute' WHERE id = $1", [first, hours * 60])
    await age(1.9)
    expect((await ask()).job_id).toBe(String(first))
    await age(2.1)
    const answer = await ask()
    expect(Number(answer.job_id)).toBeGreaterThan(first)
    expect(answer).toMatchObject({ status: 'completed', deductible: 1500 })
    expect((await benefits.all(id))[0]).toMatchObject({ trigger: 'agent', id: Number(answer.job_id) })
  })

  test('of an insurance that has changed since is not returned', async () => {
    const { id, ask } = await caller()
    await benefits.settled(id)
    clearinghouse.members.set('VB-OTHER', { deductible: { total: 77 }, outOfPocket: { total: 88 } })
    await service.rest('PUT', `/v1/patients/${id}`, { body: { member_id: 'VB-OTHER' } })
    expect(await ask()).toMatchObject({ deductible: 77, out_of_pocket_max: 88 })
  })

  test('failed is reported as such, without figures', async () => {
    const { id, ask } = await caller(null, 'VB-UNKNOWN')
    await benefits.settled(id)
    expect(await ask()).toEqual({
      ...nothing,
      job_id: expect.any(String),
      status: 'failed',
      payer: 'aetna',
      message: expect.stringMatching(/could not/),
    })
  })
})

test('a slow payer: the agent hears in time that it takes longer, and a second request for the same job returns the result', async () => {
  clearinghouse.memberMishaps.set('VB-SLOW', 'hangs')
  const { id, ask } = await caller(plan, 'VB-SLOW')
  const first = await ask({ medication: 'Humira' })
  expect(first).toEqual({
    ...nothing,
    job_id: expect.any(String),
    status: 'in_progress',
    payer: 'aetna',
    medication: 'Humira',
    message: expect.stringMatching(/again/),
  })
  clearinghouse.memberMishaps.delete('VB-SLOW')
  await service.restart()
  await benefits.settled(id)
  expect(await ask()).toMatchObject({ job_id: first.job_id, status: 'completed', deductible: 1500 })
  expect(await benefits.all(id)).toHaveLength(1)
})

describe('nobody but the verified patient hears anything', () => {
  test.each(['verify_benefits', 'check_pa_requirements'])('%s', async (name) => {
    const [victim, other] = [await caller(), await caller()]
    await benefits.settled(victim.id)
    const before = (await benefits.all(victim.id)).length
    const asked = clearinghouse.asked.length
    for (const patient_id of [victim.id, undefined, 999999999]) {
      for (const conversation of [other.conversation, `nobody-${name}`]) {
        const { status, body } = await benefits.voice.invoke(conversation, name, { patient_id, medication: 'Humira' })
        const { status: outcome, message, ...rest } = body
        expect([status, outcome]).toEqual([200, 'identity_required'])
        expect(new Set(Object.values(rest))).toEqual(new Set([null]))
        expect(message).not.toMatch(/\$|aetna|Ada|Quill|VB-/i)
      }
    }
    expect(await benefits.all(victim.id)).toHaveLength(before)
    expect(await benefits.cases(victim.id)).toHaveLength(1)
    expect(clearinghouse.asked).toHaveLength(asked)
  })
})

test('without insurance on file the agent is told to ask for it', async () => {
  const { id, conversation } = await caller()
  await benefits.settled(id)
  for (const [body, payer] of [
    [{ member_id: null }, 'aetna'],
    [{ payer_id: null }, null],
  ] as const) {
    await service.rest('PUT', `/v1/patients/${id}`, { body })
    for (const name of ['verify_benefits', 'check_pa_requirements']) {
      const { body: answer } = await benefits.voice.invoke(conversation, name, { patient_id: id, medication: 'Humira' })
      const { status, message, payer: told, ...rest } = answer
      expect([status, told, message]).toEqual(['insurance_missing', payer, expect.stringMatching(/insurance/)])
      expect(new Set(Object.values(rest))).toEqual(new Set([null]))
    }
  }
})

test('sample policies never count with a clearinghouse', async () => {
  await using real = await startTestService({ ...clearinghouse.env, SAMPLE_POLICIES: 'true' })
  const here = benefitsOf(real)
  await until(async () => {
    const { policyDocuments } = await here.voice.query('{ policyDocuments(first: 1000) { edges { node { state sample } } } }')
    const states = nodes<{ state: string }>(policyDocuments)
    return states.length > 10 && states.every(({ state }) => state === 'ready')
  })
  const { paRequirements } = await here.voice.query(
    '{ paRequirements(payerId: "aetna", medication: "Humira") { paRequired sources { title } } }',
  )
  expect(paRequirements).toEqual({ paRequired: null, sources: [] })
  const { person, conversation } = await here.voice.verified()
  for (const name of ['verify_benefits', 'check_pa_requirements']) {
    const { body } = await here.voice.invoke(conversation, name, { patient_id: person.id, medication: 'Humira' })
    expect(body, name).toMatchObject({ pa_required: null, message: expect.stringContaining('did not find Humira in a policy') })
  }
})

test('coverage that the payer did not tell is work for the team that the caller was told would check it', async () => {
  const { person, conversation, ask } = await caller(null)
  const failed = await until(async () => {
    const answer = await ask()
    return answer.status === 'failed' && answer
  })
  expect(failed.message).toMatch(/A member of our team will check it/)
  await benefits.voice.postCall(conversation, { status: 'completed', transcript: 'user: Is my coverage active?' })
  await benefits.voice.analysed(conversation)
  const { followUpActions } = await benefits.voice.fields(conversation, 'followUpActions { action patientId assignedTo }')
  expect(followUpActions).toContainEqual({
    action: expect.stringMatching(/^Verify the benefits/),
    patientId: person.id,
    assignedTo: 'benefits_team',
  })
})

test('a refusal after the benefits were told leaves nobody the work to verify them', async () => {
  const { conversation, ask } = await caller()
  await until(async () => (await ask()).status === 'completed')
  await benefits.voice.invoke(conversation, 'verify_benefits', { patient_id: 999_999 })
  await benefits.voice.postCall(conversation, { status: 'completed', transcript: 'user: Thank you, that is all.' })
  await benefits.voice.analysed(conversation)
  const actions = await service.sql<{ action: string }>(
    "SELECT action FROM follow_up_action JOIN voice_call ON voice_call.id = voice_call_id WHERE call_id = $1 AND follow_up_action.status = 'pending'",
    [conversation],
  )
  expect(actions.filter(({ action }) => action.startsWith('Verify the benefits'))).toEqual([])
})
