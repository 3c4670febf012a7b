import { expect, test } from 'vitest'
import { patternOf } from '../../src/web/console/parts/phrases.ts'

const found = (text: string, ...phrases: string[]) => text.match(patternOf(phrases) ?? /$^/) ?? []

test('a word is found in its other forms, and never inside another word', () => {
  expect(found('It itches a lot, the itching is worse at night', 'itching')).toEqual(['itches', 'itching'])
  expect(found('A rash. Rashes on both arms, I crashed', 'rash')).toEqual(['rash', 'Rashes'])
  expect(found('My HIV test and the hives', 'hives')).toEqual(['hives'])
})

test('the longest phrase wins, whatever the spaces, and signs are signs', () => {
  expect(found('a rash on  both arms', 'rash', 'rash on both arms')).toEqual(['rash on  both arms'])
  expect(found('5.0 mg (twice)', '5.0 mg (twice)')).toEqual(['5.0 mg (twice)'])
  expect(found('510 mg', '5.0 mg')).toEqual([])
  expect(patternOf([' '])).toBeUndefined()
})
