import { expect, test } from 'vitest'
import { classify } from '../../src/domain/documents/classify.ts'

const typeOf = (headers: string[], content = '') => classify({ title: 'Pen', headers, content }).sectionType

test.each([
  [
    'dosing',
    [
      '3. How to take Pen',
      'How should I use Pen?',
      'Missed dose',
      'Dosage modifications for adverse reactions',
      'Cómo tomar Pen',
      'Sådan skal du tage Pen',
      'Como tomar Pen',
      '2.3 Preparation and Administration',
    ],
  ],
  [
    'side_effects',
    [
      'Possible side effects',
      '5.1 Hypersensitivity',
      'Do not take Pen',
      'Contraindications',
      'Drug interactions',
      'Other medicines and Pen',
      'Boxed warning',
      'Bivirkninger',
      'Posibles efectos adversos',
      'Efeitos indesejáveis possíveis',
      'What should I avoid while using Pen?',
      'Overdosage',
      'Injection site reactions',
    ],
  ],
  [
    'patient_support',
    ['Co-pay savings card', 'Prior authorization', 'Nurse support line', 'How to appeal a denial: appeals', 'Enrollment'],
  ],
  [
    'storage',
    [
      'How to store Pen',
      'How supplied',
      'Disposal of used syringes',
      '6.3 Shelf life',
      'Conservación de Pen',
      'Opbevaring',
      'Storage and preparation',
    ],
  ],
  [
    'faq',
    [
      '1. What Pen is and what it is used for',
      'What is Pen?',
      'Pregnancy and breast-feeding',
      'What Pen contains',
      'Indications and usage',
      'Embarazo y lactancia',
      'Driving and using machines',
      'Anything else',
    ],
  ],
])('headings of %s are known', (type, headings) => {
  for (const heading of headings) expect([heading, typeOf([heading])]).toEqual([heading, type])
})

test('the nearest heading that tells decides', () => {
  expect(typeOf(['Adults', 'How to store', 'Side effects'])).toBe('storage')
})

test('an overdose is a side effect, but under how to use it is about the dose', () => {
  expect(typeOf(['Overdose', 'Clinical particulars'])).toBe('side_effects')
  expect(typeOf(['If you take more Pen than you should', '3. How to take Pen'])).toBe('dosing')
})

test('without a telling heading the words of the text decide, and the rule is told', () => {
  expect(classify({ title: 'Talk', headers: [], content: 'Our co-pay card helps with cost if you have commercial insurance.' })).toEqual({
    sectionType: 'patient_support',
    classifiedBy: 'text: co-pay, insurance, cost',
  })
  expect(classify({ title: 'Talk', headers: ['Chapter'], content: 'Good morning, how are you?' })).toEqual({
    sectionType: 'faq',
    classifiedBy: 'default',
  })
  expect(classify({ title: 'Talk', headers: ['How to store it'], content: '' }).classifiedBy).toBe('header: store')
})

test.each([
  [
    'side_effects',
    'What to do after an accidental needle-stick',
    'Wash the place with soap and water, and call the clinic the same day: blood may carry infections.',
  ],
  [
    'storage',
    'My box came with frozen gel packs',
    'Put the medicine into the refrigerator at once. If the carton itself was frozen, do not use it, even after it thawed.',
  ],
  [
    'patient_support',
    'What one dose costs you',
    'With commercial insurance most people pay a small copay; the savings card covers the rest of the price up to a yearly limit.',
  ],
  [
    'patient_support',
    'Your courier missed you',
    'The specialty pharmacy calls you to plan another delivery. Someone has to sign for the package.',
  ],
])('a heading that names a dose, a needle or a box does not hide what a %s section is about', (type, heading, content) => {
  const { sectionType, classifiedBy } = classify({ title: 'Pen', headers: [heading], content })
  expect([sectionType, classifiedBy]).toEqual([type, expect.stringMatching(/^(learnt|header|text): [a-z]/)])
})
