import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberIdKey } from '../../../src/domain/payers/member-id.ts'
import { payerContradicts, payerIdOf } from '../../../src/domain/payers/payer-names.ts'
import { givenNamesScore, surnamesScore } from '../../../src/domain/voice/identity/name-fields.ts'
import { nameParts } from '../../../src/domain/voice/identity/name-parts.ts'
import { matchNames, nameThreshold, type PersonName } from '../../../src/domain/voice/identity/names.ts'

const nameLike = fc
  .array(
    fc.constantFrom(
      'Mary',
      'ann',
      'de',
      'la',
      'Cruz',
      'St.',
      'O’',
      'Jr.',
      'Mrs',
      'Müller',
      'Mc',
      'y',
      'J',
      '-',
      'Bill',
      '\ud800',
      '山',
      'ß',
    ),
    {
      maxLength: 12,
    },
  )
  .map((words) => words.join(' '))
const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), fc.string(), nameLike)
const person: fc.Arbitrary<PersonName> = fc.record({ firstName: field, lastName: field })
const swapped = ({ firstName, lastName }: PersonName): PersonName => ({ firstName: lastName, lastName: firstName })

test('a confidence is 0 or from the threshold to 1, and the same when the caller exchanges first and last name', () => {
  fc.assert(
    fc.property(person, person, (claimed, onFile) => {
      const confidence = matchNames(claimed, onFile)
      expect(confidence === 0 || (confidence >= nameThreshold && confidence <= 1)).toBe(true)
      expect(matchNames(swapped(claimed), onFile)).toBe(confidence)
    }),
    { numRuns: 500 },
  )
})

test('given names and last names are compared alike from both sides', () => {
  fc.assert(
    fc.property(field, field, (claimed, onFile) => {
      const [one, two] = [nameParts(claimed), nameParts(onFile)]
      expect(givenNamesScore(one, two)).toBeCloseTo(givenNamesScore(two, one), 12)
      expect(surnamesScore(one, two)).toBeCloseTo(surnamesScore(two, one), 12)
    }),
    { numRuns: 500 },
  )
})

test('every name with letters in both fields is itself, in any case', () => {
  const withLetters = field.filter((text) => /^[\p{L}\p{N}]/u.test(text))
  fc.assert(
    fc.property(withLetters, withLetters, (firstName, lastName) => {
      expect(matchNames({ firstName, lastName }, { firstName, lastName })).toBe(1)
    }),
  )
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z' -]{0,40}[A-Za-z]$/),
      fc.stringMatching(/^[A-Za-z' -]{0,40}[A-Za-z]$/),
      (firstName, lastName) => {
        const upper = { firstName: firstName.toUpperCase(), lastName: lastName.toUpperCase() }
        expect(matchNames({ firstName, lastName }, upper)).toBe(1)
      },
    ),
  )
})

test('what stands after the first 100 characters of a field is not read', () => {
  const long = { firstName: 'ab'.repeat(50), lastName: 'cd'.repeat(50) }
  expect(matchNames(long, { firstName: `${long.firstName}${'x'.repeat(1_000_000)}`, lastName: long.lastName })).toBe(1)
})

test('a member ID is compared by its letters and digits, however it is spaced or cased', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (memberId) => {
      const key = memberIdKey(memberId)
      expect(key).toMatch(/^[A-Z0-9]*$/)
      expect(memberIdKey(key)).toBe(key)
      expect(memberIdKey([...memberId].join(' - '))).toBe(key)
    }),
  )
  expect(memberIdKey(' wb-916 933.383 ')).toBe('WB916933383')
  expect(memberIdKey('٣٤ß–')).toBe('')
})

test('a payer never contradicts itself or none, nor a file that has none', () => {
  const payer = fc.oneof(
    field,
    fc.constantFrom('Aetna', 'bcbs_ks', 'Blue Cross', 'Medicare Advantage (Humana)', 'united', 'VA', 'no insurance'),
  )
  fc.assert(
    fc.property(payer, (one) => {
      expect(payerContradicts(one, one)).toBe(false)
      expect(payerContradicts(one, null)).toBe(false)
      expect(payerContradicts(null, one)).toBe(false)
      expect(payerContradicts('my insurance', one)).toBe(false)
      expect(payerContradicts(one, 'unknown')).toBe(false)
      expect(payerContradicts(one, payerIdOf(one))).toBe(false)
    }),
  )
})

test('two named payers contradict each other either way around', () => {
  const payer = fc.constantFrom('Aetna', 'bcbs_ks', 'Blue Cross', 'Anthem', 'Medicare Advantage (Humana)', 'united', 'VA', 'Sunrise')
  fc.assert(
    fc.property(payer, payer, (one, two) => {
      expect(payerContradicts(one, two)).toBe(payerContradicts(two, one))
    }),
  )
})
