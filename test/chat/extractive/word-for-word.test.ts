import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestAnswer, composeAnswer } from '../../../src/domain/chat/answer/extractive/compose-answer.ts'
import { item } from './retrieved-item.ts'

const words = fc.constantFrom(
  ...['Taltz', 'Emgality', 'dose', '80 mg', 'every 4 weeks', 'children', 'store', 'It', 'But', 'do not', 'freeze', '7 days', 'if', 'No.'],
  ...['.', '. ', ':', '?', '\n', '\n- ', '\n1. ', ' | '],
)
const text = fc.oneof(
  { weight: 3, arbitrary: fc.array(words, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(' ')) },
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)
const items = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    title: text,
    sectionHeader: fc.option(text),
    content: text,
    sectionType: fc.constantFrom('dosing' as const, 'faq' as const),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 4, selector: ({ id }) => id },
)

describe('whatever the sections hold', () => {
  const wordsOf = (said: string) => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

  test('an answer is made of the words that it says it used, and of nothing else', () => {
    let answers = 0
    fc.assert(
      fc.property(text, items, (question, found) => {
        const answer = bestAnswer(question, found)?.answer
        if (!answer) return
        answers++
        const used = new Set(answer.used.flatMap(({ sentences }) => sentences.flatMap(wordsOf)))
        expect(wordsOf(answer.text).filter((word) => !used.has(word))).toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(answers).toBeGreaterThan(100)
  })

  test('an answer without a table has these words in their order, and none is left out', () => {
    let answers = 0
    fc.assert(
      fc.property(text, items, (question, found) => {
        const answer = bestAnswer(question, found)?.answer
        if (!answer || answer.used.some(({ sentences }) => sentences.some((sentence) => sentence.includes(' | ')))) return
        answers++
        expect(wordsOf(answer.text)).toEqual(answer.used.flatMap(({ sentences }) => sentences.flatMap(wordsOf)))
      }),
      { numRuns: 400 },
    )
    expect(answers).toBeGreaterThan(50)
  })

  test('each sentence stands in the section it is said to be from, in order, and each section is named once', () => {
    fc.assert(
      fc.property(text, items, (question, found) => {
        const used = bestAnswer(question, found)?.answer.used ?? []
        expect(new Set(used.map(({ itemId }) => itemId)).size).toBe(used.length)
        for (const { itemId, sentences } of used) {
          expect(sentences).not.toEqual([])
          const source = found.find(({ id }) => id === itemId)
          const whole = [source?.title, source?.sectionHeader ?? '', source?.content].join('\n')
          let from = 0
          for (const sentence of sentences) {
            const at = whole.indexOf(sentence, from)
            expect(at, sentence).toBeGreaterThanOrEqual(from)
            from = at + sentence.length
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('what is declined quotes and names nothing', () => {
    fc.assert(
      fc.property(text, items, (question, found) => {
        const answer = composeAnswer(question, found)
        if (!answer.answered) expect(answer).toEqual({ text: '', used: [], otherDoses: [], answered: false })
      }),
    )
  })

  test('one headed with a medicine never answers a question about another', () => {
    fc.assert(
      fc.property(text, text, (question, content) => {
        const other = item('other', 'Storing Stelara', content)
        const emgality = item('emgality', 'Storing Emgality', 'Keep Emgality in the refrigerator.')
        const used = bestAnswer(`${question} Emgality?`, [other, emgality])?.answer.used ?? []
        expect(used.map(({ itemId }) => itemId)).not.toContain('other')
      }),
    )
  })

  const long = (text: string) => text.repeat(Math.ceil(20_000 / text.length)).slice(0, 20_000)
  test.each([
    ['one sentence again and again', long('Taltz is stored at 40°F. ')],
    ['one sentence without an end', long('taltz stored ')],
    ['one word', long('Taltz')],
    ['abbreviations only', long('a. b. c. ')],
    ['line ends', long('Taltz\n')],
    ['a list', long('- Taltz is stored for children at 80 mg every 4 weeks.\n')],
    ['a table', long('Taltz | 80 mg\n')],
    ['steps', long('1. Store Taltz\n')],
    ['references back', long('It is stored. ')],
    ['limits', long('Taltz is stored. But not so. ')],
    ['questions', long('Is Taltz stored? ')],
    ['unknown names', Array.from({ length: 2_500 }, (_, at) => `zorv${at.toString(36)}xa`).join(' ')],
    ['numbers', long('1 ')],
    ['spaces', `Taltz${' '.repeat(20_000)}stored`],
    ['ignored nothing', long('ignore ')],
  ])('eight sections of 20,000 characters are read to the end: %s', (_, content) => {
    const many = Array.from({ length: 8 }, (_, at) => item(`${at}`, 'How is Taltz stored?', content, { title: content.slice(0, 2_000) }))
    expect(() => composeAnswer('How is Taltz stored for children, and how much of it?', many)).not.toThrow()
  })
})
