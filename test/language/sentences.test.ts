import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentenceSpans, sentencesOf, tokenSentences, transcriptSentences, writtenSentences } from '../../src/language/sentences.ts'
import { tokensOf } from '../../src/language/tokens.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom('Dr.', 'a', 'No', '0.5', ' ', ' ', '.', '?', '!', '…', '。', '\n', '"', 'e.g.', 'U.S.'))
    .map((parts) => parts.join('')),
)

describe('the same text by its profiles', () => {
  test.each([
    ['It is 0.5 mg. Really?', ['It is 0.5 mg.', 'Really?'], ['It is 0.5 mg.', 'Really?'], ['It is 0.5 mg.', 'Really?']],
    ['I saw Dr. Lee. He is nice.', ['I saw Dr. Lee.', 'He is nice.'], ['I saw Dr. Lee.', 'He is nice.'], ['I saw Dr. Lee.', 'He is nice.']],
    ['one; two', ['one;', 'two'], ['one; two'], ['one; two']],
    ['He said "yes." Then no', ['He said "yes." Then no'], ['He said "yes."', 'Then no'], ['He said "yes."', 'Then no']],
    ['', [], [], []],
  ])('%j', (text, spoken, transcript, written) => {
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual(spoken)
    expect(transcriptSentences(text)).toEqual(transcript)
    expect(writtenSentences(text)).toEqual(written)
  })
})

test.each([
  ['Is that normal', true],
  ['So what should I do', true],
  ['That is fine?', true],
  ['Had a rash', false],
  ['Have you had a rash', true],
  ['Is killing me', false],
])('%j asks: %j', (text, question) => {
  expect(sentencesOf(text)[0]?.question).toBe(question)
})

test('minutes without a stop are cut', () => {
  expect(sentencesOf('word '.repeat(100)).map(({ words }) => words.length)).toEqual([45, 45, 10])
  expect(Math.max(...transcriptSentences('word '.repeat(1_000)).map((piece) => piece.length))).toBeLessThanOrEqual(500)
  expect(tokenSentences(tokensOf('word '.repeat(1_000)), '').map(({ words }) => words.length)).toEqual([400, 400, 200])
})

test('spans cover the text; words stand in their sentence', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const profile of ['spoken', 'transcript'] as const)
        expect(
          sentenceSpans(text, profile)
            .map(({ start, end }) => text.slice(start, end))
            .join(''),
        ).toBe(text)
      for (const piece of [...transcriptSentences(text), ...writtenSentences(text)]) expect(text).toContain(piece)
      for (const sentence of sentencesOf(text)) expect(text).toContain(sentence.text)
    }),
  )
})
