import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerQuestion } from '../../src/domain/chat/answer-question.ts'
import { assessMessage } from '../../src/domain/chat/safety/assess-message.ts'
import { fixedAnswer } from '../../src/domain/chat/safety/fixed-answers.ts'
import { createDangerSense } from '../../src/domain/chat/safety/sense-danger.ts'
import type { ContentItem, WidgetClient } from '../../src/platform/database/generated/prisma/client.ts'
import { createLog } from '../../src/platform/log.ts'
import { chatOf } from '../support/chat.ts'
import { addItems, searchable } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, type TestService, until } from '../support/service.ts'

// The line that names 911 and 988 before an answer from the library, where a message sounds of danger that no rule saw.

const line = fixedAnswer('in_doubt', 'en', { name: null, phone: null, email: null })
const storage = 'How do I store Emgality?'
const inDanger = `${storage} I gave away all my things, I won't need them any more.`
const answer = 'Store Emgality in the refrigerator in its carton.'

describe('in the service', () => {
  let service: TestService
  let chat: ReturnType<typeof chatOf>
  beforeAll(async () => {
    service = await startTestService()
    chat = chatOf(service)
    await addItems(service, libraryItems)
    await searchable(service)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  /** Asked again while the machine is too busy for the sense, which an answer does not wait for. */
  const sensed = () =>
    until(async () => {
      const said = await chat.say(inDanger)
      return said.answer.startsWith(line) && said
    }, 30)

  test('the line stands before the answer, with its resources, and in the history', async () => {
    const said = await sensed()
    expect(said.answer.startsWith(`${line}\n\n`)).toBe(true)
    expect(said.answer.slice(line.length)).toContain(answer)
    expect(said.resources.map(({ title }) => title)).toContain('Emgality storage')
    expect((await chat.history(said.session_token)).at(-1)?.content).toBe(said.answer)
  }, 40_000)

  test('an ordinary question is answered without it', async () => {
    expect((await chat.say(storage)).answer).not.toContain('911')
  })
})

test('the line is no danger of its own: who points at it in the next message does not mean thoughts of suicide', () => {
  for (const language of ['en', 'es'] as const) {
    const content = `${fixedAnswer('in_doubt', language, { name: null, phone: null, email: null })}\n\n${answer}`
    const history = [
      { role: 'user', content: storage },
      { role: 'assistant', content },
    ] as const
    expect(assessMessage('I have that now', history).emergency).toBeNull()
    expect(assessMessage('I have that now', [history[0], { role: 'assistant', content: 'Thoughts of suicide.' }]).emergency).not.toBeNull()
  }
})

describe('whatever becomes of the sense', () => {
  const client: WidgetClient = {
    id: 1,
    name: 'Clinic',
    welcomeMessage: '',
    placeholderText: '',
    primaryColor: '#000000',
    allowedOrigins: [],
    supportName: null,
    supportPhone: null,
    supportEmail: null,
    createdAt: new Date(0),
    archivedAt: null,
  }
  const item: ContentItem = {
    id: 'a',
    key: 1,
    sourceId: 1,
    position: 0,
    title: 'Emgality storage',
    sectionHeader: 'How to store Emgality',
    content: `${answer} Do not freeze.`,
    sectionType: 'storage',
    classifiedBy: 'source',
    sourceType: 'webpage',
    sourceUrl: 'https://care.example/emgality/storage',
    page: null,
    videoId: null,
    videoDurationSeconds: null,
    timestampStart: null,
    timestampEnd: null,
    thumbnailUrl: null,
    contentHash: '',
    createdAt: new Date(0),
  }

  async function answered(text: string, found: ContentItem[], sensesDanger: (message: string) => Promise<boolean>) {
    const dependencies = {
      library: { find: async () => found.map((one) => ({ item: one, relevance: 0.9, excerpt: '' })) },
      model: undefined,
      patience: { firstTokenMs: 1_000, silenceMs: 1_000 },
      log: createLog('silent'),
      sensesDanger,
    }
    const question = { text, history: [], pageUrl: null, client, assessment: assessMessage(text, []) }
    const { tokens, ...rest } = await answerQuestion(dependencies, question, new AbortController().signal)
    return { ...rest, text: (await Array.fromAsync(tokens)).join('') }
  }
  const yes = async () => true
  const no = async () => false

  test('a yes puts the line before the same answer', async () => {
    const plain = await answered(storage, [item], no)
    expect(plain.text).toContain(answer)
    expect(await answered(storage, [item], yes)).toEqual({ ...plain, text: `${line}\n\n${plain.text}` })
  })

  test('a model that fails or does not answer leaves the answer as it was', async () => {
    const plain = await answered(storage, [item], no)
    const failing = createDangerSense(() => Promise.reject(new Error('the embedding model stopped')))
    const silent = createDangerSense(() => new Promise(() => {}))
    for (const senses of [failing, silent]) expect(await answered(storage, [item], senses)).toEqual(plain)
  })

  test('an answer that names the numbers itself gets no second one: not found, a fixed answer', async () => {
    for (const text of ['Can I take Emgality with grapefruit juice?', 'I cannot breathe', 'Hello!'])
      expect(await answered(text, [], yes)).toEqual(await answered(text, [], no))
  })

  test('what is declined with nothing else to say gets it', async () => {
    const declined = 'Should I skip my next dose of Emgality?'
    expect((await answered(declined, [], yes)).text).toBe(`${line}\n\n${(await answered(declined, [], no)).text}`)
  })
})
