import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordByWord } from '../../src/domain/chat/word-stream.ts'

test('the words joined are the text, including all white space', async () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\u00a0'), maxLength: 5 })
  const text = fc.array(fc.tuple(space, fc.string({ unit: 'binary' }), space)).map((parts) => parts.flat().join(''))
  await fc.assert(
    fc.asyncProperty(text, async (said) => {
      expect((await Array.fromAsync(wordByWord(said))).join('')).toBe(said)
    }),
  )
})

test.each([
  ['Keep it cold.', ['Keep', ' it', ' cold.']],
  ['  Keep\n\nit ', ['  Keep', '\n\nit', ' ']],
  [' \n', [' \n']],
  ['', []],
])('%j in words', async (text, words) => {
  expect(await Array.fromAsync(wordByWord(text))).toEqual(words)
})

test('white space of any length is read to its end', async () => {
  const text = `${' '.repeat(1_000_000)}cold${' \n'.repeat(500_000)}`
  expect((await Array.fromAsync(wordByWord(text))).join('')).toBe(text)
})
