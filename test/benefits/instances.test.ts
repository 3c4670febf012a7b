import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, until } from '../support/service.ts'

// Several instances on one PostgreSQL and one Redis act as one.
const shared = process.env.TEST_DATABASE_URL !== undefined && process.env.TEST_REDIS_URL !== undefined

describe.runIf(shared)('two instances', () => {
  async function pair() {
    const one = await startTestService()
    const two = await startTestService({ ...one.env, REDIS_PREFIX: one.env.DATA_DIR ?? '' })
    return {
      one: benefitsOf(one),
      two: benefitsOf(two),
      async [Symbol.asyncDispose]() {
        await two[Symbol.asyncDispose]()
        await one[Symbol.asyncDispose]()
      },
    }
  }

  test('simultaneous requests to both for one patient: one verification, and the payer is asked once', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const { id } = await one.voice.person({ member_id: 'SANDBOX-SLOW-50' })
    const given = await Promise.all([one, two, one, two, one, two].map((instance) => instance.start(id)))
    expect(new Set(given.map((verification) => verification.id)).size).toBe(1)
    expect(await two.settled(id)).toMatchObject({ status: 'VERIFIED', attempts: 1 })
    expect(await one.all(id)).toHaveLength(1)
  })

  test('simultaneous requests to both open one case for a medicine, and one of two moves succeeds', async () => {
    await using instances = await pair()
    const { one, two } = instances
    const { id } = await one.voice.person()
    await one.settled(id)
    await Promise.all([one, two, one, two].map((instance) => instance.start(id, 'Zorbinolol')))
    const cases = (await two.cases(id)).filter(({ medicationName }: { medicationName: string | null }) => medicationName !== null)
    expect(cases).toHaveLength(1)
    const moved = await Promise.all([one, two, one, two].map((instance) => instance.move(cases[0].id, 'pending')))
    expect(moved.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'pending'])
  })

  test('a patient created at one is VERIFIED at the first read from the other', async () => {
    await using instances = await pair()
    const { one, two } = instances
    for (let round = 0; round < 4; round++) {
      const { id } = await one.voice.person()
      const { body } = await until(async () => {
        const answer = await two.read(id)
        return answer.status === 200 && answer
      })
      expect(body.status).toBe('VERIFIED')
    }
  })
})
