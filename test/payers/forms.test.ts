import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../../src/domain/payers/eligibility/benefits-of.ts'
import { read271 } from '../../src/domain/payers/eligibility/read-271.ts'
import { expected, flat, plans, x12 } from './one-answer.ts'

function answerIn(body: unknown) {
  const said = read271(body)
  return said && benefitsOf(said)
}

describe('all forms of an answer give the same result', () => {
  test.each([
    ['flat JSON', flat],
    ['JSON by plan', plans],
    ['X12', x12],
    ['X12 in JSON', { controlNumber: '1', benefitsInformation: [], x12 }],
    ['X12 with other separators', x12.replaceAll('*', '|').replaceAll('^', '!').replaceAll(':', '>').replaceAll('~', '\r\n')],
    ['X12 without line breaks', x12.replaceAll('\n', '')],
    ['X12 of one transaction', x12.slice(x12.indexOf('ST*'), x12.indexOf('GE*'))],
  ])('%s', (_, body) => {
    expect(answerIn(body)).toEqual(expected)
  })
})

test('in X12, a dependent counts only if there is nothing about the subscriber', () => {
  const transaction = (subscriber: string) => `ST*271*1~HL*3*2*22*1~${subscriber}HL*4*3*23*0~EB*6**30~AAA*N**67*C~SE*1*1~`
  expect(answerIn(transaction('EB*1**30~'))?.benefits).toEqual({ coverage_status: 'active' })
  expect(answerIn(transaction(''))).toMatchObject({
    benefits: { coverage_status: 'inactive' },
    rejections: [{ code: '67', place: 'dependent' }],
  })
})

test.each([
  ['an acknowledgement', 'ISA*00*~ST*999*0001~AK1*HS*1~SE*2*0001~'],
  ['a text', 'Service unavailable'],
  ['another JSON', { message: 'x' }],
  ['a list', []],
  ['null', null],
])('%s is not a 271', (_, body) => expect(read271(body)).toBeNull())

test('reading any input ends without an error', () => {
  const keys = [
    'benefitsInformation',
    'errors',
    'plans',
    'benefits',
    'coPayment',
    'statuses',
    'service',
    'code',
    'amount',
    'x12',
    'subscriber',
    'aaaErrors',
  ]
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('value')),
    ),
  })).value
  const segments = fc.array(fc.tuple(fc.constantFrom('EB', 'HL', 'AAA', 'MSG', 'DTP', 'REF'), fc.array(fc.string(), { maxLength: 14 })))
  const text = segments.map((some) => `ST*271*1~${some.map(([name, elements]) => [name, ...elements].join('*')).join('~')}`)
  fc.assert(
    fc.property(fc.oneof(json, text), (body) => void answerIn(body)),
    { numRuns: 500 },
  )
})
