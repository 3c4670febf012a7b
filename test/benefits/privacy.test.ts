import { createClient } from 'graphql-sse'
import { expect, onTestFinished, test } from 'vitest'
import { auditEventsOf } from '../support/audit.ts'
import { benefitsOf } from '../support/benefits.ts'
import { type Mishap, startFakeClearinghouse } from '../support/fake-clearinghouse.ts'
import { apiKey, nodes, patientBody, startTestService, type TestService, until, widgetKey } from '../support/service.ts'

// Who may see benefits, what is audited, and what is never logged.

/** The events of a subscription; it is known to be listening once `poke` has caused the first event. */
async function listen(service: TestService, query: string, poke: () => Promise<unknown>) {
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { authorization: `Bearer ${apiKey}` }, retryAttempts: 0 })
  onTestFinished(() => client.dispose())
  const seen: { id: number; status: string; patientId: number; methods: { api: { status: string } } }[] = []
  void (async () => {
    for await (const { data, errors } of client.iterate({ query })) {
      if (errors) throw new Error(JSON.stringify(errors))
      seen.push(data?.verificationUpdated as (typeof seen)[number])
    }
  })()
  await until(async () => {
    await poke()
    return seen.length > 0
  })
  return seen
}
const selection = '{ id status patientId methods { api { status } } }'

test('verificationUpdated reports each step of a verification, for one patient or for all', async () => {
  await using service = await startTestService()
  const benefits = benefitsOf(service)
  const [person, other] = [await benefits.voice.person(), await benefits.voice.person()]
  const again = async (id: number) => {
    await benefits.start(id)
    await benefits.settled(id)
  }
  const own = await listen(service, `subscription { verificationUpdated(patientId: ${person.id}) ${selection} }`, () => again(person.id))
  const all = await listen(service, `subscription { verificationUpdated ${selection} }`, () => again(other.id))
  const { id } = await benefits.start(person.id)
  await until(() => [own, all].every((seen) => seen.some((event) => event.id === id && event.status === 'VERIFIED')))
  expect(own.every(({ patientId }) => patientId === person.id)).toBe(true)
  expect(all.some(({ patientId }) => patientId === other.id)).toBe(true)
  expect(own.filter((event) => event.id === id).at(-1)).toMatchObject({ status: 'VERIFIED', methods: { api: { status: 'completed' } } })
})

test('every read and change of verifications, cases and discrepancies is audited with its patient', async () => {
  await using service = await startTestService()
  const benefits = benefitsOf(service)
  const person = await benefits.voice.person()
  const { benefits: told } = await benefits.settled(person.id)
  const actions = () => auditEventsOf(service, person.id, 'action', 'surface', 'actor', 'fields')
  /** The kinds of audit events that an action adds. */
  const adds = async (doing: () => Promise<unknown>) => {
    const before = (await actions()).length
    await doing()
    const now = await actions()
    return [...new Set(now.slice(0, now.length - before).map(({ action, surface }) => `${surface} ${action}`))].toSorted()
  }
  expect((await actions()).map(({ action, surface }) => `${surface} ${action}`)).toEqual(
    expect.arrayContaining(['rest benefits_verification.create', 'job benefits_verification.update']),
  )
  expect(await adds(() => benefits.read(person.id))).toEqual(['rest benefits_verification.read'])
  expect(await adds(() => benefits.all(person.id))).toContain('graphql benefits_verification.read')
  expect(await adds(() => benefits.cases(person.id))).toContain('graphql pa_case.read')
  await benefits.payerCall(person.id, [`The individual in-network deductible is $${told.deductibleIndividual + 250}.`])
  const discrepancies = () =>
    benefits.voice.query(`{ benefitDiscrepancies(filter: { patientId: ${person.id} }) { edges { node { id } } } }`)
  expect(await adds(discrepancies)).toEqual(['graphql benefit_discrepancy.read', 'graphql benefit_discrepancy.search'])
  const [{ id }] = nodes((await discrepancies()).benefitDiscrepancies)
  const resolve = () =>
    benefits.voice.query(`mutation { resolveDiscrepancy(input: { id: ${id}, keep: voice }) { benefitDiscrepancy { id } } }`)
  expect(await adds(resolve)).toEqual(['graphql benefit_discrepancy.update'])
  const { paCaseId } = await benefits.start(person.id, 'Zorbinolol')
  await benefits.settled(person.id)
  expect(await adds(() => benefits.move(paCaseId, 'pending'))).toEqual(['graphql pa_case.update'])
  const subscription = `subscription { verificationUpdated(patientId: ${person.id}) { id } }`
  expect(await adds(() => listen(service, subscription, () => benefits.start(person.id)))).toContain('graphql benefits_verification.read')
})

test('the widget key sees none of it', async () => {
  await using service = await startTestService()
  const benefits = benefitsOf(service)
  const { id } = await benefits.voice.person()
  const { id: verification, paCaseId } = await benefits.settled(id)
  const operations = [
    `{ latestVerification(patientId: ${id}) { id } }`,
    `{ benefitsVerification(id: ${verification}) { id } }`,
    '{ benefitsVerifications { edges { node { id } } } }',
    '{ benefitDiscrepancies { edges { node { id } } } }',
    `{ paCase(id: ${paCaseId}) { id } }`,
    '{ paCases { edges { node { id } } } }',
    '{ payers { edges { node { id } } } }',
    '{ policyDocuments { edges { node { id } } } }',
    '{ paRequirements(payerId: "aetna", medication: "Humira") { paRequired } }',
    '{ searchPolicies(query: "Humira") { title } }',
    `mutation { startBenefitsVerification(input: { patientId: ${id} }) { verification { id } } }`,
    `mutation { retryVerification(input: { id: ${verification} }) { verification { id } } }`,
    'mutation { resolveDiscrepancy(input: { id: 1, keep: api }) { benefitDiscrepancy { id } } }',
    `mutation { movePaCase(input: { id: ${paCaseId}, to: pending }) { paCase { id } } }`,
    'mutation { setTradingPartner(input: { payerId: "aetna" }) { payer { id } } }',
    'mutation { removePolicy(input: { id: 1 }) { policy { id } } }',
    'mutation { addPolicy(input: { name: "x", payerId: "*", content: "eA==" }) { policy { id } } }',
  ]
  for (const operation of operations) {
    const { errors } = await service.graphql(operation, {}, { key: widgetKey })
    expect(errors?.[0]?.extensions?.code, operation).toBe('FORBIDDEN')
  }
  const client = createClient({ url: `${service.url()}/graphql/stream`, headers: { 'x-api-key': widgetKey }, retryAttempts: 0 })
  const { value } = await client.iterate({ query: 'subscription { verificationUpdated { id } }' }).next()
  client.dispose()
  expect(value?.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  expect(await benefits.all(id)).toHaveLength(1)
})

const canaries = ['Zebulontraut', 'CANARY-MEMBER-1', '+15559871234', '4321.37', 'Canarimab', 'CANARY-KEY']

test('no log line or metric contains a member ID, a name, an amount or the key, whatever the payer does', async () => {
  await using clearinghouse = await startFakeClearinghouse({ apiKey: 'CANARY-KEY' })
  await using service = await startTestService(clearinghouse.env)
  const benefits = benefitsOf(service)
  clearinghouse.members.set('CANARY-MEMBER-1', { deductible: { total: 4321.37 }, outOfPocket: { total: 9999 } })
  const body = patientBody({ first_name: 'Zebulontraut', phone: '+15559871234', payer_id: 'aetna', member_id: 'CANARY-MEMBER-1' })
  const { body: patient } = await service.rest('POST', '/v1/patients', { body })
  await benefits.settled(patient.id)
  const mishaps: Mishap[] = [
    { status: 400 },
    { answer: { benefitsInformation: [{ code: 'C', benefitAmount: 'Zebulontraut' }], subscriber: 5 } },
    { aaa: [{ code: '72', description: 'CANARY-MEMBER-1 of Zebulontraut is unknown' }] },
    { status: 500 },
    'not json',
    'malformed',
    'cut connection',
  ]
  for (const mishap of mishaps) {
    clearinghouse.mishaps.push(mishap)
    await benefits.start(patient.id, 'Canarimab')
    await benefits.settled(patient.id)
  }
  await benefits.payerCall(patient.id, ['The individual in-network deductible is $4,321.37 for Zebulontraut.'])
  // A failing database puts values into its error messages.
  await service.sql("ALTER TABLE verification_method ADD CONSTRAINT away CHECK (benefits::text NOT LIKE '%4321%') NOT VALID")
  const { id } = await benefits.start(patient.id)
  await until(() => service.logLines.some((line) => line.includes('job failed')))
  expect((await benefits.all(patient.id))[0]).toMatchObject({ id, status: 'IN_PROGRESS' })
  const metrics = String((await service.rest('GET', '/metrics')).body)
  for (const text of [...service.logLines, metrics]) {
    for (const canary of canaries) expect(text.toLowerCase()).not.toContain(canary.toLowerCase())
  }
})
