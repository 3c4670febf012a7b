import { expect, test } from 'vitest'
import { timeNamed } from '../../../src/domain/voice/analysis/callback-time.ts'
import { topicsOf } from '../../../src/domain/voice/insights/topics-of.ts'
import { readBenefits } from '../../../src/domain/voice/payer-calls/read-benefits.ts'

// Words that look like a figure, an answer or a time, and say the opposite.

const told = (...said: [speaker: 'agent' | 'user', text: string][]) =>
  Object.fromEntries(readBenefits(said.map(([speaker, text]) => ({ speaker, text }))).map(({ field, value }) => [field, value]))

test.each([
  'Her deductible is 1800 with 650 to be met.',
  'The deductible is 1800 and 650 has not been met.',
  'The deductible is 1800. All but 650 has been met.',
])('what is left to meet is not met: %s', (text) => {
  expect(told(['agent', 'What is the deductible?'], ['user', text])).not.toHaveProperty('deductible_met_ytd', 650)
})

test.each([
  ['The quarterly deductible is 250.', 'deductible_individual'],
  ['There is a monthly deductible of 120.', 'deductible_individual'],
  ['The out of pocket maximum is 2100 per month.', 'out_of_pocket_max'],
  ['The out of pocket max is 250 per fill.', 'out_of_pocket_max'],
  ['The per occurrence deductible is 300.', 'deductible_individual'],
  ['The deductible is 3000 for employee plus child.', 'deductible_individual'],
  ['For employee and spouse the deductible is 3000.', 'deductible_individual'],
  ['The individual deductible is 1500 and the lifetime maximum is 30000.', 'deductible_family'],
])('an amount of another time, or of other people, is not the year of one person: %s', (text, field) => {
  expect(told(['agent', 'What is the deductible, and what is the out of pocket maximum?'], ['user', text])).not.toHaveProperty(field)
})

test('an amount keeps its year beside one of each visit', () => {
  const text = 'The copay is 30 per visit, the individual deductible is 1500, and the individual out of pocket maximum is 4000 a year.'
  expect(told(['agent', 'What are the benefits?'], ['user', text])).toMatchObject({ deductible_individual: 1500, out_of_pocket_max: 4000 })
})

test('the bare answer to how much is left is not the whole', () => {
  expect(told(['agent', 'How much of the deductible is left?'], ['user', 'Seven hundred dollars.'])).toEqual({})
  expect(told(['agent', 'What is the individual deductible?'], ['user', 'It is 2000. She has met 600 of it.'])).toMatchObject({
    deductible_individual: 2000,
  })
})

test.each(['No problem, one second please.', 'No worries, let me pull that up.', 'Yes, may I have the date of birth?'])(
  'who has yet to look has not answered: %s',
  (reply) => expect(told(['agent', 'Is the coverage active?'], ['user', reply])).toEqual({}),
)

test('what was, or was mended, is not what is', () => {
  expect(told(['agent', 'Was the plan active last spring?'], ['user', 'Yes.'])).toEqual({})
  expect(told(['user', 'The policy was terminated by mistake and has been reinstated.'])).toEqual({})
  expect(told(['agent', 'Is the plan active?'], ['user', 'Yes it is.'])).toEqual({ coverage_status: 'active' })
})

test.each([
  ['Please do not call me on Thursday', null],
  ['Any day but Friday', null],
  ["I can't talk in the evening, call after nine", 'after nine'],
  ['Not Monday, Tuesday at ten', 'Tuesday at ten'],
  ['Call me on Thursday afternoon', 'on Thursday afternoon'],
])('a time that is refused is no time to call: %s', (text, time) => expect(timeNamed(text)?.replace(/, /g, ' ') ?? null).toBe(time))

test.each([
  ['I would like to report side effects', true],
  ['I am getting some side effects', true],
  ['What side effects does it have?', false],
  ['I have not had any side effects', false],
])('who speaks of a side effect of theirs is heard, though they name none: %s', (text, isHeard) =>
  expect(topicsOf(text).includes('adverse_event')).toBe(isHeard),
)

test.each([
  ['Three thousand. No wait, that’s the old plan year, it’s thirty-five hundred.', 3500],
  ['Four thousand. Actually, scratch that, forty-two fifty.', 4250],
  ['It is 4,000, no, 4,500.', 4500],
])('of an amount that is taken back in the same breath the second counts: %s', (reply, amount) => {
  expect(told(['agent', 'What is the family deductible?'], ['user', reply])).toEqual({ deductible_family: amount })
})

test.each([
  ['The deductible is 1500. No wait, 500 of that has been met.', { deductible_met_ytd: 500 }],
  ['The individual deductible is 1500, sorry, 3000 for the family.', { deductible_family: 3000 }],
])('another amount takes none back: %s', (reply, amounts) => {
  expect(told(['agent', 'What is the individual deductible?'], ['user', reply])).toMatchObject(amounts)
})

test('of a medical and a pharmacy deductible that are told apart only the medical one is stated', () => {
  const text = 'The medical deductible is 1750 and the pharmacy deductible is separate, it is 200, and she met 120 of the pharmacy one.'
  const amounts = told(['agent', 'What is the individual deductible, and how much of it is met?'], ['user', text])
  expect(amounts).not.toHaveProperty('deductible_met_ytd', 120)
  expect(amounts).not.toHaveProperty('deductible_individual', 200)
})
