import { expect, test } from 'vitest'
import { amountsOf } from '../../../src/domain/voice/analysis/amounts.ts'

test('amounts are read in figures and in words', () => {
  expect(amountsOf('$1,200.00, then 20% or 12.5 percent, and $50.')).toEqual([[1200], [20], [12.5], [50]])
  expect(amountsOf('twelve hundred dollars and twenty five percent')).toEqual([[1200], [25]])
  expect(amountsOf('eighty five fifty dollars, a dollar, ten per cent')).toEqual([[8550, 85.5], [1], [10]])
  expect(amountsOf('0.123456 percent')).toEqual([])
})

test.each([
  ['digits', '1'.repeat(1_000_000)],
  ['digits and commas', '1,'.repeat(500_000)],
  ['dots', '1.'.repeat(500_000)],
  ['number words', 'one '.repeat(250_000)],
  ['spaces', `one${' '.repeat(1_000_000)}`],
])('a megabyte of %s is read in one pass', (_, text) => {
  expect(amountsOf(text)).toEqual([])
  expect(amountsOf(`${text} costs $5`)).toEqual([[5]])
})
