import { AIMessage, type BaseMessage, HumanMessage, trimMessages } from '@langchain/core/messages'
import type { WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { Library } from '../library/library.ts'
import type { ChatTurn } from './chat.ts'
import type { Answering } from './chat-event.ts'
import { composeAnswer } from './local/compose-answer.ts'
import { standaloneQuestion } from './local/follow-up.ts'
import { type ModelPatience, modelReply, NoModelAnswer, rewritten } from './model/model-answer.ts'
import { MadeUpNumber, withoutMadeUpNumbers } from './model/number-guard.ts'
import { type CitableItem, resourcesOf } from './resources.ts'
import { type Assessment, assessMessage } from './safety/assess-message.ts'
import { type FixedAnswerName, fixedAnswer, type Support } from './safety/fixed-answers.ts'
import { wordByWord } from './words.ts'

export interface ChatDependencies {
  library: Library
  /** Undefined: answers are put together from the library's own sentences. */
  model: ChatModel | undefined
  patience: ModelPatience
  log: Log
}

export interface Question {
  message: string
  history: readonly ChatTurn[]
  pageUrl: string | null
  client: Pick<WidgetClient, 'supportName' | 'supportPhone' | 'supportEmail'>
  visitor: string
}

/** Sections that an answer may be from. */
const mostItems = 6
/** Of the conversation a model is given, counted as a quarter of the characters. */
const historyTokens = 1_500

/**
 * Decides how a message is answered and begins: a fixed text for what must not wait for anything, else an answer from the
 * library by the model or by its own sentences, else that the library does not have it.
 * @throws an AbortError where `signal` says so
 */
export async function answerQuestion(dependencies: ChatDependencies, question: Question, signal: AbortSignal) {
  const assessment = assessMessage(question.message, question.history)
  const answering = fixed(assessment, question) ?? (await fromLibrary(dependencies, question, assessment, signal))
  return { assessment, answering }
}

const supportOf = ({ supportName, supportPhone, supportEmail }: Question['client']): Support => ({
  name: supportName,
  phone: supportPhone,
  email: supportEmail,
})

function fixed(assessment: Assessment, { client }: Question): Answering | undefined {
  const { queryType, language, emergency, adverseEvent, tampering } = assessment
  const name: FixedAnswerName | undefined = emergency
    ? `emergency_${emergency.kind}`
    : adverseEvent
      ? 'adverse_event'
      : tampering
        ? 'tampering'
        : queryType === 'off_topic' || queryType === 'greeting'
          ? queryType
          : undefined
  if (name === undefined) return undefined
  return {
    queryType,
    resources: [],
    answeredBy: 'fixed',
    answered: null,
    tokens: wordByWord(fixedAnswer(name, language, supportOf(client))),
  }
}

async function fromLibrary(
  dependencies: ChatDependencies,
  question: Question,
  assessment: Assessment,
  signal: AbortSignal,
): Promise<Answering> {
  const { model, patience, log } = dependencies
  const history = await forModel(question.history)
  const asked = await standalone(dependencies, question, history, signal)
  const items = await retrieve(dependencies, { ...question, message: asked })
  signal.throwIfAborted()
  const local = () => fromSentences(asked, items, question, assessment)
  if (assessment.declined || !model || items.length === 0) return local()
  try {
    const { used, tokens } = await modelReply(model, { question: asked, history, items }, patience, signal)
    if (used.length === 0) return notFound(question, assessment, model.name)
    const resources = resourcesOf(used)
    const allowed = [asked, question.message, ...used.map(({ title, sectionHeader, content }) => `${title} ${sectionHeader} ${content}`)]
    const guarded = withoutMadeUpNumbers(tokens, allowed.join('\n'))
    return {
      queryType: assessment.queryType,
      resources,
      answeredBy: model.name,
      answered: true,
      tokens: mended(guarded, () => fromSentences(asked, used, question, assessment), signal, log),
    }
  } catch (error) {
    if (!(error instanceof NoModelAnswer)) throw error
    log.warn({ model: model.name }, 'the chat model gave no answer: answered from sentences of the library')
    return local()
  }
}

/** Where a model breaks off or says a number of its own, its sources' own sentences end the answer. */
async function* mended(tokens: AsyncIterable<string>, fallback: () => Answering, signal: AbortSignal, log: Log): AsyncGenerator<string> {
  try {
    yield* tokens
  } catch (error) {
    signal.throwIfAborted()
    log.warn(
      { reason: error instanceof MadeUpNumber ? 'number' : 'broken' },
      'the chat model was stopped: ended by sentences of the library',
    )
    yield '… \n\n'
    yield* fallback().tokens
  }
}

/** As many of the last whole messages as a model is given. */
function forModel(history: readonly ChatTurn[]): Promise<BaseMessage[]> {
  const messages = history.map(({ role, content }) => (role === 'user' ? new HumanMessage(content) : new AIMessage(content)))
  const tokenCounter = (some: BaseMessage[]) => some.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)
  return trimMessages(messages, { maxTokens: historyTokens, strategy: 'last', startOn: 'human', allowPartial: false, tokenCounter })
}

async function standalone({ model, patience, log }: ChatDependencies, question: Question, history: BaseMessage[], signal: AbortSignal) {
  const byRules = standaloneQuestion(question.message, question.history)
  // What the rules take for a question of its own needs no model.
  if (!model || history.length === 0 || byRules === question.message) return byRules
  try {
    return await rewritten(model, question.message, history, AbortSignal.any([signal, AbortSignal.timeout(patience.firstTokenMs / 2)]))
  } catch {
    signal.throwIfAborted()
    log.warn({ model: model.name }, 'the chat model did not rewrite a question: rewritten by rules')
    return byRules
  }
}

/** The best sections, those of the page that the visitor looks at first where they answer at all. */
async function retrieve({ library }: ChatDependencies, { message, pageUrl, visitor }: Question): Promise<CitableItem[]> {
  const results = await library.search({ query: message.slice(0, 1_000), sectionTypes: [], limit: mostItems }, visitor)
  const items = results.map(({ item, relevance }): CitableItem => ({ ...item, relevance }))
  const page = pageUrl === null ? undefined : pageOf(pageUrl)
  const isHere = ({ sourceUrl }: CitableItem) => page !== undefined && sourceUrl !== null && pageOf(sourceUrl) === page
  return [...items.filter(isHere), ...items.filter((item) => !isHere(item))]
}

/** A page's address without what does not make it another page. */
function pageOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.toLowerCase()
}

function fromSentences(asked: string, items: readonly CitableItem[], question: Question, assessment: Assessment): Answering {
  const { queryType, language, declined } = assessment
  const composed = composeAnswer(asked, items)
  const used = composed.used.flatMap(({ itemId }) => items.find(({ id }) => id === itemId) ?? [])
  const first = declined ? fixedAnswer(`declined_${declined}`, language, supportOf(question.client)) : ''
  if (!composed.answered) {
    if (!declined) return notFound(question, assessment, 'local')
    return { queryType, resources: [], answeredBy: 'fixed', answered: null, tokens: wordByWord(first) }
  }
  const text = [first, composed.text].filter((part) => part !== '').join('\n\n')
  return { queryType, resources: resourcesOf(used), answeredBy: 'local', answered: true, tokens: wordByWord(text) }
}

function notFound({ client }: Question, { queryType, language }: Assessment, answeredBy: string): Answering {
  return {
    queryType,
    resources: [],
    answeredBy,
    answered: false,
    tokens: wordByWord(fixedAnswer('not_found', language, supportOf(client))),
  }
}
