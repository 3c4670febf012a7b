import { describe, expect, test } from 'vitest'
import { composeAnswer } from '../../src/domain/chat/answer/extractive/compose-answer.ts'
import { standaloneQuestion } from '../../src/domain/chat/answer/extractive/standalone-question.ts'
import type { RetrievedItem } from '../../src/domain/chat/chat.ts'
import { medicineNames } from '../../src/domain/drugs/medicine-names.ts'
import { productsTaught } from '../../src/domain/drugs/products-taught.ts'
import { invented, known } from '../safety/medicine-names.ts'
import { item } from './extractive/retrieved-item.ts'

// A library about a medicine answers the same questions with the same sentences, whatever the medicine is called.

const gap = '{}'
const section = (id: string, title: string, header: string, content: string, sectionType: RetrievedItem['sectionType']) =>
  item(id, header, content, { title, sectionType, relevance: 0.8 })

const library = [
  section(
    'storage',
    '{} storage',
    'How to store {}',
    'Store {} in the refrigerator between 36°F and 46°F. Keep {} in its carton to protect it from light. Do not freeze {}. If needed, {} can be kept at room temperature for up to 9 days.',
    'storage',
  ),
  section(
    'travel',
    '{} storage',
    'Traveling with {}',
    'Carry {} in a cooler bag with a cold pack. Take your {} pens in your hand luggage when you fly. You can ask your pharmacist for a travel letter.',
    'storage',
  ),
  section(
    'dosing',
    '{} dosing',
    '{} dose for adults with plaque psoriasis',
    'The recommended {} dose is 120 mg every 4 weeks. The first {} dose is 240 mg, given as two injections of 120 mg.',
    'dosing',
  ),
  section(
    'missed',
    '{} dosing',
    'What if I miss a dose of {}?',
    'If you miss a dose of {}, take it as soon as you remember. Then take your next dose at the regular time. Do not take two {} doses on one day.',
    'dosing',
  ),
  section(
    'inject',
    'How to inject {}',
    'Where can I inject {}?',
    'You can inject {} into your thigh or your stomach area. Do not inject {} into skin that is bruised or tender. Let the {} pen warm up for 30 minutes before you inject.',
    'dosing',
  ),
  section(
    'effects',
    '{} side effects',
    'Common side effects of {}',
    'The most common side effects of {} are redness where it was injected, a runny nose and tiredness. Tell your doctor about any side effect that does not go away.',
    'side_effects',
  ),
  section(
    'serious',
    '{} side effects',
    'Serious side effects of {}',
    '{} may lower the ability of your immune system to fight infections. Call your doctor right away if you have a fever while you take {}.',
    'side_effects',
  ),
  section(
    'cost',
    'Paying for {}',
    'The {} savings card',
    'With commercial insurance you may pay as little as $10 a month for {} with the savings card. People with Medicare cannot use the {} savings card.',
    'patient_support',
  ),
  section(
    'about',
    '{}: common questions',
    'What is {} used for?',
    '{} is a prescription medicine used to treat adults with plaque psoriasis. {} is not a steroid. It is not known if {} is safe in children.',
    'faq',
  ),
  section(
    'pregnancy',
    '{}: common questions',
    'Can I take {} while pregnant?',
    'Talk to your doctor before you take {} if you are pregnant or plan to become pregnant. It is not known if {} passes into breast milk.',
    'faq',
  ),
  section(
    'other',
    'Bydureon storage',
    'How to store Bydureon',
    'Store Bydureon in the refrigerator. Bydureon can be kept at room temperature for up to 4 weeks.',
    'storage',
  ),
]

const questions = `How do I store {}?
Where should I keep {}?
how long can {} be out of the fridge
Can {} be kept at room temperature?
Can I freeze {}?
What temperature should {} be stored at?
Does {} need to stay in its carton?
Can I travel with {}?
how do I fly with {}
Do I need a letter to travel with {}?
What is the dose of {}?
what is the recommended dose of {} for psoriasis
What is the first dose of {}?
How much {} do I take?
How often do I take {}?
how often should I inject {}
The dose of {} is 120 mg, right?
Is the dose of {} 500 mg?
How many mg is a {} dose?
{} dosing
What if I miss a dose of {}?
I forgot my {} dose, what now?
I missed my {} shot
Can I take two doses of {} on one day?
Where can I inject {}?
Can I inject {} into my stomach?
can I inject {} in my thigh
How long should the {} pen warm up?
Should {} be warm before I inject it?
can I inject {} into bruised skin
What are the side effects of {}?
{} side effects
what are common side effects of {}
What are the serious side effects of {}?
Does {} cause infections?
can {} make me tired
Does {} cause a runny nose?
What should I do if I have a fever while taking {}?
does {} weaken the immune system
How much does {} cost?
Is there a savings card for {}?
Can I use the {} savings card with Medicare?
how do I pay for {}
What is {} used for?
What is {}?
what does {} treat
Is {} a steroid?
Is {} safe for children?
Can I take {} while pregnant?
Does {} pass into breast milk?
can I take {} while breastfeeding
Is {} a prescription medicine?
¿Cómo guardo {}?
¿Cuáles son los efectos secundarios de {}?
¿Cuál es la dosis de {}?
¿Puedo congelar {}?
Does {} interact with alcohol?
Can I take {} with Bydureon?
How do I store Bydureon, not {}?
Who makes {}?
is {} better than Bydureon`.split('\n')

const of = (text: string, name: string) => text.replaceAll(gap, name)
const about = (name: string): RetrievedItem[] =>
  library.map((one) => ({
    ...one,
    title: of(one.title, name),
    sectionHeader: of(one.sectionHeader ?? '', name),
    content: of(one.content, name),
  }))

/** So many sections are found for a question. */
const mostFound = 4
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [])

/** Which sections have most words of a question: a stand-in for the search, which sees no name either. */
const foundFor = questions.map((question) => {
  const asked = wordsOf(question)
  const shared = ({ title, sectionHeader, content }: RetrievedItem) =>
    [...wordsOf(`${title} ${sectionHeader} ${content}`)].filter((word) => asked.has(word)).length
  return [...library.keys()]
    .toSorted((one, other) => shared(library[other] as RetrievedItem) - shared(library[one] as RetrievedItem))
    .slice(0, mostFound)
})

/** The answers to all questions, with a gap for the name; the library's own titles teach what its product is called. */
function answersAbout(name: string): string[] {
  const items = about(name)
  const names = medicineNames(productsTaught(items))
  return questions.map((question, at) => {
    const found = foundFor[at]?.flatMap((index) => items[index] ?? []) ?? []
    const { text, used } = composeAnswer(of(question, name), found, { names })
    return `${question}: ${JSON.stringify([text, used]).replaceAll(name, gap)}`
  })
}

const expected = answersAbout('Taltz')

test('there are sixty questions, of which the library answers most', () => {
  expect(questions.length).toBeGreaterThanOrEqual(60)
  expect(expected.filter((answer) => !answer.endsWith('["",[]]')).length).toBeGreaterThan(35)
})

describe.each([
  ['that the dictionary knows', known],
  ['that only the library knows', invented],
])('a medicine %s', (_which, names) => {
  test.each(names)('%s is answered for like any other', (name) => {
    expect(answersAbout(name)).toEqual(expected)
  })

  test('is what a follow-up is about', () => {
    const recogniser = medicineNames(invented)
    const history = (name: string) => [{ role: 'user' as const, content: `What is the dose of ${name}?` }]
    for (const message of ['and for children?', 'how do I store it?', 'side effects', 'Can I take it with food?', 'what about Bydureon']) {
      const rewritten = names.map((name) => standaloneQuestion(message, history(name), recogniser).replaceAll(name, gap))
      expect(new Set(rewritten).size, message).toBe(1)
    }
  })
})
