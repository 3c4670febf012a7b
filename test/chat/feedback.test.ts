import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOf, conversationsOf } from '../support/chat.ts'
import { addItems, keyWith, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { nodes, startTestService, type TestService, widgetKey } from '../support/service.ts'

// Visitors' ratings of answers, and what staff see: conversations, unanswered questions, feedback.

let service: TestService
let chat: ReturnType<typeof chatOf>
beforeAll(async () => {
  service = await startTestService()
  chat = chatOf(service)
  await addItems(service, libraryItems)
  await searchable(service)
})
afterAll(() => service[Symbol.asyncDispose]())

async function asWidget(query: string, variables: object) {
  return (await service.rest('POST', '/graphql', { key: null, headers: { 'x-api-key': widgetKey }, body: { query, variables } })).body
}

/** A message with the ids of both. */
async function asked(message: string, sessionToken: string | null = null) {
  const { data, errors } = await asWidget(
    `mutation($message: String!, $sessionToken: String) {
      sendChatMessage(input: { message: $message, sessionToken: $sessionToken }) { answer sessionToken messageId queryType }
    }`,
    { message, sessionToken },
  )
  expect(errors).toBeUndefined()
  return data.sendChatMessage as { answer: string; sessionToken: string; messageId: number; queryType: string }
}

const rate = (variables: object) =>
  asWidget(
    `mutation($sessionToken: String!, $messageId: Int!, $helpful: Boolean!, $comment: String) {
      rateChatAnswer(input: { sessionToken: $sessionToken, messageId: $messageId, helpful: $helpful, comment: $comment }) { messageId helpful }
    }`,
    variables,
  )
const commented = async (variables: object) => {
  const { data, errors } = await asWidget(
    `mutation($sessionToken: String!, $messageId: Int!, $comment: String) {
      rateChatAnswer(input: { sessionToken: $sessionToken, messageId: $messageId, helpful: false, comment: $comment }) { safetyMessage } }`,
    variables,
  )
  return errors ? errors[0].extensions : data.rateChatAnswer
}
const casesWith = async (words: string) => {
  const { data } = await service.graphql('{ adverseEvents(first: 100) { edges { node { eventDescription } } } }')
  return nodes<{ eventDescription: string }>(data.adverseEvents).filter(({ eventDescription }) => eventDescription.includes(words))
}
interface Feedback {
  messageId: number
  helpful: boolean
  comment: string | null
}

const feedback = async (args = '') =>
  nodes<Feedback>(
    (await service.graphql(`{ chatFeedback${args} { edges { node { messageId helpful comment createdAt } } } }`)).data.chatFeedback,
  )

/** The cursor of the first record of a list. */
const firstOf = async (list: string): Promise<string> =>
  (await service.graphql(`{ ${list}(first: 1) { pageInfo { endCursor } } }`)).data[list].pageInfo.endCursor

describe('a comment that tells of danger or of a side effect', () => {
  const comment = 'Useless. My throat is swelling and I cannot breathe since the Humira injection this morning.'

  test('is a case, once, and its writer reads first what to do', async () => {
    const answer = await asked('How do I store Emgality?')
    expect((await commented({ ...answer, comment })).safetyMessage).toMatch(/911/)
    expect((await commented({ ...answer, comment })).safetyMessage).toMatch(/911/)
    expect(await casesWith('Humira injection this morning')).toHaveLength(1)
    expect((await commented({ ...answer, comment: 'Too long.' })).safetyMessage).toBeNull()
  })

  test('is one as well where the answer is none of the conversation', async () => {
    const { messageId } = await asked('How do I store Emgality?')
    const { sessionToken } = await asked('What is Taltz used for?')
    const refused = await commented({ sessionToken, messageId, comment: comment.replace('Humira', 'Stelara') })
    expect(refused).toMatchObject({ code: 'NOT_FOUND', safetyMessage: expect.stringMatching(/911/) })
    expect(await casesWith('Stelara injection this morning')).toHaveLength(1)
  })
})

describe('feedback', () => {
  test('up and down, with and without a comment; staff see them, latest first', async () => {
    const first = await asked('How do I store Emgality?')
    const second = await asked('What is Taltz used for?', first.sessionToken)
    expect((await rate({ ...first, helpful: true })).data).toEqual({ rateChatAnswer: { messageId: first.messageId, helpful: true } })
    expect((await rate({ ...second, helpful: false, comment: '  Too long.  ' })).data).toEqual({
      rateChatAnswer: { messageId: second.messageId, helpful: false },
    })
    expect((await feedback()).slice(0, 2)).toMatchObject([
      { messageId: second.messageId, helpful: false, comment: 'Too long.' },
      { messageId: first.messageId, helpful: true, comment: null },
    ])
    expect((await feedback('(filter: { helpful: false })')).map(({ helpful }) => helpful)).not.toContain(true)
    const after = await firstOf('chatFeedback')
    expect((await feedback(`(first: 1, after: "${after}")`)).map(({ messageId }) => messageId)).toEqual([first.messageId])
  })

  test('stands beside the question that was answered, whose read is in the audit trail', async () => {
    const { sessionToken } = await asked('Hello!')
    const answer = await asked('What is Taltz used for?', sessionToken)
    await rate({ ...answer, helpful: true })
    const requestId = 'feedback-with-question'
    const { body } = await service.rest('POST', '/graphql', {
      headers: { 'x-request-id': requestId },
      body: { query: '{ chatFeedback(first: 1) { edges { node { message { id role replyTo { id role content replyTo { id } } } } } } }' },
    })
    const question = { id: expect.any(Number), role: 'user', content: 'What is Taltz used for?', replyTo: null }
    const [rated] = nodes<{ message: { replyTo: { id: number } } }>(body.data.chatFeedback)
    expect(rated).toEqual({ message: { id: answer.messageId, role: 'assistant', replyTo: question } })
    const reads = await service.sql<{ ids: string[] }>(
      "SELECT record_ids AS ids FROM audit_event WHERE request_id = $1 AND action = 'chat_message.read'",
      [requestId],
    )
    expect(reads.flatMap(({ ids }) => ids)).toEqual(expect.arrayContaining([String(rated?.message.replyTo.id), String(answer.messageId)]))
  })

  test('a second rating replaces the first, comment and all', async () => {
    const answer = await asked('Hello!')
    await rate({ ...answer, helpful: true, comment: 'Nice.' })
    await rate({ ...answer, helpful: false })
    expect((await feedback()).filter(({ messageId }) => messageId === answer.messageId)).toMatchObject([{ helpful: false, comment: null }])
  })

  test('is shown with its answer in the conversation', async () => {
    const answer = await asked('Hello!')
    await rate({ ...answer, helpful: true, comment: 'Friendly.' })
    const [conversation] = await conversationsOf(service, 'first: 1')
    expect(conversation?.messages.map((message) => message.feedback)).toEqual([null, { helpful: true, comment: 'Friendly.' }])
  })

  test('is only for answers of the session: not for its questions, other sessions’ answers or unknown ones', async () => {
    const [one, other] = [await asked('Hello!'), await asked('Hello!')]
    const refused = async (messageId: number) => (await rate({ ...one, messageId, helpful: true })).errors[0].extensions.code
    expect(await refused(other.messageId)).toBe('NOT_FOUND')
    expect(await refused(one.messageId - 1)).toBe('NOT_FOUND')
    expect(await refused(2_000_000_000)).toBe('NOT_FOUND')
    expect(await refused(0)).toBe('INVALID_INPUT')
    expect((await rate({ ...one, sessionToken: 'unknown', helpful: true })).errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await rate({ ...one, helpful: true, comment: 'x'.repeat(2001) })).errors[0].extensions.code).toBe('INVALID_INPUT')
    expect((await feedback()).filter(({ messageId }) => [one.messageId, other.messageId].includes(messageId))).toEqual([])
  })

  test('two simultaneous ratings are stored as one', async () => {
    const answer = await asked('Hello!')
    const both = await Promise.all([true, false].map((helpful) => rate({ ...answer, helpful })))
    for (const { errors } of both) expect(errors).toBeUndefined()
    expect((await feedback()).filter(({ messageId }) => messageId === answer.messageId)).toHaveLength(1)
  })
})

describe('what staff see', () => {
  test('a conversation by its id, with what answered it and how long it took', async () => {
    const { sessionToken, messageId } = await asked('How do I store Emgality?')
    await asked('Hello!', sessionToken)
    const [latest] = await conversationsOf(service, 'first: 1')
    const { data } = await service.graphql(
      `query($id: Int!) { conversation(id: $id) { id pageUrl messages { edges { node {
        id role content state queryType answeredBy answered firstTokenMs latencyMs } } } } }`,
      { id: latest?.id },
    )
    const [question, answer, , greeting] = nodes(data.conversation.messages)
    expect(question).toMatchObject({ role: 'user', content: 'How do I store Emgality?', state: 'complete', answeredBy: null })
    expect(answer).toMatchObject({
      id: messageId,
      role: 'assistant',
      state: 'complete',
      queryType: 'storage',
      answeredBy: 'local',
      answered: true,
    })
    expect(answer.latencyMs).toBeGreaterThanOrEqual(answer.firstTokenMs)
    expect(greeting).toMatchObject({ queryType: 'greeting', answeredBy: 'fixed', answered: null })
    expect((await service.graphql('{ conversation(id: 999999) { id } }')).data.conversation).toBeNull()
  })

  test('conversations by the text of their questions, latest first, page by page', async () => {
    await asked('How do I store Emgality?')
    await asked('Hello!')
    const kinds = async (args: string) =>
      (await conversationsOf(service, args)).map(({ messages }) => messages.map(({ queryType }) => queryType))
    expect((await kinds('filter: { queryType: storage }')).every((each) => each.includes('storage'))).toBe(true)
    expect((await kinds('first: 1'))[0]).toContain('greeting')
    expect((await kinds(`first: 1, after: "${await firstOf('conversations')}"`))[0]).toContain('storage')
    expect((await service.graphql('{ conversations(first: 1001) { edges { node { id } } } }')).errors[0].extensions.code).toBe(
      'INVALID_INPUT',
    )
  })

  test('questions that the library could not answer, latest first, and no others', async () => {
    const { sessionToken, messageId } = await asked('Can I take Emgality with grapefruit juice?')
    await asked('How do I store Emgality?', sessionToken)
    await asked('Hello!', sessionToken)
    const second = await asked('How do I store Nonexistumab?')
    const { data } = await service.graphql(
      '{ unansweredQuestions { edges { node { messageId conversationId question queryType askedAt } } } }',
    )
    const unanswered = nodes<{ question: string }>(data.unansweredQuestions)
    expect(unanswered.slice(0, 2)).toMatchObject([
      { messageId: second.messageId, question: 'How do I store Nonexistumab?' },
      { messageId, question: 'Can I take Emgality with grapefruit juice?' },
    ])
    const questions = unanswered.map(({ question }) => question)
    expect(questions).not.toContain('How do I store Emgality?')
    expect(questions).not.toContain('Hello!')
  })

  test('is for keys with the scope care: a widget key sees none of it', async () => {
    for (const query of [
      '{ conversations { edges { node { id } } } }',
      '{ conversation(id: 1) { id } }',
      '{ unansweredQuestions { edges { node { question } } } }',
      '{ chatFeedback { edges { node { helpful } } } }',
    ]) {
      expect((await asWidget(query, {})).errors[0].extensions.code).toBe('FORBIDDEN')
      expect((await service.graphql(query, {}, { key: await keyWith(service, 'admin') })).errors[0].extensions.code).toBe('FORBIDDEN')
      expect((await service.graphql(query, {}, { key: await keyWith(service, 'care') })).errors).toBeUndefined()
    }
  })
})

describe('markup is text', () => {
  const strings = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE chat_message; --",
    '{{constructor.constructor("alert(1)")()}} #{7*7} %s %n',
    '</script>\u2028\u2029<svg/onload=alert(1)>',
    'javascript:alert(1) [link](javascript:alert(1)) ![x](//evil.example/x)',
  ]

  test.each(strings)('%s comes back unchanged, in JSON', async (text) => {
    const answer = await asked(text)
    await rate({ ...answer, helpful: true, comment: text })
    const { headers, body } = await chat.historyAnswer(answer.sessionToken)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(body.messages[0].content).toBe(text)
    expect((await feedback())[0]?.comment).toBe(text)
    const [conversation] = await conversationsOf(service, 'first: 1')
    expect(conversation?.messages[0]?.content).toBe(text)
    const { response, kinds } = await chat.stream({ message: text, page_url: text })
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(kinds).toEqual(['resources', 'token', 'done'])
  })
})
