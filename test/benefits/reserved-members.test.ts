import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservedMembers } from '../../src/domain/payers/eligibility/reserved-members.ts'
import { benefitsOf } from '../support/benefits.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// What a user of the sandbox sees for each reserved member ID, through the whole service.

let service: TestService
let benefits: ReturnType<typeof benefitsOf>
beforeAll(async () => {
  service = await startTestService()
  benefits = benefitsOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

interface Step {
  kind: string
  detail: string | null
}
const kinds = (timeline: Step[]) => timeline.map(({ kind }) => kind)
const answered = ['requested', 'started', 'payer_answered', 'settled']
const rejected = ['requested', 'started', 'payer_rejected', 'settled']

const expected = {
  'SANDBOX-INACTIVE': { status: 'VERIFIED', attempts: 1, steps: answered },
  'SANDBOX-UNKNOWN': { status: 'FAILED', attempts: 1, steps: rejected, code: '75' },
  'SANDBOX-INVALID': { status: 'FAILED', attempts: 1, steps: rejected, code: '72' },
  'SANDBOX-BIRTHDATE': { status: 'FAILED', attempts: 1, steps: rejected, code: '71' },
  'SANDBOX-SLOW': { status: 'VERIFIED', attempts: 1, steps: answered },
  'SANDBOX-FLAKY': {
    status: 'VERIFIED',
    attempts: 3,
    steps: ['requested', 'started', 'payer_unavailable', 'started', 'payer_unavailable', 'started', 'payer_answered', 'settled'],
  },
  'SANDBOX-LIMITED': {
    status: 'VERIFIED',
    attempts: 2,
    steps: ['requested', 'started', 'payer_unavailable', 'started', 'payer_answered', 'settled'],
  },
  'SANDBOX-PARTIAL': { status: 'PARTIAL', attempts: 1, steps: answered },
  'SANDBOX-EMPTY': { status: 'FAILED', attempts: 1, steps: ['requested', 'started', 'settled'] },
} as const

const endless = ['SANDBOX-VERY-SLOW', 'SANDBOX-FAILING']

test('every reserved member ID is in this file', () => {
  expect([...Object.keys(expected), ...endless].toSorted()).toEqual(reservedMembers.map(({ id }) => id).toSorted())
})

test.each(Object.entries(expected).map(([id, what]) => ({ id, ...what })))(
  '$id ends as $status after $attempts attempts, with its steps in order',
  async ({ id: member_id, status, attempts, steps, ...rest }) => {
    const { id } = await benefits.voice.person({ member_id, payer_id: 'bcbs' })
    const verification = await benefits.settled(id)
    expect(verification).toMatchObject({ status, attempts, completedAt: expect.any(String) })
    expect(kinds(verification.timeline)).toEqual(steps)
    expect(verification.timeline.at(-1).detail).toBe(status)
    const { api } = verification.methods
    const code = 'code' in rest ? rest.code : undefined
    expect(api.rejections).toEqual(
      code === undefined
        ? []
        : [
            {
              code,
              description: expect.stringMatching(/\w/),
              followUpAction: 'Please Correct and Resubmit',
              place: 'subscriber',
              resolution: expect.stringMatching(/^[A-Z].*\.$/),
            },
          ],
    )
    expect((await benefits.read(id)).body).toMatchObject({
      status,
      methods: { api: { status: 'completed', success: status !== 'FAILED' } },
    })
  },
  60_000,
)

test('SANDBOX-PARTIAL reports only coverage and the individual deductible', async () => {
  const { id } = await benefits.voice.person({ member_id: 'sandbox partial 2' })
  const { body } = await benefits.read(id)
  expect(body.field_sources).toEqual({ deductible_individual: 'api', coverage_status: 'api' })
})

test('SANDBOX-FAILING is asked again after two seconds, and staff see that it does not answer', async () => {
  const { id } = await benefits.voice.person({ member_id: 'SANDBOX-FAILING' })
  const verification = await until(async () => {
    const [newest] = await benefits.all(id)
    return newest.attempts >= 2 && newest.timeline.at(-1).kind === 'payer_unavailable' && newest
  })
  expect(verification).toMatchObject({ status: 'IN_PROGRESS', completedAt: null })
  const waits = verification.timeline.filter(({ kind }: Step) => kind === 'payer_unavailable').map(({ detail }: Step) => detail)
  expect(waits).toEqual([
    'The sandbox payer does not answer. It is asked again in 2 seconds.',
    'The sandbox payer does not answer. It is asked again in 8 seconds.',
  ])
  expect((await benefits.read(id)).body).toMatchObject({ status: 'IN_PROGRESS', field_sources: {} })
})

test('SANDBOX-VERY-SLOW holds up nobody else', async () => {
  const slow = await Promise.all([1, 2, 3].map((number) => benefits.voice.person({ member_id: `SANDBOX-VERY-SLOW-${number}` })))
  const { id } = await benefits.voice.person()
  expect((await benefits.read(id)).body.status).toBe('VERIFIED')
  for (const one of slow) expect((await benefits.all(one.id))[0].status).toMatch(/PENDING|IN_PROGRESS/)
})

test('the same member of the same payer always has the same benefits, for any patient', async () => {
  const people = [await benefits.voice.person({ member_id: 'SAME-77' }), await benefits.voice.person({ member_id: 'same 77' })]
  const told = []
  for (const { id } of people) told.push((await benefits.read(id)).body.benefits)
  await benefits.start(people[0]?.id ?? 0)
  told.push((await benefits.settled(people[0]?.id ?? 0)).benefits.deductibleIndividual)
  expect(told[1]).toEqual(told[0])
  expect(told[2]).toBe(told[0].deductible_individual)
})
