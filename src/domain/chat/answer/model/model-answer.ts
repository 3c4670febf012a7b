import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringOutputParser } from '@langchain/core/output_parsers'
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts'
import { AIMessage, type AIMessageChunk, type BaseMessage, countTokensApproximately, HumanMessage, trimMessages } from 'langchain'
import { withoutInstructions } from '../../../../language/prompt-injection.ts'
import type { ChatModel } from '../../../../platform/models/chat-model.ts'
import { within } from '../../../../platform/within.ts'
import type { PastMessage, RetrievedItem } from '../../chat.ts'
import { wordByWord } from '../../word-stream.ts'
import type { KeptAnswers } from './kept-answers.ts'
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

/** The part of the conversation that the model is given, in tokens (approximate). */
const historyTokens = 1_500
/** How an incomplete answer ends: by the finish reasons of Chat Completions, and the states of the Responses API, which some models are asked by. */
const incompleteReasons = new Set(['length', 'content_filter', 'tool_calls', 'function_call', 'incomplete', 'failed', 'cancelled'])
/** The longest an answer may take in total, however steady its tokens, in milliseconds. */
const maxAnswerMs = 180_000
/** In characters; the prompt asks for 120 words. */
const maxAnswerLength = 6_000

/** The time limits of a model, in milliseconds. */
export interface ModelPatience {
  /** Until its first token, including a second attempt. */
  firstTokenMs: number
  /** Between two tokens. */
  silenceMs: number
}

/** The model gave no usable answer in time, or refused. */
export class NoModelAnswer extends Error {}

/** A streamed reply; its sources are known before its first token. */
export interface ModelReply<Item> {
  /** In the model's order; empty if the sources do not answer the question. */
  used: Item[]
  tokens: AsyncIterable<string>
  /** To be called with the whole answer once it is found to be good: it serves others. */
  keep?: (text: string) => void
}

interface ModelRequest<Item> {
  question: string
  history: readonly PastMessage[]
  items: readonly Item[]
}

/** Has the model rewrite a question so that it needs no history. @throws NoModelAnswer, or the model's own error */
export async function rewritten(model: ChatModel, question: string, history: readonly PastMessage[], signal: AbortSignal): Promise<string> {
  const chain = rewritePrompt.pipe(await model.load()).pipe(new StringOutputParser())
  const answer = (await chain.invoke({ rules: rewriteRules, history: await recentMessages(history), question }, { signal })).trim()
  // A much longer text explains something; it is not a rewritten question.
  if (answer === '' || answer.length > question.length + 300) throw new NoModelAnswer('not a question')
  return answer
}

/**
 * Asks the model for an answer from numbered sources; retries once if it fails before its first token. What was asked of the same
 * sources before, without a history, gets the same answer.
 * @throws NoModelAnswer; an AbortError if `signal` aborts
 */
export async function modelReply<Item extends RetrievedItem>(
  model: ChatModel,
  asked: ModelRequest<Item>,
  { patience, kept }: { patience: ModelPatience; kept: KeptAnswers },
  signal: AbortSignal,
): Promise<ModelReply<Item>> {
  if (asked.history.length > 0) return freshReply(model, asked, patience, signal)
  const { question, items } = asked
  const key = [model.name, answerRules, question, ...items.map(numbered)]
  const known = kept.find(key)
  if (known) return { used: known.used.flatMap((at) => items[at] ?? []), tokens: wordByWord(known.text) }
  const reply = await freshReply(model, asked, patience, signal)
  const used = reply.used.map((item) => items.indexOf(item))
  return { ...reply, keep: (text) => kept.keep(key, { used, text }) }
}

async function freshReply<Item extends RetrievedItem>(
  model: ChatModel,
  asked: ModelRequest<Item>,
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
  { question, history, items }: ModelRequest<Item>,
  { patience, deadline, ended }: { patience: ModelPatience; deadline: number; ended: AbortController },
  readerLeft: AbortSignal,
): Promise<ModelReply<Item>> {
  const chain = answerPrompt.pipe(await model.load())
  const prompt = { rules: answerRules, history: await recentMessages(history), sources: items.map(numbered).join('\n\n'), question }
  const soon = <Value>(work: Promise<Value>) => within(deadline - performance.now(), work, { signal: readerLeft })
  const ending = AbortSignal.any([readerLeft, ended.signal, AbortSignal.timeout(maxAnswerMs)])
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
    return { used, tokens: remainingTokens(line.rest, chunks, patience.silenceMs, readerLeft, ended) }
  }
}

async function* nothing(): AsyncGenerator<string> {}

/** The text of a model's chunks. @throws NoModelAnswer if the answer is incomplete: cut off, filtered or broken off */
async function* wholeText(chunks: AsyncIterable<AIMessageChunk>): AsyncGenerator<string> {
  let reason: unknown
  for await (const { text, response_metadata } of chunks) {
    reason = response_metadata.finish_reason ?? response_metadata.status ?? reason
    if (text !== '') yield text
  }
  if (typeof reason !== 'string' || incompleteReasons.has(reason)) throw new NoModelAnswer(`ended by ${reason}`)
}

/** Cleaned sections. Detecting prompt injection is the slowest step before the model is called, and sections rarely change. */
const cleaned = new Map<string, string>()
const maxCached = 5_000

function withoutInstructionsOnce(content: string): string {
  const known = cleaned.get(content)
  if (known !== undefined) return known
  if (cleaned.size >= maxCached) cleaned.clear()
  const clean = withoutInstructions(content)
  cleaned.set(content, clean)
  return clean
}

/** A source as the model sees it. Against prompt injection, closing tags in the content are broken up and instructions are removed. */
const numbered = ({ title, sectionHeader, content }: RetrievedItem, index: number) =>
  `<source number="${index + 1}">\n${[title, sectionHeader, withoutInstructionsOnce(content)]
    .filter((part) => part !== null)
    .join('\n')
    .replace(/<(?=\/?source)/gi, '‹')}\n</source>`

async function* remainingTokens(
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
      if (length > maxAnswerLength) throw new NoModelAnswer('no end')
      yield value
    }
  } finally {
    ended.abort()
  }
}

/** The latest messages within the token limit, none of them cut, beginning with one of the visitor's. */
function recentMessages(history: readonly PastMessage[]): Promise<BaseMessage[]> {
  const messages = history.map(({ role, content }) => (role === 'user' ? new HumanMessage(content) : new AIMessage(content)))
  return trimMessages(messages, {
    maxTokens: historyTokens,
    strategy: 'last',
    startOn: 'human',
    allowPartial: false,
    tokenCounter: countTokensApproximately,
  })
}
