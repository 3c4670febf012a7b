import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardinalAt } from '../../src/language/cardinal.ts'
import { readNumber, valuesOf, withFigures } from '../../src/language/numbers.ts'
import { tokensOf } from '../../src/language/tokens.ts'

const readings = (said: string) => {
  const read = readNumber(tokensOf(said), 0)
  return read && valuesOf(read)
}

describe('what a number may mean', () => {
  test.each<[string, number[] | undefined]>([
    ['twelve fifty', [1250, 12.5]],
    ['eighty five fifty', [8550, 85.5]],
    ['twenty one fifty', [2150, 21.5]],
    ['fifteen oh five', [1505, 15.05]],
    ['six fifty', [650]],
    ['four oh five', [405]],
    ['one five zero zero', [1500]],
    ['twenty twenty six', [20.26]],
    ['fifteen hundred', [1500]],
    ['three thousand two hundred and fifty', [3250]],
    ['two hundred fifty thousand', [250_000]],
    ['two hundred and forty', [240]],
    ['one million two hundred thousand', [1_200_000]],
    ['a thousand', [1000]],
    ['ten grand', [10_000]],
    ['two dozen', [24]],
    ['two point five', [2.5]],
    ['two point five thousand', [2500]],
    ['twenty-four', [24]],
    ['1,500.00', [1500]],
    ['1.5k', [1500]],
    ['1 500', [1500]],
    ['15 hundred', [1500]],
    ['412.37', [412.37]],
    ['treinta y dos', [32]],
    ['doscientos cuarenta y cinco', [245]],
    ['dos mil quinientos', [2500]],
    ['mil doscientos', [1200]],
    ['doscientos mil', [200_000]],
    ['dieciséis', [16]],
    ['un millón', [1_000_000]],
    ['one', undefined],
    ['una', undefined],
    ['grand', undefined],
    ['hello', undefined],
    ['1.500', []],
    ['1,50', undefined],
    ['twelve fifty thirteen', []],
    ['one two three four five six seven', []],
  ])('"%s"', (said, values) => {
    expect(readings(said)).toEqual(values)
  })

  test.each([
    ['twelve, fifty', 12],
    ['fifteen hundred two thousand', 1500],
    ['twenty. five', 20],
    ['fifteen hundred twenty percent', 1500],
  ])('a pause, and what begins a number of its own, end it: "%s"', (said, value) => {
    expect(cardinalAt(tokensOf(said), 0)?.value).toBe(value)
  })
})

test.each([
  ['Take twenty-five mg, then five hundred mg.', 'Take 25 mg, then 500 mg.'],
  ['Two 80 mg pens every four weeks', '2 80 mg pens every 4 weeks'],
  ['One of the two, a hundred times', 'One of the 2, 100 times'],
  ['Tome treinta y dos gotas', 'Tome 32 gotas'],
  ['nothing here', 'nothing here'],
])('numbers in figures: "%s"', (said, written) => {
  expect(withFigures(said)).toBe(written)
})

test('a number as a program writes it is read as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (value) => {
      expect(readings(value.toLocaleString('en-US'))).toEqual([value])
    }),
  )
})

/** Counts what is asked of the words, which no slow machine changes. */
function stepsOf(said: string): number {
  const tokens = tokensOf(said)
  let steps = 0
  const counting = {
    at(index: number) {
      steps++
      return tokens[index]
    },
  }
  for (let at = 0; at < tokens.length; ) at = readNumber(counting, at)?.to ?? at + 1
  return steps
}

test.each(['one ', 'twelve ', 'two hundred ', 'a thousand and ', 'one million ', 'y ', 'two point ', '1/', '1 500 ', 'twenty y ', 'mil '])(
  'of twice as much of "%s" no more than twice as much is looked at',
  (piece) => {
    expect(stepsOf(piece.repeat(4_000))).toBeLessThanOrEqual(stepsOf(piece.repeat(2_000)) * 2 + 100)
  },
)
