import { describe, expect, test } from 'vitest'
import { rejectionsInJson } from '../../src/domain/payers/eligibility/json-rejections.ts'
import { rejectionOf, standardReason, temporary } from '../../src/domain/payers/eligibility/rejections.ts'

const said = (code: string, followUpAction: string | null = null) => rejectionOf({ code, description: null, followUpAction, place: null })

/** All AAA03 codes of 005010X279A1, wherever they occur in a 271. */
const codes = [
  ...['04', '15', '33', '35', '97', '98', 'AA', 'AE', 'AF', 'AG', 'AO', 'CI', 'E8', 'IA', 'MA', 'T4'],
  ...Array.from({ length: 18 }, (_, index) => `${41 + index}`),
  ...Array.from({ length: 21 }, (_, index) => `${60 + index}`),
]

test.each(codes)('reason %s has a description and one sentence on what staff can do', (code) => {
  expect(standardReason(code)).toMatch(/^[A-Z].{8,}/)
  expect(said(code).resolution).toMatch(/^[A-Z].{20,}\.$/)
  expect(said(code).resolution).not.toBe(said('ZZ').resolution)
})

test('an unknown reason is kept as received, with a resolution', () => {
  expect(rejectionOf({ code: 'ZZ', description: 'Odd', followUpAction: 'Q', place: 'payer' })).toEqual({
    code: 'ZZ',
    description: 'Odd',
    followUpAction: 'Q',
    place: 'payer',
    resolution: expect.stringContaining('verify by phone'),
  })
})

describe('whether a retry may help', () => {
  const day = 86_400
  test.each<[string, string | null, object | undefined]>([
    ['42', null, {}],
    ['42', 'N', {}],
    ['80', 'C', {}],
    ['79', 'P', {}],
    ['79', 'Please Resubmit Original Transaction', {}],
    ['79', 'PLEASE_RESUBMIT_ORIGINAL_TRANSACTION', {}],
    ['T4', 'W', { retryAfterSeconds: 30 * day }],
    ['42', 'Please Wait 30 Days and Resubmit', { retryAfterSeconds: 30 * day }],
    ['42', 'Please Wait 10 Days and Resubmit', { retryAfterSeconds: 10 * day }],
    ['42', 'PLEASE_WAIT_10_DAYS_AND_RESUBMIT', { retryAfterSeconds: 10 * day }],
    ['42', 'X', { retryAfterSeconds: 10 * day }],
    ['41', 'S', { retryAfterSeconds: day }],
    ['42', 'Do Not Resubmit; We Will Hold Your Request and Respond Again Shortly', { retryAfterSeconds: day }],
    ['ZZ', 'Resubmission Allowed', {}],
    ['98', 'R', {}],
    // A wrong ID stays wrong.
    ['72', 'R', undefined],
    ['43', 'Resubmission Allowed', undefined],
    ['75', 'C', undefined],
    ['75', 'Please Correct and Resubmit', undefined],
    ['75', 'Resubmission Not Allowed', undefined],
    ['50', 'N', undefined],
    ['75', null, undefined],
  ])('AAA %s, %s', (code, action, expected) => {
    expect(temporary(said(code, action))).toEqual(expected)
  })
})

describe('rejections of a JSON answer', () => {
  const error = (code: string, more = {}) => ({
    field: 'AAA',
    code,
    description: `Reason ${code}`,
    followupAction: 'Please Correct and Resubmit',
    ...more,
  })
  const placesOf = (body: Record<string, unknown>) => rejectionsInJson(body).map(({ code, place }) => `${code} ${place}`)

  test('are found everywhere, and one repeated at the top level is listed once', () => {
    const body = {
      payer: { aaaErrors: [error('79')] },
      provider: { aaaErrors: [error('43'), error('43')] },
      subscriber: { aaaErrors: [error('72'), error('73')] },
      dependents: [{ aaaErrors: [error('65')] }, {}, { aaaErrors: [error('67')] }],
      errors: [error('79'), error('43'), error('72'), error('73'), error('65'), error('67'), error('15')],
    }
    expect(placesOf(body)).toEqual(['79 payer', '43 provider', '72 subscriber', '73 subscriber', '65 dependent', '67 dependent', '15 null'])
  })

  test('with different places or words are different rejections', () => {
    expect(placesOf({ payer: { aaaErrors: [error('15')] }, provider: { aaaErrors: [error('15')] } })).toEqual(['15 payer', '15 provider'])
    expect(placesOf({ subscriber: { aaaErrors: [error('75')] }, errors: [error('75', { description: 'Not in our files' })] })).toHaveLength(
      2,
    )
  })

  test('name their place by loop or by word', () => {
    const at = (location: string) => placesOf({ errors: [error('75', { location })] })[0]
    expect(['Loop 2100A', '2100B', 'Loop 2100C', '2110C', 'DEPENDENT', 'Provider', 'Somewhere'].map(at)).toEqual(
      ['payer', 'provider', 'subscriber', 'subscriber', 'dependent', 'provider', 'Somewhere'].map((place) => `75 ${place}`),
    )
  })

  test('that are not objects are kept as text', () => {
    expect(rejectionsInJson({ errors: ['Payer is closed'] })).toMatchObject([{ code: '', description: 'Payer is closed' }])
  })
})
