import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestAnswer, composeAnswer } from '../../../src/domain/chat/answer/extractive/compose-answer.ts'
import type { RetrievedItem } from '../../../src/domain/chat/chat.ts'
import { item } from './retrieved-item.ts'

// An invented dose, or a right one said of another medicine, person or disease, is the worst that an answer can do.

const declined = { text: '', used: [], otherDoses: [], answered: false }
const dosing = (heading: string | null, content: string, more: Partial<RetrievedItem> = {}) =>
  item(`${heading}`, heading, content, { sectionType: 'dosing', relevance: 0.95, title: 'Dosing guide', ...more })

const humira = dosing('What is the dose of Humira?', 'The usual dose of Humira is 40 mg every other week.')

describe('the dose of a medicine', () => {
  test('is given where the library has it', () => {
    for (const question of [
      'What is the dose of Humira?',
      'How much Humira do I take?',
      'adalimumab dosage',
      'How often do I inject Humira?',
    ])
      expect(composeAnswer(question, [humira]).text, question).toContain('40 mg every other week')
  })

  test.each([
    'What is the dose of Enbrel?',
    'How much Enbrel do I take?',
    'etanercept dosage',
    'What is the dose of Enbrel compared with Humira?',
    'I switched from Humira, what is my Enbrel dose?',
    'What is the dose of Zorvexa?',
    'How often do I take zorvexa',
    'What is the dose of Amjevita?',
    '¿Cuál es la dosis de Enbrel?',
  ])("is not another medicine's: %s", (question) => {
    expect(composeAnswer(question, [humira])).toEqual(declined)
  })

  test.each([
    'In pregnant rabbits given subcutaneous doses of Humira of 9 mg/kg every 3 days nothing was seen.',
    'The highest dose tested of Humira was 150 mg/kg once a week.',
    '173 patients received Humira 2 mg/kg every 3 weeks.',
  ])('is none that was only tested: %s', (text) => {
    for (const question of ['What is the dose of Humira?', 'How often do I inject Humira?']) {
      expect(composeAnswer(question, [dosing('Humira', text)])).toEqual(declined)
      const beside = `The usual dose of Humira is 40 mg every other week. ${text}`
      expect(composeAnswer(question, [dosing('What is the dose of Humira?', beside)]).text).not.toMatch(/mg\/kg/)
    }
  })

  test.each([
    ['Missed doses', 'If a dose is missed, inject 40 mg of Humira as soon as possible and go on once a week.'],
    ['Overdosage', 'After an overdose of 400 mg of Humira call a doctor.'],
    ['What is in it', 'Humira: 40 mg/0.4 mL in a pen.'],
    ['Doses by weight', 'Weight and dose of Humira 15 11.3 0.12 16 12.0 0.13 17 12.8 mg'],
  ])('is not one that went wrong, nor what a pen holds, nor a figure without its column: %s', (heading, content) => {
    expect(composeAnswer('What is the dose of Humira?', [dosing(heading, content)])).toEqual(declined)
    expect(composeAnswer('What is the dose of Humira?', [dosing(heading, content), humira]).text).toContain('40 mg every other week')
  })

  test('is not that of another brand of the same ingredient', () => {
    const xgeva = dosing('Xgeva dose', 'The dose is 120 mg every 4 weeks.')
    const wegovy = dosing('Dose of semaglutide', 'The full dose of Wegovy (semaglutide) is 2.4 mg once a week.')
    expect(composeAnswer('What is the dose of Prolia?', [xgeva])).toEqual(declined)
    expect(composeAnswer('What is the dose of Ozempic?', [wegovy])).toEqual(declined)
    expect(composeAnswer('What is the dose of Wegovy?', [wegovy]).text).toContain('2.4 mg')
  })

  test('is none for other ages than that of the one asked about, though the weight fits', () => {
    const children = dosing(
      'Taltz dose for children',
      'Taltz can be given to children from 6 years with psoriasis.\nThe dose goes by weight:\n- less than 25 kg: first 40 mg, then 20 mg every 4 weeks\n- 25 to 50 kg: first 80 mg, then 40 mg every 4 weeks',
    )
    expect(composeAnswer('Taltz dose for a 4 year old with psoriasis, 16 kg?', [children]).text).not.toContain('mg')
    expect(bestAnswer('Taltz dose for a 7 year old with psoriasis, 16 kg?', [children])?.confidence).toBeGreaterThan(0)
  })

  test('is none for another kind of the same illness', () => {
    const breast = dosing('Humira dose for breast cancer', 'The dose of Humira for breast cancer is 40 mg every other week.')
    expect(composeAnswer('What is the dose of Humira for lung cancer?', [breast])).toEqual(declined)
    expect(composeAnswer('What is the dose of Humira for breast cancer?', [breast]).text).toContain('40 mg')
  })

  test.each(['bipolar disorder', 'depression', 'my migraine', 'schizophrenia', 'ADHD'])(
    'is none for %s where nothing says that it is for that',
    (use) => {
      expect(composeAnswer(`How many mg of Humira for ${use}?`, [humira])).toEqual(declined)
    },
  )

  test('is not taken from a section that does not say which medicine it is about', () => {
    const storing = item('storing', 'Storing Enbrel', 'Enbrel is stored in the refrigerator.')
    const nameless = dosing('Recommended dose', 'The recommended dose is 40 mg every other week.')
    const zorvexa = dosing('Zorvexa dose', 'The recommended dose of Zorvexa is 40 mg every other week.')
    for (const other of [nameless, zorvexa])
      expect(composeAnswer('What is the recommended dose of Enbrel?', [other, storing]).text).not.toContain('40')
  })

  test('is not taken from beside the name of another in the same section', () => {
    const contents = [
      'Enbrel is an injection. Humira is another one. The recommended dose is 40 mg every other week.',
      'Enbrel is an injection.\nThe recommended dose of Humira is 40 mg every other week.',
      'Some take Enbrel, others Humira. The recommended dose is 40 mg every other week.',
    ]
    for (const heading of ['Doses of Enbrel', 'Doses', 'Doses of Enbrel and Humira'])
      for (const content of contents)
        expect(composeAnswer('What is the recommended dose of Enbrel?', [dosing(heading, content)]).text).not.toContain('40')
  })

  test('of two that are asked about is given by name only', () => {
    const both = dosing('Doses of Prolia and Xgeva', 'The dose is 60 mg. The dose of Xgeva is 120 mg.')
    const { text } = composeAnswer('What are the doses of Prolia and Xgeva?', [both])
    expect(text).not.toContain('60 mg')
  })

  test('carries the name of the medicine to one who named none', () => {
    const { text } = composeAnswer('What is the usual dose?', [dosing('Humira: usual dose', 'The usual dose is 40 mg every other week.')])
    expect(text).toBe('Humira: usual dose\nThe usual dose is 40 mg every other week.')
    const titled = dosing('Usual dose', 'The usual dose is 40 mg every other week.', { title: 'Humira guide' })
    expect(composeAnswer('What is the usual dose?', [titled]).text).toMatch(/^Humira guide\n/)
  })
})

describe('a dose for certain people', () => {
  const forChildren = [
    'What is the dose of Humira for children?',
    'How much Humira does my 5-year-old get?',
    'Humira dose for my daughter',
    'How often does a toddler get Humira?',
    'What is the dose of Humira for a 12 year old?',
    '¿Cuál es la dosis de Humira para niños?',
  ]
  const adultsOnly = [
    humira,
    dosing('Dose for adults', 'The dose of Humira is 40 mg every other week.'),
    dosing('Dose for adults', 'The dose of Humira is forty milligrams.'),
    dosing('Dose of Humira', 'The dose of Humira for adults is 40 mg every other week.'),
    dosing('Dose of Humira', 'Adults take this much Humira. The dose is 40 mg every other week. Ask your doctor about children.'),
    dosing('Dose of Humira', 'The dose is 40 mg every other week.\nHumira is not for children under 2 years.'),
    dosing('Dose of Humira', 'Humira is not for children. The dose is 40 mg every other week.'),
    dosing('Dose of Humira', 'Keep Humira out of the reach of children. The dose is 40 mg every other week.'),
    dosing('Dose of Humira for adults and children', 'Adults\nThe dose of Humira is 40 mg every other week.'),
    dosing('Dose of Humira', 'Adults\n- 80 mg on the first day\n- 40 mg every other week'),
    dosing('Dose of Humira', '- Adults: 40 mg every other week\n- Older than 65 years: 40 mg every other week', {
      title: 'Humira for children',
    }),
  ]

  test.each(forChildren)('is not that of adults: %s', (question) => {
    for (const section of adultsOnly) expect(composeAnswer(question, [section]).text, section.content).not.toMatch(/\d mg|milligrams/)
  })

  test('is given where it is said whose it is', () => {
    const sections = [
      dosing('Dose of Humira for children', 'The dose is 20 mg every other week.'),
      dosing('Dose of Humira', 'The dose of Humira for children is 20 mg every other week.'),
      dosing('Dose of Humira', 'Adults\nThe dose is 40 mg every other week.\nChildren\nThe dose is 20 mg every other week.'),
    ]
    for (const section of sections) {
      const { text } = composeAnswer('What is the dose of Humira for children?', [section])
      expect(text).toContain('20 mg')
      expect(text).not.toContain('40 mg')
    }
  })

  test('says so to one who did not ask for them', () => {
    const contents: [string, string][] = [
      ['Dose of Humira for children', 'The dose is 20 mg every other week.'],
      ['Dose of Humira', 'Children get less. The dose is 20 mg every other week.'],
      ['Dose of Humira', 'Children\nThe dose is 20 mg every other week.'],
      [
        'Dose of Humira',
        'For children it depends on the weight.\n- 10 to 29 kg: 20 mg every other week\n- 30 kg or more: 40 mg every other week',
      ],
    ]
    for (const [heading, content] of contents)
      expect(composeAnswer('What is the dose of Humira?', [dosing(heading, content)]).text).toMatch(/^$|child.*20 mg/is)
    const titled = dosing('Dose', 'The dose is 20 mg every other week.', { title: 'Humira for children' })
    expect(composeAnswer('What is the dose of Humira?', [titled]).text).toMatch(/^$|child.*20 mg/is)
  })

  test('for children alone is not given to who names nobody, where there is one for others', () => {
    const adults = dosing('Dose of Humira', 'The dose of Humira is 40 mg every other week.')
    const children = dosing('Dose of Humira for children', 'The dose of Humira is 20 mg every other week.')
    const both = dosing(
      'Dose of Humira',
      'Adults\nThe dose of Humira is 40 mg every other week.\nChildren\nThe dose of Humira is 20 mg every other week.',
    )
    for (const question of ['What is the dose of Humira?', 'How much Humira do I take?', 'I weigh 90 kg, how much Humira do I take?'])
      for (const sections of [[adults, children], [children, adults], [both]]) {
        const { text } = composeAnswer(question, sections)
        expect(text, question).toContain('40 mg')
        expect(text, question).not.toContain('20 mg')
      }
  })

  test("of adults is not the children's", () => {
    const section = dosing('Dose of Humira for children', 'The dose is 20 mg every other week.')
    expect(composeAnswer('What is the dose of Humira for adults?', [section])).toEqual(declined)
  })

  test('with sick kidneys or liver, or in pregnancy, is not the usual one', () => {
    for (const people of ['with kidney disease', 'on dialysis', 'with liver disease', 'during pregnancy', 'for the elderly'])
      expect(composeAnswer(`What is the dose of Humira ${people}?`, [humira]), people).toEqual(declined)
  })
})

describe('a question for a dose', () => {
  const stuck = dosing('Emgality: the plunger is stuck', 'Take the needle out of your skin. Do not guess how much medicine went in.')
  const studied = item('studied', 'Side effects of Emgality', 'Of people on Emgality 120 mg a month, 18% had pain where they inject.', {
    sectionType: 'side_effects',
    relevance: 0.99,
  })
  const missed = dosing('A missed Emgality dose', 'Take Emgality as soon as possible. Do not take two doses to catch up.')
  const emgality = dosing(
    'Emgality for migraine',
    'Emgality is 240 mg the first time, as two injections of 120 mg. Then it is 120 mg every month.',
    {
      relevance: 0.7,
    },
  )
  const questions = [
    'How much Emgality do I take?',
    'how much emgality',
    'How much Emgality should I inject?',
    'How often do I take Emgality?',
    'What is the dose of Emgality?',
    'Emgality dosage',
    'How much is a dose of Emgality?',
  ]

  test.each(questions)('is answered by a dose: %s', (question) => {
    expect(composeAnswer(question, [stuck, studied, missed, emgality]).text).toMatch(/240 mg|120 mg every month/)
  })

  test.each(questions)('is not answered by anything else: %s', (question) => {
    for (const items of [[stuck], [studied], [missed], [stuck, studied, missed]]) expect(composeAnswer(question, items)).toEqual(declined)
  })

  test('about something else is no question for one', () => {
    const cost = item(
      'cost',
      'What Emgality costs',
      'With the savings card Emgality costs you little. The price depends on your insurance.',
    )
    expect(composeAnswer('How much does Emgality cost?', [cost]).answered).toBe(true)
    expect(composeAnswer('What if I missed my Emgality dose?', [missed]).answered).toBe(true)
  })

  test.each([
    'The dose of Emgality is 4500 mg, right?',
    'Is the dose of Emgality 4,500 mg?',
    'Emgality is injected every day, correct?',
    'I take 120 mg of Emgality every week, is that right?',
    'I inject ten pens of Emgality, ok?',
    'Emgality dose 24 mg',
    'Do I take Emgality twice a month?',
  ])('that names another is not answered, as any answer would let it stand: %s', (question) => {
    expect(composeAnswer(question, [emgality, studied])).toEqual(declined)
  })

  test.each([
    'The dose of Emgality is 120 mg a month, right?',
    'Is Emgality 240 milligrams the first time I take it?',
    'Emgality is two injections the first time I use it, yes?',
    'Do I take 120 mg of Emgality monthly?',
  ])("that names the library's gets its sentences: %s", (question) => {
    expect(composeAnswer(question, [emgality]).text).toMatch(/(?:240|120) mg/)
  })
})

describe('a dose for a disease', () => {
  test('is not that for another', () => {
    const arthritis = dosing('Humira for rheumatoid arthritis', 'The dose of Humira is 40 mg every other week.')
    for (const disease of ['uveitis', "Crohn's disease", 'plaque psoriasis', 'zorvitis'])
      expect(composeAnswer(`What is the dose of Humira for ${disease}?`, [arthritis]), disease).toEqual(declined)
  })

  test('is not added to a section about the one asked about', () => {
    const uveitis = item('uveitis', 'Humira for uveitis', 'Humira is used for uveitis in adults.')
    const crohn = dosing("Humira for Crohn's disease", 'The first dose of Humira is 160 mg, then 40 mg every other week.')
    for (const question of ['What is the dose of Humira for uveitis?', 'Humira schedule for uveitis', 'When do I take Humira for uveitis?'])
      expect(composeAnswer(question, [uveitis, crohn]).text, question).not.toMatch(/\d mg/)
  })

  test.each([
    'The dose of Humira is 80 mg for plaque psoriasis. For uveitis the dose of Humira is 40 mg once a week.',
    'The dose of Humira is 80 mg. The recommended dose of Humira for patients with moderate to severe uveitis is 40 mg once a week.',
    'Adults\nThe dose of Humira is 80 mg.\n\nUveitis\nThe dose of Humira is 40 mg once a week.',
    'The dose of Humira is 80 mg. In patients with active RA give 40 mg of Humira once a week.',
  ])('is that of the nearest words, whatever the heading says: %s', (content) => {
    const section = dosing('Humira dose for plaque psoriasis', content)
    const { text } = composeAnswer('What is the dose of Humira for plaque psoriasis?', [section])
    expect(text).toContain('80 mg')
    expect(text).not.toContain('40 mg')
  })

  test('is quoted with that of those who have another disease besides', () => {
    const section = dosing(
      'Humira dose for psoriatic arthritis',
      'The dose of Humira is 45 mg every 12 weeks. For patients with co-existent plaque psoriasis the dose of Humira is 90 mg every 12 weeks.',
    )
    expect(composeAnswer('What is the dose of Humira for psoriatic arthritis?', [section]).text).toMatch(/45 mg.*90 mg/s)
  })

  test('says which to one who named none', () => {
    const crohn = dosing("Humira for Crohn's disease", 'The first dose of Humira is 160 mg.')
    expect(composeAnswer('What is the first dose of Humira?', [crohn]).text).toMatch(/^$|Crohn's disease.*160 mg/s)
  })
})

describe('how long and how cold a medicine is kept', () => {
  const outside = 'It can be kept at room temperature for up to 14 days.'
  const taltz = item('taltz', 'How long can Taltz stay out of the refrigerator?', outside)

  test('is not said of one that the library does not know', () => {
    for (const question of ['How long can Zorvexa stay out of the refrigerator?', 'How long can Enbrel stay out of the refrigerator?'])
      expect(composeAnswer(question, [taltz]), question).toEqual(declined)
  })

  test('is not said of one in whose section it does not stand', () => {
    const nameless = item('nameless', 'Out of the refrigerator', 'The pen can stay out of the refrigerator for up to 14 days.')
    const enbrel = item('enbrel', 'What is Enbrel?', 'Enbrel is a medicine.')
    expect(composeAnswer('How long can Enbrel stay out of the refrigerator?', [nameless, enbrel]).text).not.toContain('14 days')
  })

  test('carries the name of the medicine to one who named none', () => {
    expect(composeAnswer('How long can it stay out of the refrigerator?', [taltz]).text).toMatch(/^$|Taltz.*14 days/s)
  })
})

/** Sections of which each figure is another, so that a figure in an answer tells which medicine and whom it is of. */
const drugs = ['Humira', 'Enbrel', 'Taltz'] as const
const people = ['adults', 'children'] as const
type Drug = (typeof drugs)[number]
type Kind = (typeof people)[number]
interface Truth {
  drug: Drug | undefined
  kind: Kind | undefined
}
const maybe = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const sentence = fc.record({ drug: maybe(drugs), kind: maybe(people), figure: fc.boolean() })
const sections = fc.array(
  fc.record({
    drug: maybe(drugs),
    kind: maybe(people),
    paragraphs: fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** The sections in words, and of each figure whose it is: what was last said in its paragraph, else the heading's; a name lasts where no heading names another. */
function written(drawn: typeof sections extends fc.Arbitrary<infer Value> ? Value : never): {
  items: RetrievedItem[]
  truths: Map<number, Truth>
} {
  const truths = new Map<number, Truth>()
  const items = drawn.map((section, at) => {
    let { drug } = section
    const lines = section.paragraphs.map((sentences) => {
      let { kind } = section
      drug = section.drug ?? drug
      return sentences.map((said) => {
        drug = said.drug ?? drug
        kind = said.kind ?? kind
        const [name, whom] = [said.drug ? ` of ${said.drug}` : '', said.kind ? ` for ${said.kind}` : '']
        if (!said.figure) return `The dose${name}${whom} is told by a doctor.`
        const figure = 100 + truths.size
        truths.set(figure, { drug, kind })
        return `The dose${name}${whom} is ${figure} mg.`
      })
    })
    const heading = `The dose${section.drug ? ` of ${section.drug}` : ''}${section.kind ? ` for ${section.kind}` : ''}`
    return item(`${at}`, heading, lines.map((said) => said.join(' ')).join('\n'), { title: 'Doses' })
  })
  return { items, truths }
}

const quoted = (question: string, items: readonly RetrievedItem[]) =>
  [...(bestAnswer(question, items)?.answer.text ?? '').matchAll(/[^.\n]*?(\d+) mg\./g)].map(([said, figure]) => ({
    said,
    figure: Number(figure),
  }))

describe('however sections are put together', () => {
  test('no figure of another medicine, or of none, is given to who asks about one', () => {
    let figures = 0
    fc.assert(
      fc.property(sections, fc.constantFrom(...drugs), (drawn, drug) => {
        const { items, truths } = written(drawn)
        for (const { figure } of quoted(`What is the dose of ${drug}?`, items)) {
          figures++
          expect(truths.get(figure)?.drug).toBe(drug)
        }
      }),
      { numRuns: 500 },
    )
    expect(figures).toBeGreaterThan(100)
  })

  test("no figure of adults, or of nobody, is given to who asks for a child's", () => {
    let figures = 0
    fc.assert(
      fc.property(sections, fc.constantFrom(...drugs), (drawn, drug) => {
        const { items, truths } = written(drawn)
        for (const { figure } of quoted(`What is the dose of ${drug} for children?`, items)) {
          figures++
          expect(truths.get(figure)).toEqual({ drug, kind: 'children' })
        }
      }),
      { numRuns: 500 },
    )
    expect(figures).toBeGreaterThan(30)
  })

  test('a figure of children is never given without the word', () => {
    fc.assert(
      fc.property(sections, fc.constantFrom(...drugs), (drawn, drug) => {
        const { items, truths } = written(drawn)
        const text = bestAnswer(`What is the dose of ${drug}?`, items)?.answer.text ?? ''
        for (const { figure } of quoted(`What is the dose of ${drug}?`, items))
          if (truths.get(figure)?.kind === 'children') expect(text.slice(0, text.indexOf(`${figure} mg`))).toContain('children')
      }),
      { numRuns: 500 },
    )
  })
})
