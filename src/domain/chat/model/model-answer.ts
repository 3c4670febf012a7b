import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseMessage } from '@langchain/core/messages'
import { StringOutputParser } from '@langchain/core/output_parsers'
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts'
import type { ChatModel } from '../../../platform/models/chat-model.ts'
import type { RetrievedItem } from '../chat.ts'
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

/** How long a model may take to its first word, in milliseconds; a second attempt is within it. */
export interface ModelPatience {
  firstTokenMs: number
  /** Between two tokens. */
  silenceMs: number
}

/** The model did not say anything of use in time, or refused. Its text may hold what a patient wrote and is for no log. */
export class NoModelAnswer extends Error {}

/** A reply as it comes: the sources that it is from are known before its first word. */
export interface ModelReply<Item> {
  /** In the model's order; none: the sources do not answer the question. */
  used: Item[]
  tokens: AsyncIterable<string>
}

/** The question as it stands by itself, in the model's words. @throws whatever the model meets */
export async function rewritten(model: ChatModel, question: string, history: BaseMessage[], signal: AbortSignal): Promise<string> {
  const chain = rewritePrompt.pipe(await model.load()).pipe(new StringOutputParser())
  return (await chain.invoke({ rules: rewriteRules, history, question }, { signal })).trim()
}

/**
 * Asks the model for an answer from numbered sources, and once more if it fails before its first word.
 * @throws NoModelAnswer; an AbortError where `signal` says so
 */
export async function modelReply<Item extends RetrievedItem>(
  model: ChatModel,
  { question, history, items }: { question: string; history: BaseMessage[]; items: readonly Item[] },
  patience: ModelPatience,
  signal: AbortSignal,
): Promise<ModelReply<Item>> {
  const deadline = performance.now() + patience.firstTokenMs
  for (let attempt = 1; ; attempt++) {
    const ended = new AbortController()
    const left = AbortSignal.timeout(Math.max(1, deadline - performance.now()))
    try {
      return await firstWords(model, { question, history, items }, patience, AbortSignal.any([signal, ended.signal]), left)
    } catch (error) {
      ended.abort()
      signal.throwIfAborted()
      if (attempt === 2 || left.aborted) throw new NoModelAnswer(error instanceof Error ? error.name : 'Error')
    }
  }
}

async function firstWords<Item extends RetrievedItem>(
  model: ChatModel,
  { question, history, items }: { question: string; history: BaseMessage[]; items: readonly Item[] },
  { silenceMs }: ModelPatience,
  signal: AbortSignal,
  left: AbortSignal,
): Promise<ModelReply<Item>> {
  const chain = answerPrompt.pipe(await model.load()).pipe(new StringOutputParser())
  const sources = items.map(numbered).join('\n\n')
  const stream = await withinSignal(chain.stream({ rules: answerRules, history, sources, question }, { signal }), left)
  const chunks = stream[Symbol.asyncIterator]()
  let text = ''
  for (;;) {
    const { value, done } = await withinSignal(chunks.next(), left)
    text += value ?? ''
    const line = sourceLine(text, items.length, done === true)
    if (!line) continue
    if (line.numbers.length > 0 && line.rest === '' && !done) continue
    if (line.numbers.length > 0 && line.rest === '') throw new NoModelAnswer('no answer')
    const used = line.numbers.flatMap((number) => items[number - 1] ?? [])
    return { used, tokens: rest(line.rest, chunks, silenceMs) }
  }
}

/** Content cannot end its own quotation: what looks like the mark is broken up. */
const numbered = ({ title, sectionHeader, content }: RetrievedItem, index: number) =>
  `<source number="${index + 1}">\n${[title, sectionHeader, content]
    .filter((part) => part !== null)
    .join('\n')
    .replaceAll('</source', '< /source')}\n</source>`

async function* rest(first: string, chunks: AsyncIterator<string>, silenceMs: number): AsyncGenerator<string> {
  try {
    if (first !== '') yield first
    for (;;) {
      const { value, done } = await withinSignal(chunks.next(), AbortSignal.timeout(silenceMs))
      if (done) return
      if (value !== '') yield value
    }
  } finally {
    void Promise.resolve(chunks.return?.()).catch(() => {})
  }
}

/** @throws the signal's reason, without waiting for what does not come */
function withinSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  work.catch(() => {})
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
