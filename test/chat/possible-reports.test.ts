import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedAnswer } from '../../src/domain/chat/policy/fixed-answers.ts'
import { chatOf, conversationWith } from '../support/chat.ts'
import { isPossibleReport, possibleReports } from '../support/possible-reports.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// What may be a report, but not for certain, opens no case by itself: the answer asks whether it happened, and a yes does.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ CHAT_CASES_PER_HOUR: '1000' })
  chat = chatOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const nobody = { name: null, phone: null, email: null }
const question = fixedAnswer('happened', 'en', nobody)

async function casesWith(text: string) {
  const { data } = await service.graphql('{ adverseEvents(first: 1000) { edges { node { eventDescription } } } }')
  return nodes<{ eventDescription: string }>(data.adverseEvents).filter(({ eventDescription }) => eventDescription.includes(text))
}

test('it is answered as it would be, then asked about, and filed on "yes" in the words of both messages', async () => {
  const [text = ''] = possibleReports
  const { answer, session_token } = await chat.say(text)
  expect(answer.endsWith(`\n\n${question}`)).toBe(true)
  expect(await casesWith(text)).toEqual([])
  const affirmed = await chat.say({ message: 'Yes, to my mom', session_token })
  expect(affirmed).toMatchObject({ query_type: 'adverse_event', answer: expect.stringMatching(/safety team has been told/) })
  expect(await casesWith(text)).toEqual([{ eventDescription: `${text}\nYes, to my mom` }])
})

test('what the case knows of the earlier message points into that message', async () => {
  const text = possibleReports.map((one) => `${one} Lot number AB12345.`).find(isPossibleReport) ?? ''
  const { session_token } = await chat.say(text)
  await chat.say({ message: 'yes', session_token })
  const [told] = await service.sql<{ evidence: { field: string; chatMessageId: number; start: number; end: number; words: string }[] }>(
    'SELECT evidence FROM adverse_event ORDER BY id DESC LIMIT 1',
  )
  const { messages } = await conversationWith(service, text)
  const lot = told?.evidence.find(({ field }) => field === 'lotNumber')
  expect(lot?.words).toContain('AB12345')
  expect([lot?.chatMessageId, text.slice(lot?.start, lot?.end)]).toEqual([Number(messages[0]?.id), lot?.words])
})

test.each(['No, just asking', 'How do I store Emgality?', 'I have another question', 'Some more about storage please'])(
  'nothing is filed on %j',
  async (next) => {
    // Not one that a test above has filed.
    const text = possibleReports.at(-1) ?? ''
    const { session_token } = await chat.say(text)
    await chat.say({ message: next, session_token })
    expect(await casesWith(text)).toEqual([])
  },
)

test('what may be a report by itself, too, is filed when it is told again', async () => {
  const [, , text = '', more = ''] = possibleReports
  const { session_token } = await chat.say(text)
  await chat.say({ message: more, session_token })
  expect(await casesWith(text)).toEqual([{ eventDescription: `${text}\n${more}` }])
})

test('a "yes" that nothing was asked before files nothing', async () => {
  const { session_token } = await chat.say('How do I store Emgality?')
  expect((await chat.say({ message: 'yes', session_token })).query_type).not.toBe('adverse_event')
})

test('a question that tells nothing is not followed by another', async () => {
  for (const text of ['How do I store Emgality?', 'What are the side effects of Taltz?', 'Thanks!', 'Hello'])
    expect((await chat.say(text)).answer).not.toContain(question)
})
