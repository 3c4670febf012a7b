import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standaloneQuestion } from '../../../src/domain/chat/answer/extractive/standalone-question.ts'
import type { PastMessage } from '../../../src/domain/chat/chat.ts'

const rows = readFileSync(join(import.meta.dirname, '../../../eval/regression/chat/standalone-questions.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string])

const turnsOf = (earlier: string): PastMessage[] =>
  earlier
    .split(' / ')
    .filter((said) => said !== '')
    .map((said) => (said.startsWith('A: ') ? { role: 'assistant', content: said.slice(3) } : { role: 'user', content: said }))

describe('a question asked in a conversation', () => {
  test('is left as it is where nothing was said before, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (message) => standaloneQuestion(message, []) === message))
  })

  test('gets no word that the conversation does not have, but "of", "for", "with" and "the"', () => {
    const said = fc.constantFrom(...rows.flatMap(([earlier, message]) => [...turnsOf(earlier).map(({ content }) => content), message]))
    const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
    fc.assert(
      fc.property(fc.array(said, { maxLength: 5 }), said, (earlier, message) => {
        const known = new Set([...earlier, message, 'of with the de for'].flatMap(words))
        const history = earlier.map((content): PastMessage => ({ role: 'user', content }))
        expect(words(standaloneQuestion(message, history)).filter((word) => !known.has(word))).toEqual([])
      }),
    )
  })
})
