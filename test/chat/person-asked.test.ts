import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService()
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

async function support(supportName: string | null, supportPhone: string | null) {
  const input = { id: 1, supportName, supportPhone }
  const { errors } = await service.graphql(
    'mutation($input: UpdateWidgetClientInput!) { updateWidgetClient(input: $input) { widgetClient { id } } }',
    {
      input,
    },
  )
  expect(errors).toBeUndefined()
}

test('whoever asks for a human learns that no human reads this, and the support contact of the site', async () => {
  await support('Ann', '1-800-555-0142')
  for (const message of ['Can I talk to a real person?', 'I need someone to call me back', 'are you a human?']) {
    const { answer, resources, query_type } = await chat.say(message)
    expect([query_type, resources]).toEqual(['patient_support', []])
    expect(answer).toMatch(/automated assistant, not a person[\s\S]*support line, call 1-800-555-0142\. Ask for Ann\./)
  }
  expect((await chat.say('Quiero hablar con una persona')).answer).toMatch(/asistente automático[\s\S]*llame al 1-800-555-0142/)
})

test('where a site has no support contact they are sent to their care team', async () => {
  await support(null, null)
  const { answer } = await chat.say('call me back')
  expect(answer).toContain('Your doctor, pharmacist or care team can talk with you')
  expect(answer).not.toMatch(/support|\{\{/)
})

test('a question besides is answered from the library first', async () => {
  const { answer, resources, query_type } = await chat.say('How do I store Emgality? And can I talk to a real person?')
  expect(query_type).toBe('storage')
  expect(answer).toMatch(/refrigerat[\s\S]*\n\nI am an automated assistant/i)
  expect(resources.length).toBeGreaterThan(0)
})

test('an emergency comes first, and the answer is its own', async () => {
  const { answer, query_type } = await chat.say('I cannot breathe, can I talk to a real person?')
  expect(query_type).toBe('emergency')
  expect(answer).toMatch(/^This may be an emergency\. Call 911 now/)
})

test('whoever asks for a person while staff are there reads that somebody may come, and staff learn of them', async () => {
  const wait = async (present: boolean) => {
    const { data } = await service.graphql(`mutation { waitForVisitors(input: { present: ${present} }) { visitorsWaiting } }`)
    return data.waitForVisitors.visitorsWaiting as number
  }
  const before = await wait(true)
  expect((await chat.say('Can I talk to a real person?')).answer).toContain('Our team is being told now')
  expect((await chat.say('Quiero hablar con una persona')).answer).toContain('Estamos avisando a nuestro equipo')
  expect((await chat.say('How do I store Taltz?')).answer).not.toContain('Our team is being told')
  expect(await wait(true)).toBe(before + 2)
  const { data } = await service.graphql('{ conversations(first: 1, filter: { live: true }) { edges { node { id } } } }')
  const [{ node }] = data.conversations.edges
  await service.graphql(
    `mutation { takeOverConversation(input: { conversationId: ${node.id}, shownAs: "Maria" }) { conversation { id } } }`,
  )
  await service.graphql(`mutation { handBackConversation(input: { conversationId: ${node.id} }) { conversation { id } } }`)
  // Whoever was helped does not wait.
  expect(await wait(true)).toBe(before + 1)
  await wait(false)
  expect((await chat.say('Can I talk to a real person?')).answer).not.toContain('Our team is being told')
})
