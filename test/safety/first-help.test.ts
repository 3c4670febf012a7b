import { expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

const read = (message: string) => {
  const { firstHelp, adverseEvent, emergency, declined } = assessMessage(message, [])
  return { firstHelp, kinds: adverseEvent?.kinds ?? [], emergency: emergency?.kind ?? null, declined }
}

test.each([
  'Our aide stuck her finger on the used Humira needle, what should she do?',
  'I got poked by my wife’s Enbrel needle this morning',
  'jabbed myself with somebody else’s used needle while cleaning up, Dupixent pen',
  'Me pinché con la aguja usada de mi esposo, Taltz',
])('a stick with another’s needle is washed and seen the same day, and is no overdose: %s', (message) => {
  expect(read(message)).toMatchObject({ firstHelp: ['needlestick'], emergency: null })
  expect(read(message).kinds).not.toContain('overdose')
})

test.each([
  'I skipped my Cosentyx on Friday, when should I take it?',
  'forgot my Humira shot last week, do i shift the calendar',
  'Patient missed her Enbrel on Tuesday, what now',
])('a dose that was left out is nothing for Poison Control: %s', (message) => {
  expect(read(message).firstHelp).not.toContain('poison_control')
  expect(read(message).kinds).not.toContain('overdose')
})

test.each(['I forgot that I had taken my Humira and took another one', 'I skipped one and then did two Cosentyx pens at once'])(
  'what was taken too much stays too much: %s',
  (message) => expect(read(message).emergency === 'overdose' || read(message).firstHelp.includes('poison_control')).toBe(true),
)

test.each([
  'I am a home nurse. My patient skipped her Cosentyx on Monday, does her schedule move?',
  'as a pharmacist: she stopped Taltz, when does she restart?',
])('whoever writes has ordered no pause: %s', (message) => expect(read(message).declined).not.toBe('held'))

test.each([
  'My father died a week after his Stelara infusion. How do I cancel the deliveries?',
  'we lost mom in October, she was on Humira when she passed away',
])('who tells of a death gets no advice for the living: %s', (message) => expect(read(message).firstHelp).toEqual(['bereaved']))

test.each(['has anybody died from stelara', 'did anyone ever die on Humira', 'have people died while taking Enbrel'])(
  'whether somebody died is asked, not told: %s',
  (message) => expect(read(message)).toMatchObject({ kinds: [], emergency: null }),
)

test.each([
  'I gave my mom my Humira by mistake, I missed the name on it',
  'missed the label and swallowed what was in the Taltz pen',
  'stuck myself with my wife’s used insulin needle and the whole dose went in',
])('something else that was missed hides no wrong use: %s', (message) =>
  expect(read(message).emergency === 'overdose' || read(message).firstHelp.includes('poison_control')).toBe(true),
)

test('who is ill besides a death is told what is for the living', () => {
  const { firstHelp } = read('My wife passed away in May. Now I have hives and a rash from my Stelara.')
  expect(firstHelp).not.toContain('bereaved')
})
