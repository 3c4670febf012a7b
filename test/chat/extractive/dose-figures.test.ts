import { expect, test } from 'vitest'
import { namesOtherDose } from '../../../src/domain/chat/answer/extractive/dose-asked.ts'
import { dosesIn } from '../../../src/domain/chat/answer/extractive/dose-figures.ts'
import { measuresIn } from '../../../src/domain/chat/answer/extractive/measures.ts'
import { saysDose } from '../../../src/domain/chat/answer/extractive/medicine-figure.ts'

test.each([
  ['Inject 20 units twice daily', ['20 iu', '2 times a day']],
  ['4,500 milligrams once a month', ['4500 mg', 'every 1 month']],
  ['500 mcg every 2 weeks', ['500 mcg', 'every 2 week']],
  ['two pens at the start', ['2 pen']],
  ['five hundred milligrams', ['500 mg']],
  ['inyecte 10 unidades cada semana', ['10 iu', 'every 1 semana']],
])('%s', (text, doses) => {
  expect(dosesIn(text)).toEqual(doses)
  expect(saysDose(text)).toBe(true)
})

test('a number of many figures is read as one, not once from each of its figures', () => {
  expect(dosesIn(`${'1,000,'.repeat(600)}5 mg`)).toHaveLength(1)
})

test('a question that claims a dose is held against the doses of the text', () => {
  expect(namesOtherDose('it is 40 units, right?', 'Inject 20 units once a day.')).toBe(true)
  expect(namesOtherDose('it is 20 units, right?', 'Inject 20 units once a day.')).toBe(false)
})

test('how many times a day is told apart, in figures and words', () => {
  expect(['three times a day', '3 times daily', '3x a day', 'tres veces al día'].map((said) => dosesIn(said))).toEqual([
    ['3 times a day'],
    ['3 times a day'],
    ['3 times a day'],
    ['3 times a día'],
  ])
  expect(['twice a day', 'once a day', 'daily'].map((said) => dosesIn(said))).toEqual([['2 times a day'], ['every 1 day'], ['every 1 day']])
})

test('a comma is a point before one or two figures, and parts thousands before three', () => {
  expect(['1,5 mg', '0,25 mg', '4,500 mg', '1.5 mg'].map((said) => dosesIn(said))).toEqual([
    ['1.5 mg'],
    ['0.25 mg'],
    ['4500 mg'],
    ['1.5 mg'],
  ])
})

test('an age is read whatever sign stands behind it', () => {
  for (const sign of ['', ',', '.', '?', ';'])
    expect(measuresIn(`My son is 4${sign} how much can he take`)).toEqual([{ kind: 'age', value: 4 }])
})
