import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeptAnswers } from '../../src/domain/chat/answer/model/kept-answers.ts'
import { answerQuestion } from '../../src/domain/chat/answer-question.ts'
import type { ChatDependencies } from '../../src/domain/chat/chat-dependencies.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { fixedAnswer } from '../../src/domain/chat/policy/fixed-answers.ts'
import { dictionary } from '../../src/domain/drugs/medicine-names.ts'
import { createEmergencyClassifier } from '../../src/domain/safety/signs/emergency-classifier.ts'
import type { ContentItem, WidgetClient } from '../../src/platform/database/generated/prisma/client.ts'
import { createLog } from '../../src/platform/log.ts'
import { citing, startModelChat } from '../support/chat.ts'
import { until } from '../support/service.ts'

// The line with 911 and 988 before an answer from the library, if the classifier hears a danger that no rule detected.

const line = fixedAnswer('in_doubt', 'en', { name: null, phone: null, email: null })
const storage = 'How do I store Emgality?'
const inDanger = `${storage} There is no reason to see another birthday.`
const answer = 'Store Emgality in the refrigerator in its carton.'

describe('in the service, with a library embedded by another model', () => {
  let started: Awaited<ReturnType<typeof startModelChat>>
  const told = 'Keep it in the refrigerator.'
  beforeAll(async () => {
    // The model may take a while to load, and it is asked again until then.
    started = await startModelChat({ CHAT_RATE_LIMIT_PER_MINUTE: '100000' })
    started.model.says = citing('Emgality storage', told)
  })
  afterAll(() => started[Symbol.asyncDispose]())

  test('the line comes before the answer: in JSON, streamed and in the history', async () => {
    const { chat } = started
    // Retries while the machine is too busy for the classifier or is loading its model: an answer waits for neither.
    const whole = await until(async () => {
      const said = await chat.say(inDanger)
      return said.answer !== told && said
    })
    expect(whole.answer).toBe(`${line}\n\n${told}`)
    expect(whole.resources.map(({ title }) => title)).toEqual(['Emgality storage'])
    const streamed = await until(async () => {
      const said = await chat.stream(inDanger)
      return said.text !== told && said
    })
    expect(streamed.text).toBe(whole.answer)
    for (const token of [whole.session_token, streamed.token]) expect((await chat.history(token)).at(-1)?.content).toBe(whole.answer)
  })

  test('an ordinary question is answered without the line', async () => {
    expect((await started.chat.say(storage)).answer).toBe(told)
  })
})

test('the line itself is not a danger: referring to it in the next message does not mean thoughts of suicide', () => {
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

describe('whatever the classifier does', () => {
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
    callbackConsent: null,
    contentPages: true,
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

  async function answered(text: string, found: ContentItem[], soundsLikeEmergency: ChatDependencies['soundsLikeEmergency']) {
    const dependencies = {
      report: async () => {},
      library: {
        find: async () => ({
          results: found.map((one) => ({
            item: one,
            relevance: 0.9,
            match: { semantic: null, lexical: 1, subject: 1, chunks: [] },
            excerpt: () => '',
          })),
          read: text,
        }),
        medicines: () => dictionary,
        isFirstReading: async () => false,
      },
      model: undefined,
      safetyModel: undefined,
      patience: { firstTokenMs: 1_000, silenceMs: 1_000 },
      kept: createKeptAnswers(0),
      log: createLog('silent'),
      isFixedOnly: false,
      soundsLikeEmergency,
    }
    const question = { text, history: [], pageUrl: null, client, isStaffPresent: false, visitor: '', assessment: assessMessage(text, []) }
    const { tokens, ...rest } = await answerQuestion(dependencies, question, new AbortController().signal)
    return { ...rest, text: (await Array.fromAsync(tokens)).join('') }
  }
  const yes = async () => true
  const no = async () => false

  test('a positive puts the line before the same answer', async () => {
    const plain = await answered(storage, [item], no)
    expect(plain.text).toContain(answer)
    expect(await answered(storage, [item], yes)).toEqual({ ...plain, text: `${line}\n\n${plain.text}` })
  })

  test('the line comes before what leaves a pause to the clinician who ordered it, and nothing of the library follows', async () => {
    const paused = 'My surgeon told me to skip one Emgality dose. When do I start again?'
    const plain = await answered(paused, [item], no)
    expect(plain).toMatchObject({ resources: [], text: expect.stringContaining('whoever asked you to pause decides') })
    expect(await answered(paused, [item], yes)).toEqual({ ...plain, text: `${line}\n\n${plain.text}` })
  })

  test('a model that fails or does not answer leaves the answer as it was', async () => {
    const plain = await answered(storage, [item], no)
    const failing = createEmergencyClassifier(() => Promise.reject(new Error('the embedding model stopped')))
    const silent = createEmergencyClassifier(() => new Promise(() => {}))
    for (const senses of [failing, silent]) expect(await answered(storage, [item], senses)).toEqual(plain)
  })

  test('an answer that already names the numbers gets no line: not found, fixed answers', async () => {
    for (const text of ['Can I take Emgality with grapefruit juice?', 'I cannot breathe'])
      expect(await answered(text, [], yes)).toEqual(await answered(text, [], no))
  })

  test('a report that sounds of self-harm gets the line before its answer; whether it sounds of another danger is not asked', async () => {
    const report = 'Emgality gave me a rash'
    const plain = await answered(report, [], no)
    expect(plain.text).not.toContain(line)
    expect((await answered(report, [], async (_message, _visitor, of) => of === 'self_harm')).text).toBe(`${line}\n\n${plain.text}`)
    expect(await answered(report, [], async (_message, _visitor, of) => of !== 'self_harm')).toEqual(plain)
  })

  test('small talk that sounds of danger gets the line, too', async () => {
    for (const text of ['Hello!', 'no', 'thanks'])
      expect((await answered(text, [], yes)).text).toBe(`${line}\n\n${(await answered(text, [], no)).text}`)
  })

  test('a declined request without a library answer gets the line', async () => {
    const declined = 'Should I skip my next dose of Emgality?'
    expect((await answered(declined, [], yes)).text).toBe(`${line}\n\n${(await answered(declined, [], no)).text}`)
  })
})
