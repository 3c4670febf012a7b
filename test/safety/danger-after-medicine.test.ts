import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { adverseMentions } from '../../src/domain/safety/signs/adverse-mentions.ts'
import { seriousnessOf } from '../../src/domain/safety/signs/seriousness.ts'
import { read } from '../../src/domain/safety/signs/symptom-reading.ts'
import { sentencesOf } from '../../src/language/sentences.ts'

const inCall = (text: string) =>
  adverseMentions([
    { speaker: 'agent', text: 'How are you doing?' },
    { speaker: 'user', text },
  ])

describe('what may need help at once and came after a medicine is a report, in a call and in the chat', () => {
  test.each([
    'After the Humira I had a heart attack and was in the hospital.',
    'Two days after my Taltz shot I had a stroke.',
    'After Orencia I had a seizure and they kept me overnight.',
    'My mother died on Orencia. Thanks for listening.',
    'Taltz killed my uncle.',
    'My wife had a stroke after Orencia. I only want to cancel the next box.',
  ])('%s', async (text) => {
    expect(await inCall(text)).toHaveLength(1)
    expect(assessMessage(text, []).adverseEvent).not.toBeNull()
  })

  test.each([
    'I had a heart attack before I started Humira.',
    'Can I have a heart attack after Taltz?',
    'After the Humira I did not have a heart attack.',
  ])('and not: %s', async (text) => {
    expect(await inCall(text)).toEqual([])
    expect(assessMessage(text, []).adverseEvent).toBeNull()
  })
})

test.each([
  [['They kept my wife for observation'], ['hospitalisation']],
  [['Her kidneys shut down', 'She needs dialysis now'], ['medically_important']],
  [['I went deaf in one ear'], ['disability']],
  [['They had to shock his heart'], ['life_threatening']],
  [['After the infusion she was taken to the hospital'], ['hospitalisation']],
  [['The medicine did not work and he went to the hospital'], ['hospitalisation']],
  [['She had no allergies and died'], ['death']],
  [['He felt dizzy and died'], ['death']],
  [['He could barely breathe and passed away'], ['death']],
  [['My liver tests were normal'], []],
  [['He had a stroke, and was normal before'], ['medically_important']],
  [['I work in a hospital and my arm is sore'], []],
  [['I got my infusion in the hospital'], []],
  [['They ruled out a stroke'], []],
  [['I almost died of it'], ['life_threatening']],
  [['My legs feel dead after it'], []],
  [['My hamster died on Monday'], []],
  [['He did not survive it'], ['death']],
] as const)('seriousness is of the event: %s', (texts, criteria) => {
  const readings = texts.flatMap((text) => sentencesOf(text).map((sentence) => read(sentence)))
  expect(seriousnessOf(readings)).toEqual(criteria)
})
