import { describe, expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { adverseMentions } from '../../src/domain/safety/signs/adverse-mentions.ts'

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
