import { describe, expect, test } from 'vitest'
import {
  emergencyAnswer,
  type FixedAnswerName,
  fixedAnswer,
  fixedAnswerIn,
  fixedAnswerNames,
  reportAnswer,
} from '../../src/domain/chat/policy/fixed-answers.ts'
import { emergencyKinds } from '../../src/domain/safety/signs/emergency-kind.ts'

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

  const opening = (name: FixedAnswerName) => fixedAnswer(name, language, nobody).split('. ').slice(0, 3).join('. ')

  test('an emergency names its numbers in the first three sentences', () => {
    expect(opening('emergency_medical')).toContain('911')
    expect(opening('emergency_overdose')).toMatch(/911.*1-800-222-1222/)
    expect(opening('emergency_self_harm')).toContain('988')
    expect(fixedAnswer('emergency_self_harm', language, nobody)).toContain('911')
  })

  test.each(['needlestick', 'poison_control', 'care_today'] as const)(
    '%s is said before the thanks for a report, and nothing is lost',
    (help) => {
      const answer = reportAnswer([], language, nobody)
      const said = reportAnswer([help], language, nobody)
      expect(said).toBe(`${fixedAnswer(help, language, nobody)}\n${answer}`)
      expect(fixedAnswerIn(said)).toBe('adverse_event')
    },
  )

  test('who tells of a death is told nothing that is for the living', () => {
    const said = reportAnswer(['bereaved'], language, nobody)
    expect(said).toBe(fixedAnswer('bereaved', language, nobody))
    expect(said).not.toMatch(/911|worse|dose|empeora|dosis/)
  })

  test('where an ambulance may be needed 911 stands before any other number, and nothing of the other answer is lost', () => {
    for (const kind of emergencyKinds) {
      const answer = fixedAnswer(`emergency_${kind}`, language, nobody)
      const first = emergencyAnswer({ kind, needsAmbulance: true }, language, nobody)
      expect(/911|988|1-800-222-1222/.exec(first)?.[0]).toBe('911')
      expect(first.endsWith(answer)).toBe(true)
      expect(fixedAnswerIn(first)).toBe(`emergency_${kind}`)
      expect(emergencyAnswer({ kind, needsAmbulance: kind === 'medical' }, language, nobody)).toBe(answer)
    }
  })

  test('what may have been an emergency that nobody recognized names the numbers too', () => {
    for (const name of ['adverse_event', 'not_found', 'declined_diagnosis'] as const)
      expect(fixedAnswer(name, language, nobody)).toContain('911')
    expect(fixedAnswer('not_found', language, nobody)).toContain('988')
  })

  test('what may be an emergency that only the sense of danger saw begins with both numbers, in two sentences at most', () => {
    const preface = fixedAnswer('in_doubt', language, nobody)
    expect(preface).toMatch(/911.*988/)
    expect(preface.split(/(?<=\.) /).length).toBeLessThanOrEqual(2)
    expect(fixedAnswer('in_doubt', language, support)).toBe(preface)
  })

  test('a report gets the way to the FDA and the support line', () => {
    const answer = fixedAnswer('adverse_event', language, support)
    for (const part of ['1-800-FDA-1088', 'www.fda.gov/medwatch', support.phone, support.email, support.name])
      expect(answer).toContain(part)
  })

  test('of all texts only those of a report name the FDA: by that the widget knows it', () => {
    expect(fixedAnswerNames.filter((name) => /\bFDA\b/.test(fixedAnswer(name, language, support)))).toEqual(['adverse_event', 'bereaved'])
  })

  test('only the sentence of a missing value is left out', () => {
    const answer = fixedAnswer('not_found', language, { ...support, phone: ' ' })
    expect(answer).toContain(support.email)
    expect(answer).not.toContain('555')
  })

  test('nobody is named who cannot be reached', () => {
    expect(fixedAnswer('not_found', language, { ...nobody, name: support.name })).toBe(fixedAnswer('not_found', language, nobody))
  })

  test('a value is text, whatever it holds', () => {
    expect(fixedAnswer('not_found', language, { ...support, name: "$& {{support_email}} <b>$'" })).toContain("$& {{support_email}} <b>$'")
  })
})
