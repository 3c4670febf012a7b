import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, startTestService, type TestService } from '../support/service.ts'

// After a report the safety text comes first and whole; then what the message asks is answered, but for how to take the medicine.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService({ CHAT_CASES_PER_HOUR: '1000' })
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const safetyText = /^Thank you for telling us\. [\s\S]*MedWatch|^Thank you for telling us\. [\s\S]*medwatch/
const parts = (answer: string) => answer.split('\n\n')

test('a question besides a report is answered after the whole safety text, with its resources', async () => {
  const report = 'I got a bad headache after my Emgality injection.'
  const { answer, resources, query_type } = await chat.say(`${report} How do I store Emgality?`)
  const [safety = '', rest = ''] = parts(answer)
  expect(query_type).toBe('adverse_event')
  expect(safety).toMatch(safetyText)
  expect(safety).toBe(parts((await chat.say(report)).answer)[0])
  expect(rest).toMatch(/refrigerat/i)
  expect(rest).toContain('Before your next dose, ask your doctor')
  expect(resources.length).toBeGreaterThan(0)
  expect(resources.every(({ section_type }) => section_type !== 'dosing')).toBe(true)
})

test.each([
  'I got a bad rash after my Taltz shot, when do I take the next dose?',
  'Taltz gave me a terrible headache so I missed a dose. Should I take it now?',
  'My stomach has hurt badly since I started Taltz. How much should I inject?',
  'Me salió un sarpullido después de la inyección de Taltz. ¿Cuándo me toca la próxima dosis?',
])('how to take the medicine that made somebody ill is left to the doctor: %s', async (message) => {
  const { answer, resources, query_type } = await chat.say(message)
  expect(query_type).toBe('adverse_event')
  expect(resources).toEqual([])
  expect(answer).not.toMatch(/as soon as|every (?:2|4|two|four) weeks|\d+ ?mg\b|lo antes posible/i)
  expect(answer).toMatch(/Before your next dose, ask your doctor|Antes de su próxima dosis, pregunte/)
})

test('a report that asks nothing gets the safety text alone, and nobody is asked to send a question again', async () => {
  const { answer } = await chat.say('I have had a bad headache since I started Taltz')
  expect(parts(answer)).toHaveLength(1)
  expect(answer).not.toMatch(/again by itself/)
})

test('under an emergency nothing else is answered', async () => {
  const { answer, resources } = await chat.say('My throat is closing after my Taltz shot. How do I store Taltz?')
  expect(answer).toMatch(/Call 911 now/)
  expect([parts(answer).length, resources]).toEqual([1, []])
})

test('what the library lacks is said after the safety text, and the case is kept', async () => {
  const message = 'I got a bad headache after my Taltz injection. Who won the cup in 1974?'
  const { answer } = await chat.say(message)
  expect(parts(answer)[0]).toMatch(safetyText)
  const { data } = await service.graphql('{ adverseEvents(first: 50) { edges { node { eventDescription } } } }')
  expect(nodes<{ eventDescription: string }>(data.adverseEvents).map(({ eventDescription }) => eventDescription)).toContain(message)
})

test('the stream says the same, and query_type says what was asked whatever the tier', async () => {
  const { text, events } = await chat.stream('I got a bad headache after my Emgality injection. How do I store Emgality?')
  expect(parts(text)[0]).toMatch(safetyText)
  expect(events.map(({ event }) => event).filter((event) => event === 'resources')).toHaveLength(1)
  expect((await chat.say('How do I store Nonexistumab?')).query_type).toBe('storage')
})
