import { beforeAll, describe, expect, test } from 'vitest'
import { retrievedFor } from '../../../eval/library/retrieved.ts'
import { type SampleQuestion, sampleDocuments, sampleQuestions } from '../../../eval/regression/chat/sample-questions.ts'
import { composeAnswer, type LocalAnswer } from '../../../src/domain/chat/answer/extractive/compose-answer.ts'
import { passageInDoubt } from '../../../src/domain/chat/answer/extractive/passage-in-doubt.ts'
import type { RetrievedItem } from '../../../src/domain/chat/chat.ts'
import { findMedications } from '../../../src/domain/drugs/find-medications.ts'
import { medicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import { productsTaught } from '../../../src/domain/drugs/products-taught.ts'
import { localModelName } from '../../../src/platform/models/local-embeddings.ts'
import { localVectors } from '../../support/local-vectors.ts'

// Questions on the sample library, answered from what the real search with the local model finds for them.

const seen = sampleQuestions('sample-questions')
const askedAfter = sampleQuestions('sample-questions-round-2')
/** The dose that an answer must hold; none: it must be declined, whatever else the library says. */
const doseQuestions: [question: string, dose: RegExp | undefined][] = [
  ['How much Emgality do I take?', /240 mg/],
  ['how much Emgality do I inject', /240 mg|two injections of 120 milligrams/],
  ['How much is a dose of Emgality?', /240 mg/],
  ['How much Taltz do I take?', /160 mg/],
  ['How much Stelara do I take?', /45 mg/],
  ['How much Stelara do I inject?', /45 mg/],
  ['How often should I inject Stelara?', /every (?:8|12) weeks/],
  ['The dose of Emgality is 4500 mg, right?', undefined],
  ['Is the dose of Emgality 4500 mg?', undefined],
  ['I take 400 mg of Taltz every week, is that right?', undefined],
  ['So I take 10 pens of Taltz a day?', undefined],
]
/** An amount that the library has for another use alone: nothing that names it may be said. */
const otherUses: [question: string, amount: string][] = [
  ['the nurse told me 300 mg of Emgality for migraine, is that right', '300 mg'],
  ['I take Emgality 300 mg monthly for my migraines, correct?', '300 mg'],
  ['They want me on 120 mg of Emgality for cluster headache, is that usual?', '120 mg'],
  ['My doctor prescribed 45 mg of Stelara for lupus, is that right?', '45 mg'],
  ['Is 80 mg of Taltz the right dose for ulcerative colitis?', '80 mg'],
]
/** An amount that is told along the way: the question is of something else. */
const toldAmounts: [question: string, fact: string][] = [
  ['I am on 120 mg of Emgality for migraine. How long can it be out of the refrigerator?', '7 days'],
]
/** Questions for a dose without a word of the use, and the headings of all its doses. */
const openDoses: [question: string, doses: string[]][] = [
  [
    'What is the dose of Taltz?',
    [
      'Taltz dosing schedule for adults with plaque psoriasis',
      'Taltz dose for psoriatic arthritis and spine arthritis',
      'Taltz dose for children with plaque psoriasis',
    ],
  ],
  [
    "What's the recommended dosage of Stelara?",
    [
      'Stelara dose for adults with plaque psoriasis',
      'Stelara dose for psoriatic arthritis',
      "Stelara dose for Crohn's disease and ulcerative colitis",
      'Stelara dose for children',
    ],
  ],
]
const certainDoses = [
  'What is the dose of Taltz for psoriatic arthritis?',
  'What is the dose of Taltz for a child?',
  'How do I store Taltz?',
]
const embeddings = localVectors()
const found = new Map<string, RetrievedItem[]>()

beforeAll(async () => {
  const models = { configured: localModelName, named: (name: string) => ({ name, embeddings }), close: () => embeddings.close() }
  const questions = [
    ...[...seen, ...askedAfter].map(({ question }) => question),
    ...[...doseQuestions, ...otherUses, ...toldAmounts, ...openDoses].map(([question]) => question),
    ...certainDoses,
  ]
  const items = await retrievedFor('sample_test', await sampleDocuments(), questions, models)
  for (const [index, question] of questions.entries()) found.set(question, items[index] ?? [])
})

const answerTo = (question: string): LocalAnswer => composeAnswer(question, found.get(question) ?? [])
/** The answer, or the passages that are shown where it is not certain. */
function shownFor(question: string): string {
  const items = found.get(question) ?? []
  const { answered, text } = answerTo(question)
  return answered ? text : (passageInDoubt(question, items, medicineNames(productsTaught(items)))?.text ?? '')
}
const holds = ({ facts }: SampleQuestion, text: string) => facts.every((wordings) => wordings.some((wording) => text.includes(wording)))
const listed = (questions: readonly SampleQuestion[]) => questions.map(({ question }) => question).join('\n')

test.each(doseQuestions)('a question for a dose is answered by one of the label or not at all: %s', (question, dose) => {
  const { answered, text } = answerTo(question)
  expect({ answered, text }).toEqual({ answered: dose !== undefined, text: dose ? expect.stringMatching(dose) : '' })
})

test.each(otherUses)('an amount for another use is not quoted as if it were confirmed, nor shown in doubt: %s', (question, amount) => {
  expect(shownFor(question)).not.toContain(amount)
})

test.each(toldAmounts)('a question of something else is answered as it would be without the amount: %s', (question, fact) => {
  expect(shownFor(question)).toContain(fact)
})

test.each(openDoses)('who asks for a dose without saying for what is given or told each there is: %s', (question, doses) => {
  const { text, otherDoses } = answerTo(question)
  expect(doses.filter((dose) => !text.includes(dose)).toSorted()).toEqual(otherDoses.toSorted())
})

test.each(certainDoses)('who says for what or whom is told of no other dose: %s', (question) => {
  expect(answerTo(question).otherDoses).toEqual([])
})

describe.each([
  { name: 'looked at while values were chosen', questions: seen, atLeast: 44, wrongAtMost: 1, madeUpAtMost: 1 },
  { name: 'asked after', questions: askedAfter, atLeast: 12, wrongAtMost: 1, madeUpAtMost: 2 },
])('questions on the sample library, $name', ({ questions, atLeast, wrongAtMost, madeUpAtMost }) => {
  const answerable = questions.filter(({ facts }) => facts.length > 0)

  test(`are answered with the expected fact in ${atLeast} cases or more`, () => {
    const missed = answerable.filter((asked) => !holds(asked, answerTo(asked.question).text))
    expect(answerable.length - missed.length, listed(missed)).toBeGreaterThanOrEqual(atLeast)
  })

  test('are rather declined than answered without the fact', () => {
    const wrong = answerable.filter((asked) => answerTo(asked.question).answered && !holds(asked, answerTo(asked.question).text))
    expect(wrong.length, listed(wrong)).toBeLessThanOrEqual(wrongAtMost)
  })

  test('are declined where the library does not say', () => {
    const madeUp = questions.filter(({ question, facts }) => facts.length === 0 && answerTo(question).answered)
    expect(madeUp.length, listed(madeUp)).toBeLessThanOrEqual(madeUpAtMost)
  })

  test('are never answered from a section about another medicine', () => {
    for (const { question } of questions) {
      const asked = findMedications(question).map(({ ingredient }) => ingredient)
      if (asked.length === 0) continue
      for (const { itemId } of answerTo(question).used) {
        const item = found.get(question)?.find(({ id }) => id === itemId)
        const headed = findMedications(`${item?.title} ${item?.sectionHeader}`).map(({ ingredient }) => ingredient)
        expect(headed.length === 0 || headed.some((ingredient) => asked.includes(ingredient)), question).toBe(true)
      }
    }
  })
})
