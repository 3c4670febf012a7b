import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokensOf } from '../../src/language/tokens.ts'
import { wordsOf } from '../../src/language/words.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom("don't", 'do', "n't", '1,500.50', '12.5mg', '$', '%', ' ', ' ', ',', '.', '?', '\n', '–', '’s', 'é', '½', '٣'))
    .map((parts) => parts.join('')),
)

test('a token says what it is, where it stands and what it comes after', () => {
  expect(tokensOf('I don’t pay $1,500.50, I pay 20%. Really?... Yes').map(({ text, kind, after }) => [text, kind, after])).toEqual([
    ['i', 'word', 'stop'],
    ["don't", 'word', 'space'],
    ['pay', 'word', 'space'],
    ['$', 'sign', 'space'],
    ['1,500.50', 'number', 'space'],
    ['i', 'word', 'comma'],
    ['pay', 'word', 'space'],
    ['20', 'number', 'space'],
    ['%', 'sign', 'space'],
    ['really', 'word', 'stop'],
    ['yes', 'word', 'question'],
  ])
})

test('a skipped word leaves its pause', () => {
  expect(tokensOf('twelve, um fifty', new Set(['um'])).map(({ text, after }) => [text, after])).toEqual([
    ['twelve', 'stop'],
    ['fifty', 'comma'],
  ])
})

test('offsets point at the text, in order and apart', () => {
  fc.assert(
    fc.property(texts, (text) => {
      let end = 0
      for (const token of tokensOf(text)) {
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(text.slice(token.start, token.end).toLowerCase().replace(/[’ʼ]/g, "'")).toBe(token.text)
        end = token.end
      }
      expect(end).toBeLessThanOrEqual(text.length)
    }),
  )
})

test.each([
  ["I don't, do n't and can’t", ['i', 'dont', 'dont', 'and', 'cant']],
  ['1,500.50 and 12.5mg for $5', ['1', '500', '50', 'and', '12', '5mg', 'for', '5']],
  ['Señora, co-pay?', ['senora', 'co', 'pay']],
  ["'quoted' ", ['quoted']],
  [' ... ', []],
])('the words of %j', (text, words) => {
  expect(wordsOf(text).map(({ word }) => word)).toEqual(words)
})

test('words have no accents, apostrophes or capitals, and stand in the text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { word, start, end } of wordsOf(text)) {
        expect(word).not.toMatch(/['’ʼ\p{M}]/u)
        expect(word).toBe(word.toLowerCase())
        expect(text.slice(start, end)).not.toBe('')
      }
    }),
  )
})
