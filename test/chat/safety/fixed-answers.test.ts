import { describe, expect, test } from 'vitest'
import { fixedAnswer, fixedAnswerNames } from '../../../src/domain/chat/safety/fixed-answers.ts'

const support = { name: 'Ana Ruiz', phone: '+1 800 555 0100', email: 'help@example.com' }
const nobody = { name: null, phone: null, email: null }

describe.each(['en', 'es'] as const)('fixed answers (%s)', (language) => {
  test.each(fixedAnswerNames)('%s leaves no slot open, with and without a contact', (name) => {
    for (const contact of [support, nobody, { ...nobody, email: support.email }]) {
      const answer = fixedAnswer(name, language, contact)
      expect(answer).not.toMatch(/[{}]|null|undefined|\s\.| {2}/)
      expect(answer.length).toBeGreaterThan(20)
    }
  })

  test('an emergency names the numbers at once', () => {
    expect(fixedAnswer('emergency_medical', language, nobody).split('. ').slice(0, 2).join()).toContain('911')
    expect(fixedAnswer('emergency_overdose', language, nobody)).toContain('1-800-222-1222')
    expect(fixedAnswer('emergency_self_harm', language, nobody)).toContain('988')
  })

  test('a report gets the way to the FDA and the support line', () => {
    const answer = fixedAnswer('adverse_event', language, support)
    for (const part of ['1-800-FDA-1088', 'www.fda.gov/medwatch', support.phone, support.email, support.name])
      expect(answer).toContain(part)
  })

  test('only the sentence of a missing value is left out', () => {
    const answer = fixedAnswer('not_found', language, { ...support, phone: ' ' })
    expect(answer).toContain(support.email)
    expect(answer).not.toContain('555')
  })

  test('a value is text, whatever it holds', () => {
    expect(fixedAnswer('not_found', language, { ...support, name: "$& {{support_email}} <b>$'" })).toContain("$& {{support_email}} <b>$'")
  })
})
