import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutPerson } from '../../src/domain/safety/reporting/without-person.ts'

const of = (text: string, known: string[] = [], keep: string[] = []) => withoutPerson(text, known, keep)

test.each([
  ['an e-mail address', 'Hives, write to jo.lee@mail.example please', 'Hives, write to [removed] please'],
  ['a phone', 'Hives. Call (555) 010-0199 or +44 20 7946 0018.', 'Hives. Call [removed] or [removed].'],
  ['an introduced name', 'My name is Ana Ruiz and I got hives', 'My name is [removed] and I got hives'],
  ['a relation stays, its name goes', 'My wife, Zelda Quartermain, fainted', 'My wife, [removed], fainted'],
  ['a title', 'Mrs. Okafor vomited', 'Mrs. [removed] vomited'],
  ['a member ID', 'Member ID W123456789, rash', 'Member ID [removed], rash'],
  ['a date of birth', 'Born March 3, 1980, took two and fainted', 'Born March [removed], took two and fainted'],
])('%s', (_what, text, expected) => expect(of(text)).toBe(expected))

test.each([
  'Took 1000 mg on 2026-11-20 and 11/21/2026, then 12.5 25 50 100 mg, in 2024 a dose 1000 units',
  'Lot number AB12345, NDC 0078-0639-41, batch K-2345678',
  'Blood pressure 180/110, platelets 150000, since the 3rd of May',
])('doses, dates, lots and codes stay: %s', (text) => expect(of(text)).toBe(text))

test('what the record has goes, in any case, but as a word of its own', () => {
  expect(of('zelda said QUARTERMAIN has a Zeldaish rash, id m-77', ['Zelda', 'Quartermain', 'M-77'])).toBe(
    '[removed] said [removed] has a Zeldaish rash, id [removed]',
  )
})

test('the medicine stays, whatever a person is called', () => {
  expect(of('Rose took Rose Hip', ['Rose'], ['Rose Hip'])).toBe('[removed] took Rose Hip')
})

test.each([
  ['Black stools since May, then short of breath', ['James', 'Black', 'May', 'Short']],
  ['The pain began in May and my hand was cold', ['May', 'Hand']],
  ['It will not heal. Will it get better?', ['Will', 'Better']],
  ['Hives and a Rash', ['Rash', 'Hives']],
  ['Took 100 mg', ['100']],
])('a name that is a word of reports leaves the report its words: %s', (text, known) => expect(of(text, known)).toBe(text))

test.each([
  ['Lena Black has black stools', '[removed] [removed] has black stools'],
  ['It began as Black sat down', 'It began as [removed] sat down'],
  ['Black, Lena: hives', '[removed], [removed]: hives'],
])('a name that is a word of reports goes where it stands as a name: %s', (text, expected) =>
  expect(of(text, ['Lena', 'Black'])).toBe(expected),
)

test('a text of nobody is what it was, and no text fails', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, known) => typeof of(text, [known]) === 'string'))
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ,.]{0,200}$/), (text) => /called|named|name|go by|llam|nombre/.test(text) || of(text) === text),
  )
})
