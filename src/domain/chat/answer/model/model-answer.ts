import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringOutputParser } from '@langchain/core/output_parsers'
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts'
import { AIMessage, type AIMessageChunk, type BaseMessage, countTokensApproximately, HumanMessage, trimMessages } from 'langchain'
import { withoutInstructions } from '../../../../language/prompt-injection.ts'
import type { ChatModel } from '../../../../platform/models/chat-model.ts'
import { within } from '../../../../platform/within.ts'
import type { PastMessage, RetrievedItem } from '../../chat.ts'
import { sourceLine } from './source-line.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const answerPrompt = ChatPromptTemplate.fromMessages([
  ['system', '{rules}'],
  new MessagesPlaceholder('history'),
  ['human', 'Sources:\n\n{sources}\n\nQuestion: {question}'],
])
const rewritePrompt = ChatPromptTemplate.fromMessages([
  ['system', '{rules}'],
  new MessagesPlaceholder('history'),
  ['human', 'Rewrite this question: {question}'],
])
const [answerRules, rewriteRules] = [file('answer.prompt.md'), file('rewrite.prompt.md')]

/** Of the conversation that a model is given. */
const historyTokens = 1_500
/** How OpenAI says that an answer is not whole. */
const unfinished = new Set(['length', 'content_filter', 'tool_calls', 'function_call'])
/** No answer takes longer, however lively the model is or slow its reader. */
const longestAnswerMs = 180_000
/** Characters; the prompt asks for 120 words. */
const longestAnswer = 6_000

/** How long a model may take, in milliseconds. */
export interface ModelPatience {
  /** To its first word; a second attempt is within it. */
  firstTokenMs: number
  /** Between two tokens. */
  silenceMs: number
}

/** The model did not say anything of use in time, or refused. */
export class NoModelAnswer extends Error {}

/** A reply as it comes: the sources that it is from are known before its first word. */
export interface ModelReply<Item> {
  /** In the model's order; none: the sources do not answer the question. */
  used: Item[]
  tokens: AsyncIterable<string>
}

interface Asked<Item> {
  question: string
  history: readonly PastMessage[]
  items: readonly Item[]
}

/** The question as it stands by itself, in the model's words. @throws whatever the model meets */
export async function rewritten(model: ChatModel, question: string, history: readonly PastMessage[], signal: AbortSignal): Promise<string> {
  const chain = rewritePrompt.pipe(await model.load()).pipe(new StringOutputParser())
  const answer = (await chain.invoke({ rules: rewriteRules, history: await lastWhole(history), question }, { signal })).trim()
  // A model that explains itself has not rewritten.
  if (answer === '' || answer.length > question.length + 300) throw new NoModelAnswer('not a question')
  return answer
}

/**
 * Asks the model for an answer from numbered sources, and once more if it fails before its first word.
 * @throws NoModelAnswer; an AbortError where `signal` says so
 */
export async function modelReply<Item extends RetrievedItem>(
  model: ChatModel,
  asked: Asked<Item>,
  patience: ModelPatience,
  signal: AbortSignal,
): Promise<ModelReply<Item>> {
  const deadline = performance.now() + patience.firstTokenMs
  for (let attempt = 1; ; attempt++) {
    const ended = new AbortController()
    try {
      return await firstWords(model, asked, { patience, deadline, ended }, signal)
    } catch (error) {
      ended.abort()
      signal.throwIfAborted()
      if (attempt === 2 || performance.now() >= deadline) throw new NoModelAnswer(error instanceof Error ? error.name : 'Error')
    }
  }
}

async function firstWords<Item extends RetrievedItem>(
  model: ChatModel,
  { question, history, items }: Asked<Item>,
  { patience, deadline, ended }: { patience: ModelPatience; deadline: number; ended: AbortController },
  left: AbortSignal,
): Promise<ModelReply<Item>> {
  const chain = answerPrompt.pipe(await model.load())
  const prompt = { rules: answerRules, history: await lastWhole(history), sources: items.map(numbered).join('\n\n'), question }
  const soon = <Value>(work: Promise<Value>) => within(deadline - performance.now(), work, { signal: left })
  const ending = AbortSignal.any([left, ended.signal, AbortSignal.timeout(longestAnswerMs)])
  const stream = await soon(chain.stream(prompt, { signal: ending }))
  const chunks = wholeText(stream)
  let text = ''
  for (;;) {
    const { value, done } = await soon(chunks.next())
    text += value ?? ''
    const line = sourceLine(text, items.length, done === true)
    if (line?.numbers === 'none') {
      ended.abort()
      return { used: [], tokens: nothing() }
    }
    if (line === undefined || (line.numbers.length > 0 && line.rest === '' && !done)) continue
    if (line.rest === '') throw new NoModelAnswer('cites nothing, or says nothing')
    const used = line.numbers.flatMap((number) => items[number - 1] ?? [])
    return { used, tokens: following(line.rest, chunks, patience.silenceMs, left, ended) }
  }
}

async function* nothing(): AsyncGenerator<string> {}

/** The text of a model's chunks. @throws NoModelAnswer where it did not come to its own end: cut off, filtered, or broken */
async function* wholeText(chunks: AsyncIterable<AIMessageChunk>): AsyncGenerator<string> {
  let reason: unknown
  for await (const { text, response_metadata } of chunks) {
    reason = response_metadata.finish_reason ?? reason
    if (text !== '') yield text
  }
  if (typeof reason !== 'string' || unfinished.has(reason)) throw new NoModelAnswer(`ended by ${reason}`)
}

/** Reading for instructions takes longer than all else before the model is asked, and the library's sections stay what they are. */
const cleaned = new Map<string, string>()
const mostCleaned = 5_000

function withoutInstructionsOnce(content: string): string {
  const known = cleaned.get(content)
  if (known !== undefined) return known
  if (cleaned.size >= mostCleaned) cleaned.clear()
  const clean = withoutInstructions(content)
  cleaned.set(content, clean)
  return clean
}

/** Content cannot end its own quotation, nor speak to the model: what looks like the mark is broken up, such sentences are left out. */
const numbered = ({ title, sectionHeader, content }: RetrievedItem, index: number) =>
  `<source number="${index + 1}">\n${[title, sectionHeader, withoutInstructionsOnce(content)]
    .filter((part) => part !== null)
    .join('\n')
    .replace(/<(?=\/?source)/gi, '‹')}\n</source>`

async function* following(
  first: string,
  chunks: AsyncIterator<string>,
  silenceMs: number,
  signal: AbortSignal,
  ended: AbortController,
): AsyncGenerator<string> {
  try {
    yield first
    for (let length = first.length; ; ) {
      const { value, done } = await within(silenceMs, chunks.next(), { signal })
      if (done) return
      length += value.length
      if (length > longestAnswer) throw new NoModelAnswer('no end')
      yield value
    }
  } finally {
    ended.abort()
  }
}

/** As many of the last whole messages as a model is given, from a visitor's on. */
function lastWhole(history: readonly PastMessage[]): Promise<BaseMessage[]> {
  const messages = history.map(({ role, content }) => (role === 'user' ? new HumanMessage(content) : new AIMessage(content)))
  return trimMessages(messages, {
    maxTokens: historyTokens,
    strategy: 'last',
    startOn: 'human',
    allowPartial: false,
    tokenCounter: countTokensApproximately,
  })
}
