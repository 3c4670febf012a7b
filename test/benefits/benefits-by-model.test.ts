import { beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { givenModel } from '../support/model-service.ts'
import { retentionOf } from '../support/retention.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// With a chat model, two read what a payer says in a call: the service itself, and the model.

const given = givenModel({ MODEL_TIMEOUT_SECONDS: '5', CALL_RETENTION_DAYS: '30' })
let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(() => {
  service = given.service
  benefits = benefitsOf(service)
})

const tiers = 'Tier one is ten dollars, tier two is thirty-five, and tier three is seventy.'

/** Of Aetna, whose sandbox plans leave out the tiers, after a call in which the tiers are told and a model reads these. */
async function called(read: [field: string, amount: number, quote: string][], said = [tiers]) {
  const { id } = await benefits.voice.person({})
  await benefits.settled(id)
  given.chat.answers.payer_benefits = { amounts: read.map(([field, amount, quote]) => ({ field, amount, quote })), coverage: null }
  await benefits.payerCall(id, said)
  return { id, ...(await readingOf(id)) }
}

async function readingOf(id: number) {
  const { benefitsVerifications } = await benefits.voice.query(`{ benefitsVerifications(filter: { patientId: ${id} }) { edges { node {
    benefits { tier1Copay tier2Copay tier3Copay copaySpecialty } fieldSources methods { voice { confirmed success } }
    discrepancies { id field apiValue voiceValue modelValue quote modelQuote kept } } } } }`)
  return benefitsVerifications.edges[0].node
}

const keep = (id: number, method: string) =>
  benefits.voice.query(`mutation { resolveDiscrepancy(input: { id: ${id}, keep: ${method} }) { benefitDiscrepancy { kept } } }`)

test('the model is asked by a strict schema, and what both read alike is confirmed', async () => {
  const found = await called([
    ['tier_1_copay', 10, 'Tier one is ten dollars'],
    ['tier_2_copay', 35, 'tier two is thirty-five'],
  ])
  expect(given.chat.asked.map(({ response_format }) => response_format?.json_schema)).toContainEqual(
    expect.objectContaining({ name: 'payer_benefits', strict: true }),
  )
  expect(found.methods.voice.confirmed.toSorted()).toEqual(['tier_1_copay', 'tier_2_copay'])
  expect(found.discrepancies).toEqual([])
})

describe('where the two readings differ', () => {
  const said = ['Tier one is ten dollars, tier two is thirty-five or forty-five by mail, and tier three is seventy.']
  const differing = () => called([['tier_3_copay', 35, 'tier two is thirty-five']], [tiers, ...said])

  test('staff get both with their words, and the local one counts until they decide', async () => {
    const { id, discrepancies, benefits: known } = await differing()
    const [found, ...others] = discrepancies
    expect(others).toEqual([])
    expect(found).toMatchObject({
      field: 'tier_3_copay',
      apiValue: null,
      voiceValue: 70,
      modelValue: 35,
      modelQuote: tiers,
      kept: null,
    })
    expect(known.tier3Copay).toBe(70)
    await keep(found.id, 'model')
    expect(await readingOf(id)).toMatchObject({ benefits: { tier3Copay: 35 }, fieldSources: { tier_3_copay: 'voice' } })
    await keep(found.id, 'voice')
    expect(await readingOf(id)).toMatchObject({ benefits: { tier3Copay: 70 } })
  })

  test('the work item of it carries the decision', async () => {
    const { discrepancies } = await differing()
    await keep(discrepancies[0].id, 'model')
    const rows = await service.sql(
      `SELECT item.state, item.closed_at FROM work_item item JOIN benefit_contradiction found ON found.work_item_id = item.id WHERE found.id = $1`,
      [discrepancies[0].id],
    )
    expect(rows).toMatchObject([{ state: 'model', closed_at: expect.anything() }])
  })
})

describe('what the model alone has read', () => {
  const said = ['With the specialty pharmacy it comes to sixty dollars of marmalade on her side.']
  const alone = () => called([['copay_specialty', 60, 'it comes to sixty dollars of marmalade']], said)

  test('counts for nothing until staff decide for it', async () => {
    const { id, discrepancies, benefits: known } = await alone()
    expect(discrepancies).toMatchObject([{ field: 'copay_specialty', modelValue: 60, quote: '' }])
    expect(known.copaySpecialty).toBe(discrepancies[0].apiValue)
    await keep(discrepancies[0].id, 'model')
    expect((await readingOf(id)).benefits.copaySpecialty).toBe(60)
  })

  test('stays where the words of the call are erased, and the words go', async () => {
    const retention = retentionOf(service)
    const { id, discrepancies } = await alone()
    await keep(discrepancies[0].id, 'model')
    await retention.age()
    await service.sql('UPDATE told_benefits SET told_at = now()')
    await retention.decideAll()
    await retention.erase()
    await until(async () => (await retention.tablesWith('marmalade')).length === 0)
    expect(await readingOf(id)).toMatchObject({ benefits: { copaySpecialty: 60 }, discrepancies: [{ modelValue: 60, modelQuote: '' }] })
  })
})

test('a call that only the model could read makes no verification, and none of before is hidden by it', async () => {
  const said = ['With the specialty pharmacy it comes to sixty dollars on her side.']
  const { id } = await benefits.voice.person({ payer_id: null })
  await service.sql("UPDATE patient SET payer_id = 'aetna' WHERE id = $1", [id])
  given.chat.answers.payer_benefits = {
    amounts: [{ field: 'copay_specialty', amount: 60, quote: 'it comes to sixty dollars' }],
    coverage: null,
  }
  await benefits.payerCall(id, said)
  expect(await benefits.all(id)).toEqual([])
  expect((await benefits.read(id)).status).toBe(404)
  await benefits.start(id)
  await benefits.settled(id)
  const { discrepancies, methods } = await readingOf(id)
  expect(methods.voice).toMatchObject({ success: false, confirmed: [] })
  expect(discrepancies).toMatchObject([{ field: 'copay_specialty', modelValue: 60 }])
})

test('a decision between answer and call stands when the model comes to confirm the call, and when it falls silent', async () => {
  const { id } = await benefits.voice.person({})
  const told = await benefits.settled(id)
  const said = `The individual in-network deductible is $${told.benefits.deductibleIndividual + 250}.`
  given.chat.always = { status: 500 }
  const conversation = await benefits.payerCall(id, [said])
  const [{ discrepancies }] = await benefits.all(id)
  await keep(discrepancies[0].id, 'voice')
  for (const mishap of [undefined, { status: 500 }] as const) {
    given.chat.always = mishap
    given.chat.answers.payer_benefits = {
      amounts: [{ field: 'deductible_individual', amount: told.benefits.deductibleIndividual + 250, quote: said }],
      coverage: null,
    }
    const before = (await benefits.voice.fields(conversation, 'updatedAt')).updatedAt
    await benefits.payerCall(id, [said, mishap ? 'Thank you for calling us, and have a nice day.' : 'Have a nice day.'], {
      conversation,
      registered: false,
    })
    await until(async () => (await benefits.voice.fields(conversation, 'updatedAt')).updatedAt !== before)
    await benefits.voice.analysed(conversation)
    expect((await benefits.all(id))[0].discrepancies).toMatchObject([{ id: discrepancies[0].id, kept: 'voice' }])
  }
})

test('a value that staff took from the model stays where the call is read again and the model fails', async () => {
  const { id } = await benefits.voice.person({})
  await benefits.settled(id)
  const said = 'With the specialty pharmacy it comes to sixty dollars on her side.'
  given.chat.answers.payer_benefits = { amounts: [{ field: 'copay_specialty', amount: 60, quote: said }], coverage: null }
  const conversation = await benefits.payerCall(id, [said])
  const { discrepancies } = await readingOf(id)
  await keep(discrepancies[0].id, 'model')
  given.chat.always = { status: 500 }
  const before = (await benefits.voice.fields(conversation, 'updatedAt')).updatedAt
  await benefits.payerCall(id, [said, 'Have a nice day.'], { conversation, registered: false })
  await until(async () => (await benefits.voice.fields(conversation, 'updatedAt')).updatedAt !== before)
  await benefits.voice.analysed(conversation)
  expect(await readingOf(id)).toMatchObject({ benefits: { copaySpecialty: 60 }, discrepancies: [{ kept: 'model' }] })
})

test.each(['malformed', 'refusal', 'cut connection', { status: 500 }] as const)(
  'a model that fails (%j) leaves what was read here',
  async (mishap) => {
    given.chat.always = mishap
    const { benefits: known, discrepancies, methods } = await called([])
    expect(known).toMatchObject({ tier1Copay: 10, tier2Copay: 35, tier3Copay: 70 })
    expect([discrepancies, methods.voice.confirmed]).toEqual([[], []])
  },
)

test('with MODEL_USES the model reads no payer call', async () => {
  const alone = await startTestService({ ...given.env, OPENAI_EMBEDDING_MODEL: 'local', MODEL_USES: 'chat,safety' })
  const own = benefitsOf(alone)
  const { id } = await own.voice.person({})
  await own.settled(id)
  await own.payerCall(id, [tiers])
  expect(given.chat.asked).toEqual([])
  await alone[Symbol.asyncDispose]()
})
