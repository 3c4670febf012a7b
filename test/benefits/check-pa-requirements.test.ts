import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { type FakeClearinghouse, startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'

// `check_pa_requirements` (docs/contract.md, check_pa_requirements) answers from the policies that staff added, and never with a guess.

const trade = `# Ustekinumab policy

## Prior authorization

Prior authorization is required for Stelara (ustekinumab) before the first dose.

## Step therapy

The member must have tried and failed Humira before Stelara is covered.

## Approval criteria

All of the following must be met for a first approval:

- The member is 18 years of age or older.
- A test for tuberculosis was negative.
`

let clearinghouse: FakeClearinghouse
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  clearinghouse = await startFakeClearinghouse()
  service = await startTestService(clearinghouse.env)
  benefits = benefitsOf(service)
  await benefits.addPolicy('aetna', 'ustekinumab.md', trade, { title: 'Ustekinumab', url: 'https://aetna.example/ustekinumab' })
  await benefits.addPolicy(
    'aetna',
    'general.md',
    '# Medicines without a policy\n\nAny drug that is not named in another policy does not require prior authorization.',
  )
  await benefits.addPolicy('*', 'anybody.md', '# General\n\nAny drug that is not named in another policy requires prior authorization.')
  await benefits.addPolicy('cigna', 'one.md', '# One\n\nPrior authorization is required for Entyvio in this plan.')
  await benefits.addPolicy('cigna', 'two.md', '# Two\n\nEntyvio does not require prior authorization in this plan.')
  await benefits.addPolicy(
    'humana',
    'brands.md',
    '# Infliximab\n\nRemicade requires prior authorization. Inflectra does not require prior authorization.',
  )
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await clearinghouse[Symbol.asyncDispose]()
})

let members = 0
async function caller(payer_id: string, plan: object = { deductible: { total: 100 }, outOfPocket: { total: 200 } }) {
  const member_id = `PA-${++members}`
  clearinghouse.members.set(member_id, plan)
  const { person, conversation } = await benefits.voice.verified({ payer_id, member_id })
  await benefits.settled(person.id)
  const ask = async (medication: string, name = 'check_pa_requirements') =>
    (await benefits.voice.invoke(conversation, name, { patient_id: person.id, medication })).body
  return { id: person.id, ask }
}

test("returns the payer's policy with drugs, criteria and sources, for brand, generic and J-code alike", async () => {
  const { ask } = await caller('aetna')
  const answer = await ask('Stelara')
  expect(answer).toMatchObject({
    status: 'completed',
    payer: 'aetna',
    medication: 'Stelara',
    pa_required: true,
    pa_status: null,
    step_therapy_required: true,
    step_therapy_drugs: ['Humira'],
    message: expect.stringMatching(/needs prior authorization.*Humira/),
  })
  expect(answer.criteria.join(' ')).toMatch(/18 years.*tuberculosis/)
  expect(answer.sources[0]).toMatch(/^Ustekinumab, .*https:\/\/aetna\.example\/ustekinumab$/)
  for (const name of ['ustekinumab', 'STELARA', 'J3357']) {
    const { pa_required, step_therapy_required, step_therapy_drugs, criteria, sources } = await ask(name)
    expect({ pa_required, step_therapy_required, step_therapy_drugs, criteria, sources }, name).toEqual({
      pa_required: true,
      step_therapy_required: true,
      step_therapy_drugs: answer.step_therapy_drugs,
      criteria: answer.criteria,
      sources: answer.sources,
    })
  }
})

describe('which policy applies', () => {
  test.each([
    ['aetna', 'Stelara', true, 'the one that names the drug, before the general one'],
    ['aetna', 'Ozempic', false, "the payer's general one, before that of any payer"],
    ['molina', 'Ozempic', true, 'that of any payer, where the payer has none'],
    ['humana', 'Remicade', true, 'the rule of the product that was named'],
    ['humana', 'Inflectra', false, 'the rule of the other product'],
  ])('for a member of %s who asks about %s, pa_required is %j: %s', async (payer, medication, required) => {
    const { ask } = await caller(payer)
    expect(await ask(medication)).toMatchObject({ status: 'completed', pa_required: required })
    expect(await ask(medication, 'verify_benefits')).toMatchObject({ status: 'completed', pa_required: required, medication })
  })
})

test('two policies that contradict each other: null, with both as sources, and the agent says that it is unclear', async () => {
  const { ask } = await caller('cigna')
  const answer = await ask('Entyvio')
  expect(answer.pa_required).toBeNull()
  expect(answer.sources).toHaveLength(2)
  expect(answer.message).toContain('does not say clearly whether Entyvio needs prior authorization')
})

test('a policy that takes effect later does not apply yet', async () => {
  await benefits.addPolicy('kaiser', 'later.md', '# Later\n\nPrior authorization is required for Entyvio in this plan.', {
    effectiveDate: '2999-01-01',
  })
  await benefits.addPolicy('kaiser', 'now.md', '# Now\n\nEntyvio does not require prior authorization in this plan.', {
    effectiveDate: '2020-01-01',
  })
  const { ask } = await caller('kaiser')
  expect((await ask('Entyvio')).pa_required).toBe(false)
})

test('a policy that was removed or changed no longer applies as before', async () => {
  const id = await benefits.addPolicy('molina', 'changing.md', '# M\n\nPrior authorization is required for Dupixent in this plan.')
  const { ask } = await caller('molina')
  expect((await ask('Dupixent')).pa_required).toBe(true)
  await benefits.addPolicy('molina', 'changing.md', '# M\n\nDupixent does not require prior authorization in this plan.')
  expect((await ask('Dupixent')).pa_required).toBe(false)
  await benefits.voice.query(`mutation { removePolicy(input: { id: ${id} }) { policy { id rules { paRequired } } } }`)
  expect(await ask('Dupixent')).toMatchObject({ pa_required: true, sources: [expect.stringMatching(/^General/)] })
})

describe("the payer's own answer on a J-code", () => {
  const plan = { deductible: { total: 100 }, outOfPocket: { total: 200 } }
  test.each([
    ['asks for it where no policy does', 'J2350', true, 'aetna', 'Ocrevus', true],
    ['does not lift what a policy asks for', 'J3357', false, 'aetna', 'Stelara', true],
    ['is an answer where policies contradict each other', 'J3380', true, 'cigna', 'Entyvio', true],
  ])('%s', async (_what, code, said, payer, medication, required) => {
    const { ask } = await caller(payer, { ...plan, authorizations: { [code]: said } })
    expect(await ask(medication)).toMatchObject({ status: 'completed', pa_required: required })
    expect(await ask(code)).toMatchObject({ pa_required: required })
  })
})

test('if no policy says anything, the answer is "not found", and nothing is invented', async () => {
  await using empty = await startTestService(clearinghouse.env)
  const here = benefitsOf(empty)
  const { person, conversation } = await here.voice.verified()
  const { body } = await here.voice.invoke(conversation, 'check_pa_requirements', { patient_id: person.id, medication: 'Stelara' })
  expect(body).toEqual({
    status: 'not_found_in_policy',
    payer: 'aetna',
    medication: 'Stelara',
    jcode: 'J3357',
    pa_required: null,
    pa_status: null,
    step_therapy_required: null,
    step_therapy_drugs: [],
    criteria: [],
    sources: [],
    message: expect.stringContaining('did not find Stelara in a policy'),
  })
  expect(await here.caseOf(person.id, 'Stelara')).toMatchObject({ status: 'open', paRequired: null })
})

test('with the sandbox, every drug of any payer gets a boolean with a source', async () => {
  await using sandbox = await startTestService({ SAMPLE_POLICIES: 'true' })
  const here = benefitsOf(sandbox)
  await until(async () => {
    const { policyDocuments } = await here.voice.query('{ policyDocuments(first: 1000) { edges { node { state } } } }')
    const states = nodes<{ state: string }>(policyDocuments)
    return states.length > 12 && states.every(({ state }) => state === 'ready')
  })
  const { payers } = await here.voice.query('{ payers(first: 1000) { edges { node { id } } } }')
  for (const payer of [...nodes<{ id: string }>(payers).map(({ id }) => id), 'nobodys-payer']) {
    for (const medication of ['Humira', 'Ocrevus', 'metformin', 'Nosuchdrugol']) {
      const text = 'query($p: String!, $m: String!) { paRequirements(payerId: $p, medication: $m) { paRequired sources { title quote } } }'
      const { paRequirements } = await here.voice.query(text, { p: payer, m: medication })
      expect([typeof paRequirements.paRequired, paRequirements.sources.length > 0], `${payer} ${medication}`).toEqual(['boolean', true])
    }
  }
})
