import { expect, test } from 'vitest'
import { overviewWithoutWords } from '../../../src/domain/voice/analysis/without-words.ts'

const told = (overview: string, more: object = {}) =>
  overviewWithoutWords({ overview, concern: null, resolution: null, findings: [], ...more })

test('an overview loses what was quoted, however it was quoted and also where it was cut, and keeps the rest', () => {
  for (const [overview, left] of [
    [
      'Call with a verified caller about cost (Humira). Coverage was confirmed.',
      'Call with a verified caller about cost (Humira). Coverage was confirmed.',
    ],
    [
      'Call with a verified caller: “I am Ada.” Call back wanted: at three.',
      'Call with a verified caller: “…” Call back wanted: at three.',
    ],
    ['The caller said "I am Ada" and hung up.', 'The caller said “…” and hung up.'],
    ['Told of a denial: “they said no', 'Told of a denial: “…”'],
  ]) {
    expect(told(overview ?? '')).toBe(left)
    expect(told(left ?? '')).toBe(left)
  }
})

test('an overview gains the amounts that only erased words named, once', () => {
  const words = {
    concern: 'My copay was 87 dollars.',
    resolution: 'Your copay is $60.',
    findings: ['Insurer: You pay 20 percent, or $60.'],
  }
  const left = 'Call about cost. Amounts named: 87 dollars; $60; 20 percent.'
  expect(told('Call about cost.', words)).toBe(left)
  expect(told(left, words)).toBe(left)
  expect(told('Amounts named: $60. Told of a denial: “I paid 5 dollars”', words)).toBe(
    'Amounts named: $60. Told of a denial: “…” Further amounts: 5 dollars; 87 dollars; 20 percent.',
  )
  expect(overviewWithoutWords({ overview: null, ...words })).toBeNull()
})
