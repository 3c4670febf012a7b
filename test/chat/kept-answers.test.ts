import { afterAll, beforeAll, expect, test } from 'vitest'
import { citing, startModelChat } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'

// A model's answer serves whoever asks the same of the same sections: docs/chat.md.

let started: Awaited<ReturnType<typeof startModelChat>>
beforeAll(async () => {
  started = await startModelChat({ CHAT_CACHE_MINUTES: '5' })
})
afterAll(() => started[Symbol.asyncDispose]())

const told = 'Keep Emgality cold in its carton. Do not freeze it.'
const says = (text: string) => Object.assign(started.model, { says: citing('Emgality storage', text), mishaps: [], asked: [] })

test('the same question of another visitor gets the same answer and sources, and the model is not asked', async () => {
  says(told)
  const question = 'How do I store Emgality?'
  const first = await started.chat.stream(question)
  const second = await started.chat.stream(question)
  expect([first.text, second.text]).toEqual([told, told])
  expect(second.resources).toEqual(first.resources)
  expect(started.model.asked).toHaveLength(1)
  expect((await started.chat.say(question)).answer).toBe(told)
  expect(started.model.asked).toHaveLength(1)
})

test('a question in a conversation is asked for itself, and another question, too', async () => {
  says(told)
  const token = await started.chat.session()
  await started.chat.say({ message: 'What are the side effects of Emgality?', session_token: token })
  says(told)
  await started.chat.say({ message: 'How do I store Emgality?', session_token: token })
  await started.chat.say('Where do I store Emgality?')
  expect(started.model.asked).toHaveLength(2)
})

test('what broke off, or says what no source does, is not kept', async () => {
  const question = 'How long can Emgality stay out?'
  says('Keep it at 93 degrees for 400 days.')
  const invented = await started.chat.stream(question)
  expect(invented.text).not.toContain('400 days')
  says(told)
  expect((await started.chat.stream(question)).text).toBe(told)
  expect(started.model.asked).toHaveLength(1)
})

test('once the library says something else, the model is asked anew', async () => {
  says(told)
  const question = 'May I freeze Emgality?'
  await started.chat.stream(question)
  await addItems(started.service, [
    {
      title: 'Emgality freezing',
      section_header: 'Can Emgality be frozen?',
      content: 'Do not freeze Emgality. Throw away Emgality that has been frozen, even if it has thawed.',
      section_type: 'storage',
      source_type: 'webpage',
      source_url: 'https://care.example/emgality/freezing',
    },
  ])
  await searchable(started.service)
  Object.assign(started.model, { says: citing('Emgality freezing', 'Do not freeze Emgality.'), asked: [] })
  expect((await started.chat.stream(question)).text).toBe('Do not freeze Emgality.')
  expect(started.model.asked).toHaveLength(1)
})
