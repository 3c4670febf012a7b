import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf } from '../support/chat.ts'
import { keyWith } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const groups = async (args = '') => {
  const text = `{ unansweredGroups${args} { question asked questions { question conversationId } } }`
  const { data, errors } = await service.graphql(text)
  expect(errors).toBeUndefined()
  return data.unansweredGroups as { question: string; asked: number; questions: { question: string }[] }[]
}

test('questions that ask the same stand together, in whatever words; others apart; the most asked first', async () => {
  const asked = [
    'Is there a discount for veterans?',
    'How do I leave the support program?',
    'Can I drink alcohol with Brelimab?',
    'How do I join the support program?',
    'May I have alcohol while on Brelimab?',
    'Is drinking alcohol okay with brelimab',
  ]
  for (const question of asked) await chatOf(service).say(question)
  const found = await groups()
  expect(found.map((group) => [group.question, group.asked])).toEqual([
    ['Is drinking alcohol okay with brelimab', 3],
    ['How do I join the support program?', 1],
    ['How do I leave the support program?', 1],
    ['Is there a discount for veterans?', 1],
  ])
  expect(found[0]?.questions.map(({ question }) => question)).toEqual([asked[5], asked[4], asked[2]])
  expect(await groups('(limit: 1)')).toHaveLength(1)
})

test('whoever may not read conversations does not see them, and reading them is audited', async () => {
  const { errors } = await service.graphql('{ unansweredGroups { question } }', {}, { key: await keyWith(service, 'library') })
  expect(errors[0].extensions.code).toBe('FORBIDDEN')
  await groups('(limit: 1)')
  const { data } = await service.graphql('{ auditEvents(first: 5) { edges { node { action } } } }')
  expect(data.auditEvents.edges.map(({ node }: { node: { action: string } }) => node.action)).toContain('chat_message.read')
})
