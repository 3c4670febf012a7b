import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PastMessage } from '../../src/domain/chat/chat.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { fixedAnswer } from '../../src/domain/chat/policy/fixed-answers.ts'
import { talkAnswer } from '../../src/domain/chat/talk-answer.ts'
import { chatOf } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// Turns that ask the library nothing, and those that ask for its last answer in another way.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService()
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const asked = 'How do I store Emgality?'

/** A conversation: what the last of its messages is answered. */
async function last(...messages: string[]) {
  const session_token = await chat.session()
  let reply = await chat.say({ message: messages[0], session_token })
  for (const message of messages.slice(1)) reply = await chat.say({ message, session_token })
  return reply
}

test('thanks, a goodbye and a yes to nothing get a phrase, in the language of the message', async () => {
  expect((await last(asked, 'ok thank you so much')).answer).toMatch(/^You're welcome/)
  expect((await last(asked, 'muchas gracias')).answer).toMatch(/^De nada/)
  expect((await last(asked, 'bye, have a good one')).answer).toMatch(/^Goodbye/)
  expect(await last(asked, 'yes')).toMatchObject({ query_type: 'greeting', answer: expect.stringMatching(/^What would you like to know/) })
})

test('"say that again" gets the last answer again, as what was asked then', async () => {
  const first = await last(asked)
  expect(await last(asked, 'can you repeat that please')).toMatchObject({ answer: first.answer, query_type: 'storage' })
})

test('"shorter please" gets the main point in the words of the library', async () => {
  const { answer: whole } = await last(asked)
  const { answer } = await last(asked, 'too long, shorter please')
  const [frame, point = ''] = answer.split('\n\n')
  expect(frame).toMatch(/In short:$/)
  for (const sentence of point.split(/(?<=\.) /)) expect(whole).toContain(sentence)
})

test('a safety text is said again whole, however short it is wanted', async () => {
  const emergency = await last('I cannot breathe')
  expect((await last('I cannot breathe', 'shorter please')).answer).toBe(emergency.answer)
})

test('a correction asks the question before it anew, and files no report', async () => {
  const correction = 'sorry, I meant Emgality, not Taltz'
  const corrected = await last('How do I store Taltz?', correction)
  expect(corrected).toMatchObject({ query_type: 'storage', answer: (await last(asked)).answer })
  const { data } = await service.graphql('{ adverseEvents(first: 1000) { edges { node { eventDescription } } } }')
  expect(nodes(data.adverseEvents).map(({ eventDescription }) => eventDescription)).not.toContain(correction)
})

test('a correction of a report is filed as the report that it should be', async () => {
  const correction = 'sorry, I meant Taltz, not Stelara'
  expect((await last('I have a rash on my arm since the Stelara shot', correction)).query_type).toBe('adverse_event')
  const { data } = await service.graphql('{ adverseEvents(first: 1000) { edges { node { eventDescription medicationName symptoms } } } }')
  expect(nodes(data.adverseEvents)).toContainEqual({ eventDescription: correction, medicationName: 'Taltz', symptoms: ['rash'] })
})

test('what may be an emergency keeps its numbers when it is wanted shorter', async () => {
  const nobody = { supportName: null, supportPhone: null, supportEmail: null } as never
  const content = `${fixedAnswer('in_doubt', 'en', { name: null, phone: null, email: null })}\n\nKeep it in the refrigerator.`
  const history: PastMessage[] = [
    { role: 'user', content: asked },
    { role: 'assistant', content },
  ]
  const again = talkAnswer({ client: nobody, history, assessment: assessMessage('shorter please', history) }, false)
  let text = ''
  for await (const token of again?.tokens ?? []) text += token
  expect(text).toBe(content)
})

test('a report that begins like talk is a report', async () => {
  for (const report of [
    'no, since the shot I have a rash on my arm',
    'thanks, but I took two by mistake yesterday',
    'sorry, I gave him Taltz, not Emgality, by mistake',
  ])
    expect((await last(asked, report)).query_type).toMatch(/adverse_event|emergency/)
})
