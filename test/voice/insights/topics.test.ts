import { describe, expect, test } from 'vitest'
import { insightsOf } from '../../../src/domain/voice/insights/insights-of.ts'
import { topicsOf } from '../../../src/domain/voice/insights/topics-of.ts'
import type { Topic } from '../../../src/domain/voice/topics.ts'

const said: [Topic, string][] = [
  ['benefits_verification', 'i need to check my coverage'],
  ['benefits_verification', 'is humira covered'],
  ['benefits_verification', 'um how much will it cost me'],
  ['benefits_verification', "what's my deductible"],
  ['benefits_verification', "what's my deductable"],
  ['benefits_verification', 'how much is my co-pay'],
  ['benefits_verification', 'how much is the co pay for the shot'],
  ['benefits_verification', 'what do i owe'],
  ['benefits_verification', 'have i met my out of pocket maximum'],
  ['benefits_verification', 'is that pharmacy in network'],
  ['benefits_verification', 'are you out-of-network'],
  ['benefits_verification', 'i have blue cross insurance'],
  ['benefits_verification', 'I got a bill for three hundred dollars'],
  ['benefits_verification', '¿Cuánto es mi deducible?'],
  ['benefits_verification', 'mi seguro cubre la medicina'],
  ['benefits_verification', 'cuánto cuesta'],
  ['pa_requirements', 'do i need a prior authorization'],
  ['pa_requirements', 'do i need prior auth for that'],
  ['pa_requirements', 'they said something about a prior off'],
  ['pa_requirements', 'the pre authorization is pending'],
  ['pa_requirements', 'the PA expired'],
  ['pa_requirements', 'they need a p a for it'],
  ['pa_requirements', 'we are waiting for approval from the insurance'],
  ['pa_requirements', 'it was denied again'],
  ['pa_requirements', 'can i appeal that'],
  ['pa_requirements', 'what is step therapy'],
  ['pa_requirements', 'it needs pre-cert'],
  ['pa_requirements', 'my doctor sent a letter of medical necessity'],
  ['pa_requirements', 'they want me to try a cheaper drug first'],
  ['pa_requirements', 'necesito la autorización previa'],
  ['adverse_event', 'i got a bad rash after the shot'],
  ['adverse_event', 'me duele la cabeza desde que tomo la medicina'],
]

test.each(said)('%s is heard in "%s"', (topic, text) => {
  expect(topicsOf(text)).toContain(topic)
})

test.each([
  'yes',
  'hello',
  'my member name is Ana',
  "i'm covered in dust",
  'what are the risks and benefits of the surgery',
  'i saw the p a on monday',
  'i plan to call on friday',
  'my c p a p is broken',
  '',
  '😀',
])('no topic is heard in "%s"', (text) => {
  expect(topicsOf(text)).toEqual([])
})

test('one utterance can have all three, in a fixed order', () => {
  const text = 'i broke out in hives after the infusion, and was the prior auth approved, and what is my copay'
  expect(topicsOf(text)).toEqual(['benefits_verification', 'pa_requirements', 'adverse_event'])
})

describe('insights of a turn', () => {
  test("our agent's words have topics and neither report an adverse event nor show a feeling", () => {
    const text = "I'm so sorry that you had a terrible rash after the infusion. Your copay is 40 dollars."
    expect(insightsOf({ speaker: 'Agent', text })).toEqual({
      topics: ['benefits_verification'],
      sentiment: { state: 'neutral', score: 0 },
    })
  })

  test("a caller's words have all", () => {
    const { topics, sentiment } = insightsOf({ speaker: 'user', text: 'i am really scared, i have hives since the infusion' })
    expect(topics).toEqual(['adverse_event'])
    expect(sentiment.state).toBe('worried')
    expect(sentiment.score).toBeLessThan(0)
  })

  test('ordinary information tells nothing', () => {
    expect(insightsOf({ speaker: 'user', text: 'my name is maria and i was born in may' })).toEqual({
      topics: [],
      sentiment: { state: 'neutral', score: 0 },
    })
  })
})
