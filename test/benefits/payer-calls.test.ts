import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { benefitsOf, payerTranscript } from '../support/benefits.ts'
import { nodes, startTestService, type TestService, until } from '../support/service.ts'
import { newConversation } from '../support/voice.ts'

// The voice method: benefits that a payer's representative reports in a call become part of a verification.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const tiers = 'Tier one is ten dollars, tier two is thirty-five, and tier three is seventy.'
const tierFields = { tier_1_copay: 'voice', tier_2_copay: 'voice', tier_3_copay: 'voice' }

/** A patient of Aetna, whose sandbox plans leave out the tiers, with the result of the electronic check. */
async function verified(fields: object = {}) {
  const person = await benefits.voice.person(fields)
  return { id: person.id, person, api: (await benefits.settled(person.id)) as { id: number; benefits: Record<string, number> } }
}
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
/** States a different deductible than the payer's system. */
const otherDeductible = (amount: number) => `The individual in-network deductible is ${dollars(amount)}.`

describe('a call fills what the electronic answer left out', () => {
  test.each([true, false])('with the call registered before its report: %s', async (before) => {
    const { id, api } = await verified()
    const conversation = newConversation('payer')
    if (before) await benefits.payerCall(id, [tiers], { conversation })
    else {
      await benefits.voice.postCall(conversation, { status: 'completed', duration_seconds: 180, transcript: payerTranscript(tiers) })
      await benefits.voice.analysed(conversation)
      await benefits.registerPayerCall(conversation, id)
    }
    const { body } = await until(async () => {
      const answer = await benefits.read(id)
      return answer.body.methods.voice.success && answer
    })
    expect(body).toMatchObject({
      verification_id: api.id,
      status: 'VERIFIED',
      methods: { api: { success: true }, voice: { status: 'completed', success: true, duration: 180 } },
      benefits: { tier_1_copay: 10, tier_2_copay: 35, tier_3_copay: 70, deductible_individual: api.benefits.deductibleIndividual },
      field_sources: { ...tierFields, deductible_individual: 'api', coverage_status: 'api' },
    })
    const [{ timeline, discrepancies }] = await benefits.all(id)
    expect(discrepancies).toEqual([])
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain('voice_read')
  })

  test('also of a running verification, which stays in progress until the payer has answered', async () => {
    const { id } = await benefits.voice.person({ member_id: 'SANDBOX-SLOW-20' })
    await benefits.payerCall(id, [tiers, 'The individual deductible is $1,234.'])
    const during = (await benefits.all(id))[0]
    if (during.status === 'IN_PROGRESS') expect(during.fieldSources).toMatchObject({ deductible_individual: 'voice' })
    const after = await benefits.settled(id)
    expect(after).toMatchObject({ id: during.id, status: 'VERIFIED', fieldSources: { ...tierFields, deductible_individual: 'api' } })
  })

  test('of a failed verification, which becomes PARTIAL', async () => {
    const { id } = await verified({ member_id: 'SANDBOX-UNKNOWN-20' })
    await benefits.payerCall(id, ['The individual deductible is $1,500.'])
    expect((await benefits.read(id)).body).toMatchObject({ status: 'PARTIAL', field_sources: { deductible_individual: 'voice' } })
  })

  test('without any verification it creates one, in a case', async () => {
    const { id, member_id } = await benefits.voice.person({ payer_id: null })
    await service.sql("UPDATE patient SET payer_id = 'aetna' WHERE id = $1", [id])
    await benefits.payerCall(id, ['Coverage is active.', 'The individual deductible is $1,500.', 'The out-of-pocket maximum is $6,000.'])
    const [own, ...others] = await benefits.all(id)
    expect(others).toEqual([])
    expect(own).toMatchObject({ trigger: 'payer_call', memberId: member_id, attempts: 0, methods: { api: { status: 'not_started' } } })
    expect((await benefits.cases(id)).map((one: { id: number }) => one.id)).toEqual([own.paCaseId])
    expect((await benefits.read(id)).body).toMatchObject({
      methods: { api: { status: 'not_started', duration: 0 } },
      field_sources: { deductible_individual: 'voice' },
    })
  })
})

describe('if call and electronic answer disagree', () => {
  async function contradicted() {
    const { id, api } = await verified()
    const apiValue = Number(api.benefits.deductibleIndividual)
    const said = otherDeductible(apiValue + 250)
    const conversation = await benefits.payerCall(id, [said])
    const [{ discrepancies }] = await benefits.all(id)
    return { id, apiValue, said, conversation, discrepancies }
  }
  const resolve = async (id: number, keep: string) =>
    (
      await benefits.voice.query(
        `mutation { resolveDiscrepancy(input: { id: ${id}, keep: ${keep}, note: "Called again" }) { benefitDiscrepancy { id kept resolvedBy note } } }`,
      )
    ).resolveDiscrepancy.benefitDiscrepancy
  const deductible = async (id: number) => {
    const { body } = await benefits.read(id)
    return [body.benefits.deductible_individual, body.field_sources.deductible_individual]
  }

  test('the answer counts, and the discrepancy waits for staff with both values and the quote', async () => {
    const { id, apiValue, said, discrepancies } = await contradicted()
    expect(discrepancies).toEqual([
      {
        id: expect.any(Number),
        field: 'deductible_individual',
        apiValue,
        voiceValue: apiValue + 250,
        quote: said,
        kept: null,
        resolvedBy: null,
        note: null,
      },
    ])
    expect(await deductible(id)).toEqual([apiValue, 'api'])
    const { benefitDiscrepancies } = await benefits.voice.query(
      `{ benefitDiscrepancies(filter: { patientId: ${id}, open: true }) { edges { node { id } } } }`,
    )
    expect(nodes(benefitDiscrepancies).map((one: { id: number }) => one.id)).toEqual([discrepancies[0].id])
  })

  test('a decision for the call changes the benefits, survives the same report again, and can be changed back', async () => {
    const { id, apiValue, said, conversation, discrepancies } = await contradicted()
    const [{ id: discrepancy }] = discrepancies
    expect(await resolve(discrepancy, 'voice')).toMatchObject({ kept: 'voice', resolvedBy: 'API_KEY#1', note: 'Called again' })
    expect(await deductible(id)).toEqual([apiValue + 250, 'voice'])
    const [{ updatedAt }] = [await benefits.voice.analysed(conversation)]
    await benefits.payerCall(id, [said, 'Thank you for calling.'], { conversation, registered: false })
    await until(async () => (await benefits.voice.fields(conversation, 'updatedAt analysisStatus')).updatedAt !== updatedAt)
    await benefits.voice.analysed(conversation)
    expect(await deductible(id)).toEqual([apiValue + 250, 'voice'])
    expect((await benefits.all(id))[0].discrepancies).toMatchObject([{ id: discrepancy, kept: 'voice' }])
    await resolve(discrepancy, 'api')
    expect(await deductible(id)).toEqual([apiValue, 'api'])
    const { benefitDiscrepancies } = await benefits.voice.query(
      `{ benefitDiscrepancies(filter: { patientId: ${id}, open: true }) { edges { node { id } } } }`,
    )
    expect(nodes(benefitDiscrepancies)).toEqual([])
  })

  test('another figure in a fuller report is another discrepancy, open again', async () => {
    const { id, apiValue, conversation, discrepancies } = await contradicted()
    await resolve(discrepancies[0].id, 'voice')
    await benefits.payerCall(id, [otherDeductible(apiValue + 500), 'Thank you for calling us, and have a nice day.'], {
      conversation,
      registered: false,
    })
    await until(async () => (await benefits.all(id))[0].discrepancies[0].voiceValue === apiValue + 500)
    expect((await benefits.all(id))[0].discrepancies).toMatchObject([{ kept: null, resolvedBy: null }])
    expect(await deductible(id)).toEqual([apiValue, 'api'])
  })

  test('there is nothing to decide without a discrepancy', async () => {
    const { errors } = await service.graphql(
      'mutation { resolveDiscrepancy(input: { id: 999999999, keep: api }) { benefitDiscrepancy { id } } }',
    )
    expect(errors[0].extensions.code).toBe('NOT_FOUND')
    const { id, api } = await verified()
    await benefits.payerCall(id, [otherDeductible(Number(api.benefits.deductibleIndividual))])
    expect((await benefits.all(id))[0].discrepancies).toEqual([])
  })
})

test('a call that turns out to be about another patient moves its values to that patient', async () => {
  const [wrong, right] = [await verified(), await verified()]
  const conversation = await benefits.payerCall(wrong.id, [tiers])
  expect((await benefits.read(wrong.id)).body.field_sources).toMatchObject(tierFields)
  await benefits.registerPayerCall(conversation, right.id)
  await until(async () => (await benefits.read(right.id)).body.field_sources.tier_1_copay === 'voice')
  const { body } = await benefits.read(wrong.id)
  expect(body).toMatchObject({ status: 'VERIFIED', benefits: { tier_1_copay: null }, methods: { voice: { success: false } } })
  expect(body.field_sources).not.toHaveProperty('tier_1_copay')
})

describe('benefits are never changed by', () => {
  test('a call with a patient, whatever is said in it', async () => {
    const { person, conversation } = await benefits.voice.verified()
    await benefits.settled(person.id)
    const { body: before } = await benefits.read(person.id)
    await benefits.voice.postCall(conversation, {
      status: 'completed',
      transcript: payerTranscript(tiers, 'The individual deductible is $9.'),
    })
    await benefits.voice.analysed(conversation)
    expect((await benefits.read(person.id)).body).toEqual(before)
  })

  test('a payer call about nobody, and one without reported benefits', async () => {
    const { id } = await verified()
    const { body: before } = await benefits.read(id)
    const count = async () => (await benefits.voice.query('{ benefitsVerifications { totalCount } }')).benefitsVerifications.totalCount
    const made = await count()
    await benefits.payerCall(null, [tiers])
    await benefits.payerCall(id, ['Please hold.', 'I cannot find that member, sorry.'])
    expect(await count()).toBe(made)
    expect((await benefits.read(id)).body).toEqual(before)
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a call that turns out to be with a payer while it is analysed as a caller’s is read again',
  async () => {
    const { id, api } = await verified()
    const conversation = newConversation('under-way')
    const callId = await benefits.voice.register(conversation)
    const client = new pg.Client({ connectionString: service.env.DATABASE_URL })
    await client.connect()
    try {
      await benefits.voice.postCall(conversation, { status: 'completed', duration_seconds: 180, transcript: payerTranscript(tiers) })
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM voice_call WHERE id = $1 FOR UPDATE', [callId])
      const waiting = (count: number) =>
        until(async () => {
          const [locks] = await service.sql<{ count: string }>(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
          return Number(locks?.count) >= count
        })
      const registered = benefits.registerPayerCall(conversation, id)
      // Both: who the call is with, and then its analysis, which has read it already.
      await waiting(2)
      await client.query('COMMIT')
      await registered
    } finally {
      await client.end()
    }
    const { body } = await until(async () => {
      const answer = await benefits.read(id)
      return answer.body.methods.voice.success && answer
    })
    expect(body).toMatchObject({ verification_id: api.id, benefits: { tier_1_copay: 10 } })
  },
)
