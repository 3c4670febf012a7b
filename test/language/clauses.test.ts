import { expect, test } from 'vitest'
import { clauseStarts } from '../../src/language/clauses.ts'

const newClauses = (text: string) => {
  const words = text.split(' ')
  return clauseStarts(words).flatMap((start, at) => (start === 'new' ? [words.slice(at).join(' ')] : []))
}

test.each([
  ['no rash my lips are swelling', ['my lips are swelling']],
  ['i used to smoke i cant breathe', ['i cant breathe']],
  ['my sister had a reaction but i am fine', ['but i am fine']],
  ['i dont have any fever so my doctor was happy', ['so my doctor was happy']],
])('a clause begins in "%s" where a subject follows that nothing before it asks for', (text, clauses) => {
  expect(newClauses(text)).toEqual(clauses)
})

test.each([
  'i dont think my throat is closing',
  'the pen i used leaked',
  'if i faint my husband calls you',
  'when i was little i had seizures',
  'years ago i had chest pain',
  'no tengo dolor',
])('no clause of its own begins in "%s"', (text) => {
  expect(newClauses(text)).toEqual([])
})
