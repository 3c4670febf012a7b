import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { today } from '../../../eval/regression/policies/read-documents.ts'
import type { PolicyRule, PolicySection } from '../../../src/domain/benefits/policies/policy-rule.ts'
import { readPolicy } from '../../../src/domain/benefits/policies/read-policy.ts'

const title = 'Stelara (ustekinumab) – medical drug policy'
const telling: PolicySection[] = [
  { header: 'Prior authorization', content: 'Prior authorization is required for Stelara.' },
  { header: 'Step therapy', content: 'The member must have tried Humira before Stelara is covered.' },
]
const unrelated: PolicySection[] = [
  { header: 'Background', content: 'Patients who had failed methotrexate were enrolled. Enbrel was the comparator.' },
  { header: 'References', content: '- Trial of methotrexate and Humira in early arthritis.\n- Prior authorization is required: a survey.' },
  { header: 'Coding', content: 'Code | Description\nJ3357 | Injection, ustekinumab, 1 mg\nJ0139 | Injection, adalimumab, 1 mg' },
  { header: 'How to submit a request', content: 'Step 1 of the application: the diagnosis. Step 2: a trial of Otezla, if any.' },
  { header: 'Exclusions', content: '- Use together with Humira\n- Failure of Skyrizi is no reason' },
  {
    header: 'Renewal criteria',
    content: '- Inadequate response to Taltz was excluded\n- The member must have tried lower doses of Cimzia',
  },
  { header: 'Appeals', content: 'If prior authorization is required and was denied, an appeal is possible within 180 days.' },
]

const requirements = (rules: PolicyRule[]) =>
  rules.map(({ ingredient, product, paRequired, stepTherapyRequired, stepTherapyDrugs, criteria }) => ({
    ingredient,
    product,
    paRequired,
    stepTherapyRequired,
    stepTherapyDrugs,
    criteria,
  }))

describe('what a policy requires', () => {
  test('never grows by sections on something else, whatever their order', () => {
    const alone = requirements(readPolicy(telling, { title, today }))
    const sections = fc.shuffledSubarray([...telling, ...unrelated], { minLength: unrelated.length })
    fc.assert(
      fc.property(sections, (shuffled) => {
        for (const rule of requirements(readPolicy(shuffled, { title, today }))) {
          const [known] = alone
          expect(rule.ingredient).toBe('ustekinumab')
          expect([known?.paRequired, null]).toContain(rule.paRequired)
          expect([known?.stepTherapyRequired, null]).toContain(rule.stepTherapyRequired)
          expect(known?.stepTherapyDrugs).toEqual(expect.arrayContaining(rule.stepTherapyDrugs))
          expect(known?.criteria).toEqual(expect.arrayContaining(rule.criteria))
        }
      }),
    )
  })

  test('is nothing where nothing of it is said, and is quoted word by word where it is, whatever the text', () => {
    const words = fc.constantFrom(
      'Stelara',
      'Humira',
      'prior authorization',
      'step therapy',
      'is',
      'not',
      'required',
      'must',
      'tried',
      '.',
      ':',
      '|',
      'or',
      '\n',
      '- ',
      'if',
    )
    const content = fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(fc.array(fc.record({ header: fc.option(content), content }), { maxLength: 6 }), (sections) => {
        for (const { evidence } of readPolicy(sections, { today })) {
          for (const { section, quote } of evidence) expect(sections[section]?.content).toContain(quote)
        }
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPolicy([{ header: null, content: text }], { today })).toEqual([])
      }),
    )
  })
})
