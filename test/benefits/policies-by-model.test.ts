import { beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { givenModel } from '../support/model-service.ts'
import { type TestService, until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// With a chat model, two read a payer's policy: rules, and the model.

const given = givenModel({ SAMPLE_POLICIES: 'false', MODEL_TIMEOUT_SECONDS: '5' })
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(() => {
  service = given.service
  benefits = benefitsOf(service)
})

const stated = 'Prior authorization is required for Tremfya.'
const riddle = 'Skyrizi sits on the list that goes through our clinical desk.'
const text = ['# Biologics', stated, riddle].join('\n\n')
type Told = [medicine: string, requirement: string, value: boolean, quote: string]
const reads = (...readings: Told[]) => {
  given.chat.answers.policy_readings = {
    readings: readings.map(([medicine, requirement, value, quote]) => ({ medicine, requirement, value, quote, section: 0 })),
  }
}

let added = 0
/** A policy of a payer of its own, once the model has read it. */
async function policyOf(policy = text) {
  const payerId = ['aetna', 'cigna', 'humana', 'unitedhealthcare'][added++ % 4] as string
  const id = await benefits.addPolicy(payerId, `policy-${added}.md`, policy)
  await until(async () => {
    const [row] = await service.sql('SELECT content_hash = model_content_hash AS read FROM policy_document WHERE id = $1', [id])
    return row?.read === true
  })
  return { id, payerId }
}

const readingsOf = async (id: number) =>
  (
    await benefits.voice.query(
      `{ policyDocument(id: ${id}) { openReadings work { id state version closedAt } readings { id name field localValue modelValue quote kept } } }`,
    )
  ).policyDocument

const demands = async (payerId: string, medication: string) =>
  (
    await benefits.voice.query(
      `{ paRequirements(payerId: "${payerId}", medication: "${medication}") { paRequired stepTherapyRequired sources { quote } } }`,
    )
  ).paRequirements

async function resolve(documentId: number, readingIds: number[], keep: string, fields = {}) {
  const mutation = `mutation($input: ResolvePolicyReadingsInput!) { resolvePolicyReadings(input: $input) { policy { openReadings } } }`
  const { data, errors } = await service.graphql(mutation, { input: { documentId, readingIds, keep, ...fields } })
  return errors?.[0]?.extensions?.code ?? data.resolvePolicyReadings.policy.openReadings
}

const remove = (id: number) => benefits.voice.query(`mutation { removePolicy(input: { id: ${id} }) { policy { id } } }`)

test('the model is asked by a strict schema for each part of the policy, and what both read alike needs nobody', async () => {
  reads(['Tremfya', 'pa_required', true, stated])
  const { id } = await policyOf()
  const asked = given.chat.asked.filter(({ response_format }) => response_format?.json_schema?.name === 'policy_readings')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.response_format?.json_schema?.strict).toBe(true)
  expect(asked[0]?.messages[1]?.content).toMatch(/^Document: Biologics\n+\[section 0\]/)
  expect(await readingsOf(id)).toMatchObject({ openReadings: 0, work: null, readings: [{ name: 'Tremfya', localValue: true, kept: null }] })
  await remove(id)
})

describe('what only the model has read', () => {
  const alone = () => {
    reads(['Skyrizi', 'pa_required', true, riddle], ['Tremfya', 'pa_required', true, stated])
    return policyOf()
  }

  test('is told to nobody until staff keep it, and then with its words', async () => {
    const { id, payerId } = await alone()
    const { readings, openReadings, work } = await readingsOf(id)
    expect([openReadings, work.state]).toEqual([1, 'open'])
    expect((await demands(payerId, 'Skyrizi')).paRequired).toBeNull()
    const [skyrizi] = readings.filter(({ name }: { name: string }) => name === 'Skyrizi')
    expect(skyrizi).toMatchObject({ localValue: null, modelValue: true, quote: riddle })
    expect(await resolve(id, [skyrizi.id], 'model')).toBe(0)
    expect(await demands(payerId, 'risankizumab')).toMatchObject({ paRequired: true, sources: [{ quote: riddle }] })
    expect((await readingsOf(id)).work).toMatchObject({ state: 'decided', closedAt: expect.any(String) })
    expect(await resolve(id, [skyrizi.id], 'local')).toBe(0)
    expect((await demands(payerId, 'Skyrizi')).paRequired).toBeNull()
    await remove(id)
  })

  test('is one work item a policy, which leads to it and is withdrawn with it', async () => {
    const { id } = await alone()
    const { work } = await readingsOf(id)
    const item = await workOf(service).itemOf('policy_reading', id)
    expect(item).toMatchObject({ id: work.id, state: 'open' })
    const { workItem } = await benefits.voice.query(`{ workItem(id: ${work.id}) { record { ... on PolicyDocument { id } } } }`)
    expect(workItem.record).toEqual({ id })
    await remove(id)
    expect((await benefits.voice.query(`{ workItem(id: ${work.id}) { state record { __typename } } }`)).workItem).toEqual({
      state: 'withdrawn',
      record: null,
    })
  })

  test('is read by whoever keeps the library, too, who may not decide it', async () => {
    const { id } = await alone()
    const { data } = await service.graphql('mutation { createApiKey(input: { name: "Library", scopes: [library] }) { key } }')
    const { key } = data.createApiKey
    const read = await service.graphql(
      `{ policyDocument(id: ${id}) { openReadings workVersion readings(differing: true) { id name } } }`,
      {},
      { key },
    )
    expect(read).toMatchObject({ data: { policyDocument: { openReadings: 1, workVersion: 1, readings: [{ name: 'Skyrizi' }] } } })
    expect(read.errors).toBeUndefined()
    const decided = await service.graphql(
      `mutation { resolvePolicyReadings(input: { documentId: ${id}, readingIds: [${read.data.policyDocument.readings[0].id}], keep: model }) { policy { id } } }`,
      {},
      { key },
    )
    expect(decided.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    await remove(id)
  })

  test('each decision is a version of its own, also one that leaves nothing more or less to decide', async () => {
    const { id } = await alone()
    const { readings, work } = await readingsOf(id)
    const ids = readings.map((one: { id: number }) => one.id)
    await resolve(id, ids, 'model', { note: 'Asked the payer' })
    const decided = (await readingsOf(id)).work
    await resolve(id, ids, 'local', { expectedVersion: decided.version })
    const after = (await readingsOf(id)).work
    expect(decided.version).toBeGreaterThan(work.version)
    expect(after.version).toBeGreaterThan(decided.version)
    expect(await resolve(id, ids, 'model', { expectedVersion: decided.version })).toBe('CONFLICT')
    const { workItem } = await benefits.voice.query(`{ workItem(id: ${work.id}) { history(first: 20) { edges { node { kind note } } } } }`)
    expect(workItem.history.edges.map(({ node }: { node: { note: string | null } }) => node.note)).toContain('Asked the payer')
    await remove(id)
  })

  test('of two who decide, the second is told that somebody has', async () => {
    const { id } = await alone()
    const { readings, work } = await readingsOf(id)
    const ids = readings.map((one: { id: number }) => one.id)
    expect(await resolve(id, ids, 'model', { expectedVersion: work.version })).toBe(0)
    expect(await resolve(id, ids, 'local', { expectedVersion: work.version })).toBe('CONFLICT')
    expect(await resolve(id, [2_000_000_000], 'local')).toBe('NOT_FOUND')
    await remove(id)
  })

  test('goes where the policy is replaced by another text, and stays where it is added again as it was', async () => {
    const { id, payerId } = await alone()
    const { readings } = await readingsOf(id)
    await resolve(
      id,
      readings.map((one: { id: number }) => one.id),
      'model',
    )
    const name = `policy-${added}.md`
    await benefits.addPolicy(payerId, name, text)
    expect((await demands(payerId, 'Skyrizi')).paRequired).toBe(true)
    const ofModel = given.chat.answers.policy_readings
    reads()
    await benefits.addPolicy(payerId, name, `${text}\n\nThis text is new.`)
    await until(async () => (await readingsOf(id)).readings.length === 0)
    expect((await demands(payerId, 'Skyrizi')).paRequired).toBeNull()
    // As it was once more: it is read once more, and decided once more.
    given.chat.answers.policy_readings = ofModel
    await benefits.addPolicy(payerId, name, text)
    await until(async () => (await readingsOf(id)).openReadings === 1)
    expect((await demands(payerId, 'Skyrizi')).paRequired).toBeNull()
    await remove(id)
  })
})

test('where the model reads the opposite, the rules’ reading counts until staff decide', async () => {
  const odd = 'Tremfya is exempt from the rule above by amendment.'
  reads(['Tremfya', 'pa_required', false, odd])
  const { id, payerId } = await policyOf([text, odd].join('\n\n'))
  const before = await demands(payerId, 'Tremfya')
  const { readings } = await readingsOf(id)
  expect(readings).toMatchObject([{ modelValue: false, quote: odd, localValue: before.paRequired }])
  await resolve(id, [readings[0].id], 'model')
  expect((await demands(payerId, 'Tremfya')).paRequired).toBe(false)
  await remove(id)
})

test('what staff take of one brand is told of no other, nor is what the rules say of another told of it', async () => {
  const others = ['Rituxan does not require prior authorization.', 'Ruxience requires prior authorization and a trial of Rituxan first.']
  const truxima = 'Truxima sits on the list that goes through our clinical desk.'
  reads(['Truxima', 'pa_required', true, truxima])
  const { id, payerId } = await policyOf(['# Infusions', ...others, truxima].join('\n\n'))
  const before = await Promise.all(['Rituxan', 'Ruxience'].map((brand) => demands(payerId, brand)))
  expect(before).toMatchObject([{ paRequired: false }, { paRequired: true }])
  const { readings } = await readingsOf(id)
  await resolve(id, [readings[0].id], 'model')
  expect(await Promise.all(['Rituxan', 'Ruxience'].map((brand) => demands(payerId, brand)))).toEqual(before)
  expect(await demands(payerId, 'Truxima')).toEqual({ paRequired: true, stepTherapyRequired: null, sources: [{ quote: truxima }] })
  await remove(id)
})

test('a model that fails leaves the policy as rules read it, and is asked again', async () => {
  given.chat.always = { status: 500 }
  const id = await benefits.addPolicy('aetna', 'failing.md', text)
  await until(() => given.chat.asked.length >= 3)
  expect((await demands('aetna', 'Tremfya')).paRequired).toBe(true)
  expect(await readingsOf(id)).toMatchObject({ openReadings: 0, readings: [] })
  const [waiting] = await service.sql(
    "SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = 'read-policy-by-model' AND state IN ('retry', 'active', 'created')",
  )
  expect(waiting?.jobs).toBeGreaterThan(0)
})

test('a long policy is read part by part, and kept once all of them are read', async () => {
  const filler = Array.from(
    { length: 60 },
    (_, at) => `## Background ${at}\n\n${'This paragraph tells of nothing that anybody asks for. '.repeat(8)}`,
  )
  reads()
  const { id } = await policyOf(['# Long', stated, ...filler].join('\n\n'))
  const asked = given.chat.asked.filter(({ response_format }) => response_format?.json_schema?.name === 'policy_readings')
  expect(asked.length).toBeGreaterThan(2)
  expect(new Set(asked.map(({ messages }) => messages[1]?.content)).size).toBe(asked.length)
  expect(await service.sql('SELECT count(*)::int AS parts FROM policy_part_reading WHERE document_id = $1', [id])).toEqual([{ parts: 0 }])
  await remove(id)
})
