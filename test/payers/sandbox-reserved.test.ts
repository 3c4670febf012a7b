import { expect, test } from 'vitest'
import { type EligibilityAnswer, type EligibilityDriver, PayerUnavailable } from '../../src/domain/payers/eligibility/eligibility.ts'
import { reservedMember, reservedMembers } from '../../src/domain/payers/eligibility/reserved-members.ts'
import { createSandboxPayer } from '../../src/domain/payers/eligibility/sandbox.ts'
import { request, seededPlans, unaborted, unhurriedSandbox } from './sandbox-request.ts'

const check = (memberId: string) => unhurriedSandbox().payer.check(request('cigna', memberId), unaborted)

/** The outcomes of four requests in a row: the coverage reported, or why there was no answer. */
async function outcomes(payer: EligibilityDriver, memberId: string): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = []
  for (let i = 0; i < 4; i++) {
    const answer = payer.check(request('cigna', memberId), unaborted)
    seen.push(
      await answer.then(
        ({ benefits }) => benefits.coverage_status,
        (error) => (error instanceof PayerUnavailable ? 'unavailable' : 'broken'),
      ),
    )
  }
  return seen
}

const codes = ({ rejections }: EligibilityAnswer) => rejections.map(({ code }) => code)

test('every reserved member ID is recognized in any case and punctuation, also followed by digits', () => {
  for (const { id } of reservedMembers) {
    expect(reservedMember(` ${id.toLowerCase().replaceAll('-', ' ')} `)).toBe(id)
    expect(reservedMember(`${id}-17`)).toBe(id)
  }
  for (const id of ['', '17', 'SANDBOX', 'SANDBOX-INACTIVE-X', 'X-SANDBOX-SLOW']) expect(reservedMember(id)).toBe(undefined)
})

test('inactive: coverage ended last year, and no amounts are reported', async () => {
  expect(await check('SANDBOX-INACTIVE')).toMatchObject({ planBegin: '2025-01-01', planEnd: '2025-12-31', rejections: [] })
  expect((await check('SANDBOX-INACTIVE')).benefits).toEqual({ coverage_status: 'inactive' })
})

test.each([
  ['SANDBOX-UNKNOWN', '75'],
  ['SANDBOX-INVALID', '72'],
  ['SANDBOX-BIRTHDATE', '71'],
])('%s is rejected with %s, a hint for staff, and no benefits', async (memberId, code) => {
  const answer = await check(memberId)
  expect(codes(answer)).toEqual([code])
  expect(answer.rejections[0]?.resolution).toMatch(/\w.*\.$/)
  expect(answer.benefits).toEqual({})
})

test.each([
  ['SANDBOX-SLOW', 8_000],
  ['SANDBOX-VERY-SLOW', 40_000],
])('%s answers in full after %d ms', async (memberId, milliseconds) => {
  const { payer, waits } = unhurriedSandbox()
  const { benefits } = await payer.check(request('cigna', memberId), unaborted)
  expect(waits).toEqual([milliseconds])
  expect(benefits.out_of_pocket_max).toEqual(expect.any(Number))
})

test('aborting a slow answer ends it immediately', async () => {
  const aborted = new AbortController()
  const answer = createSandboxPayer({ plans: seededPlans }).check(request('cigna', 'SANDBOX-VERY-SLOW'), aborted.signal)
  aborted.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('a request that was already aborted is not answered', async () => {
  const answer = createSandboxPayer({ plans: seededPlans }).check(request('cigna', 'U1'), AbortSignal.abort())
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('failing: no request is ever answered, and each may be retried', async () => {
  expect(await outcomes(unhurriedSandbox().payer, 'SANDBOX-FAILING')).toEqual(Array(4).fill('unavailable'))
  await expect(check('SANDBOX-FAILING')).rejects.toMatchObject({ rejections: [{ code: '42' }] })
})

test('flaky: every third request is answered, counted per member and payer', async () => {
  const { payer } = unhurriedSandbox()
  expect(await outcomes(payer, 'SANDBOX-FLAKY')).toEqual(['unavailable', 'unavailable', 'active', 'unavailable'])
  expect(await outcomes(payer, 'SANDBOX-FLAKY-2')).toEqual(['unavailable', 'unavailable', 'active', 'unavailable'])
})

test('limited: every second request is answered, and the refusal says when to retry', async () => {
  expect(await outcomes(unhurriedSandbox().payer, 'SANDBOX-LIMITED')).toEqual(['unavailable', 'active', 'unavailable', 'active'])
  await expect(check('SANDBOX-LIMITED')).rejects.toMatchObject({ retryAfterSeconds: 2 })
})

test('partial: only coverage and the individual deductible are reported', async () => {
  expect((await check('SANDBOX-PARTIAL')).benefits).toEqual({ coverage_status: 'active', deductible_individual: expect.any(Number) })
})

test('empty: no benefits, no plan and no rejection', async () => {
  expect(await check('SANDBOX-EMPTY')).toMatchObject({ benefits: {}, planName: null, rejections: [] })
  expect((await check('SANDBOX-EMPTY')).benefits).toEqual({})
})
