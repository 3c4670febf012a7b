import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { personAsked } from '../../src/domain/chat/policy/person-asked.ts'

const asking = [
  'Can I talk to a real person?',
  'I want to speak with somebody, not a machine',
  'Is there an actual human I could chat with',
  'please connect me to an agent',
  'transfer me to customer service',
  'Representative!',
  'human please',
  'How do I get hold of a live person here?',
  'id rather talk to a human being',
  'I need to speak to someone about my copay card',
  'This is useless. Let me talk to a person.',
  'could we please talk to a representative from your team',
  'call me back',
  'I need someone to call me back',
  'Could somebody give me a call tomorrow morning?',
  'I would like to request a callback',
  'can a nurse phone me this afternoon',
  'Please have one of your nurses call me.',
  'Are you a human?',
  'are you a bot',
  'Am I chatting with a real nurse or a computer?',
  'is this an automated system',
  'who am I talking to right now?',
  'Are you AI?',
  'quiero hablar con una persona',
  '¿Puedo hablar con alguien del programa?',
  'Comuníqueme con un agente, por favor',
  '¿Me pueden llamar mañana?',
  'Necesito que alguien me llame',
  '¿Eres un robot o una persona?',
]

const near = [
  'can a person with diabetes take this',
  'do I need to call my doctor if I miss a dose',
  'what is the nurse line number for the programme',
  'Should I talk to someone before I stop taking it?',
  'When should I call my doctor about side effects?',
  'Is it safe for a person over 65?',
  'How many people get headaches from it?',
  'Has it been tested in humans?',
  'Is it made from human cells?',
  'What does a specialty pharmacy do?',
  'Will the pharmacy call me before they ship it?',
  'How does the pen work, is it automatic?',
  'Is this a human antibody?',
  'Who should not take it?',
  'Who can help me pay for it?',
  'what are you supposed to do if a dose is missed',
  'Does the insurance agent need my prescription number?',
  'Is there a person limit on the copay card?',
  'What should I tell the nurse who injects me?',
  'My doctor said to call if I get a rash. What kind of rash?',
  'Can someone else inject me?',
  'Can I give my pen to another person?',
  'Is this medicine real or a placebo',
  'Are you allowed to drink alcohol with it?',
  'How long after I call does the card arrive?',
  'do I have to talk to my insurance about prior authorization',
  '¿Puede usarlo una persona con diabetes?',
  '¿Debo llamar a mi médico si olvido una dosis?',
  '¿Alguien puede ponerme la inyección?',
  '¿Con quién hablo para pagar menos?',
]

describe('whether a message asks for a human, a callback or whether it speaks with one', () => {
  test.each(asking)('"%s" does', (text) => {
    expect(personAsked(text)).not.toBeNull()
    expect(assessMessage(text, [])).toMatchObject({ queryType: 'patient_support', personAsked: 'alone' })
  })

  test.each(near)('"%s" is a question to the library', (text) => {
    expect(personAsked(text)).toBeNull()
  })

  test('an emergency and a report come first', () => {
    expect(assessMessage('I took the whole bottle, can I talk to a real person?', []).queryType).toBe('emergency')
    expect(assessMessage('I got a rash after my shot. Can someone call me back?', []).queryType).toBe('adverse_event')
  })

  test('what is asked besides is left to be answered', () => {
    const text = 'How do I store the pen? And can I talk to a real person?'
    expect(personAsked(text)).toEqual({ rest: 'How do I store the pen?', isAlone: false })
    expect(assessMessage(text, [])).toMatchObject({ queryType: 'storage', personAsked: 'besides' })
  })
})
