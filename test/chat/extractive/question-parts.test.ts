import { describe, expect, test } from 'vitest'
import { askedAlone } from '../../../src/domain/chat/answer/extractive/asked-part.ts'
import { questionParts } from '../../../src/domain/chat/answer/extractive/question-parts.ts'
import { dictionary } from '../../../src/domain/drugs/medicine-names.ts'
import { item } from './retrieved-item.ts'

const partsOf = (message: string) => questionParts(message).map(({ text }) => text)

describe('a message that asks several things', () => {
  test.each<[string, string[]]>([
    ['how do I store it and what if it freezes?', ['how do I store it', 'what if it freezes?']],
    ['can I take it with alcohol? and is it ok in pregnancy', ['can I take it with alcohol?', 'is it ok in pregnancy']],
    ['can i drink on stelara and is it ok to get a flu shot', ['can i drink on stelara', 'is it ok to get a flu shot']],
    ['If I miss a dose what do I do and when is the next one due?', ['If I miss a dose what do I do', 'when is the next one due?']],
    ['how do i store taltz and if it freezes can i use it', ['how do i store taltz', 'if it freezes can i use it']],
    ['What are the common side effects and which ones are serious?', ['What are the common side effects', 'which ones are serious?']],
    ['tell me about side effects and how to report them', ['tell me about side effects', 'how to report them']],
    ['By when must vaccines be finished, and what about the flu jab?', ['By when must vaccines be finished', 'what about the flu jab?']],
    ['¿Cómo guardo Taltz y puedo viajar con él?', ['Cómo guardo Taltz', 'puedo viajar con él?']],
    ['Stelara side effects and is it safe in pregnancy', ['Stelara side effects', 'is it safe in pregnancy']],
    ['Taltz storage, and what if it freezes?', ['Taltz storage', 'what if it freezes?']],
    ['Taltz - how long out of the fridge, and how warm can it get?', ['Taltz - how long out of the fridge', 'how warm can it get?']],
  ])('is parted into them: %s', (message, parts) => {
    expect(partsOf(message)).toEqual(parts)
  })

  test.each([
    'should i take it now or should i wait until next month',
    'I take 400 mg of Taltz every week, is that right?',
    'Can I use it if it is cloudy, or if it was frozen?',
    'when I travel can I keep it in my bag',
    'How long can I keep it out of the fridge?',
    'How is it given? How often?',
    'Taltz dose for children',
  ])('is not what is one question: %s', (message) => {
    expect(partsOf(message)).toEqual([message])
  })
})

describe('a story before a question', () => {
  test.each([
    [
      'my husband has had psoriasis for 20 years and tried everything from creams to light boxes and now he is on taltz can he fly with it',
      'can he fly with it',
    ],
    ['I have been ill for years. My doctor is great. How do I store Taltz? My cousin wants to know, too.', 'How do I store Taltz?'],
    [
      'we are moving to arizona and it gets to 110 there. what happens to the box if it sits in the heat',
      'what happens to the box if it sits in the heat',
    ],
  ])('is not part of it: %s', (message, asked) => {
    expect(partsOf(message)).toEqual([asked])
  })
})

describe('a part by itself', () => {
  const found = [item('missed', 'What if I miss a dose of Taltz?', 'Take it as soon as possible.')]
  const askedBy = (message: string) => {
    const asked: string[] = []
    for (const part of questionParts(message)) asked.push(askedAlone(part, asked.at(-1), found, dictionary))
    return asked
  }

  test('has the medicine of the part before it', () => {
    expect(askedBy('how do I store Taltz and what if it freezes?')).toEqual(['how do I store Taltz', 'what if Taltz freezes?'])
  })

  test('is not coloured by what the others ask', () => {
    expect(askedBy('What are the side effects of Taltz? And what if I miss a dose?')).toEqual([
      'What are the side effects of Taltz?',
      'what if I miss a dose? (Taltz)',
    ])
  })

  test('of a plan has none: it is asked whatever the medicine is', () => {
    expect(askedBy('how do I store Taltz and how do I enroll in the program')[1]).toBe('how do I enroll in the program')
  })

  test('has the age and weight that the message tells, so that it is not answered by the dose of others', () => {
    const [first, second] = askedBy('my son is 7 and weighs 22 kilos. how much Taltz does he get at first and what does it go to after')
    expect(first).toMatch(/7 years old, 22 kilos/)
    expect(second).toMatch(/7 years old, 22 kilos/)
  })

  test('has what the story tells of a subject of the library, and nothing else of it', () => {
    const [asked] = askedBy('My sister came over and I forgot my Taltz on Monday. Does the date change now? And is it too late?')
    expect(asked).toMatch(/forgot/)
    expect(asked).not.toMatch(/sister/)
  })
})
