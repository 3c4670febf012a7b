import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

// Sentences of our own; signs from the patient information of MedlinePlus on clots, bleeding, liver failure and fever.

const reading = (message: string) => {
  const { adverseEvent, emergency, firstHelp } = assessMessage(message, [])
  return { isReport: adverseEvent !== null, isEmergency: emergency !== null, careToday: firstHelp.includes('care_today') }
}

describe('a report that nobody calls an emergency', () => {
  test.each([
    'I have had black, tarry stools since I started Humira.',
    'I found blood in the toilet, in my stool, after Xeljanz.',
    'Since Xeljanz my calf is swollen and it hurts.',
    'After Xeljanz my left leg is red and swollen.',
    'He has had a fever of 104 since his Stelara shot.',
    'Since the Humira shot my daughter has a 103.6 fever.',
    'My eyes turned yellow since I take Kevzara.',
    'Desde Xeljanz tengo la pantorrilla hinchada y me duele.',
    'Desde la Humira tengo fiebre de 39.8.',
  ])('is told to see a doctor the same day: %s', (message) => {
    const { isReport, isEmergency, careToday } = reading(message)
    expect(isReport).toBe(true)
    expect(isEmergency || careToday).toBe(true)
  })

  test.each([
    'I have had a headache since Emgality.',
    'Since my Humira shot I run a fever of 100.2.',
    'I am 104 pounds and have a fever since Humira.',
    'My ankles are swollen since I take Lyrica.',
    'My leg itches where I injected Taltz.',
  ])('is not, where its signs can wait: %s', (message) => {
    expect(reading(message).careToday).toBe(false)
  })

  test.each(['Can Xeljanz cause black stools?', 'I have had no black stools on Humira.', 'What if my calf swells on Xeljanz?'])(
    'is not where nothing is reported: %s',
    (message) => {
      expect(reading(message).careToday).toBe(false)
    },
  )
})
