import { createKeptAnswers } from '../../src/domain/chat/answer/model/kept-answers.ts'
import { modelReply } from '../../src/domain/chat/answer/model/model-answer.ts'
import type { RetrievedItem } from '../../src/domain/chat/chat.ts'
import { createChatModel } from '../../src/platform/models/chat-model.ts'
import type { Server } from '../support.ts'
import { type Asked, askModel, askService } from './ask.ts'
import { now } from './clock.ts'
import type { ModelLog, ModelServer, ReplyEntry } from './model-log.ts'
import { cpuSecondsOf } from './service.ts'

const knobs = { firstTokenMs: 100, tokensPerSecond: 50, tokens: 3 }
const warmUp = 20

/** Milliseconds by part, one value a question. */
export type Parts = Record<
  'cpu' | 'firstByte' | 'toEmbedding' | 'embedding' | 'search' | 'before' | 'after' | 'added' | 'directly' | 'difference' | 'sourceLine',
  number[]
>

/** The answers with what the model wrote down of them; those that it did not give are left out. @throws where it gave none */
export function joined(asked: readonly Asked[], { replies }: ModelLog): { asked: Asked; reply: ReplyEntry }[] {
  const byName = new Map(replies.map((reply) => [reply.name.trim(), reply]))
  const both = asked.flatMap((one) => {
    const reply = byName.get(one.words[0]?.text.trim() ?? '')
    return reply ? [{ asked: one, reply }] : []
  })
  if (both.length === 0) throw new Error(`no answer came from the model; the first ended: ${asked[0]?.end}`)
  return both
}

/** How much later than the model's own first token the reader has it, asking one question after the other. */
export async function firstToken(service: Server, model: ModelServer, questions: readonly string[]): Promise<Parts> {
  await model.set(knobs)
  for (const question of questions.slice(0, warmUp)) await askService(service.url, question)
  await model.log()
  const [ours, direct]: [Asked[], Asked[]] = [[], []]
  const cpu = await cpuSecondsOf(service)
  for (const question of questions.slice(warmUp)) {
    ours.push(await askService(service.url, question))
    direct.push(await askModel(model.url))
  }
  const log = await model.log()
  const parts: Parts = {
    cpu: [(1000 * ((await cpuSecondsOf(service)) - cpu)) / ours.length],
    firstByte: [],
    toEmbedding: [],
    embedding: [],
    search: [],
    before: [],
    after: [],
    added: [],
    directly: [],
    difference: [],
    sourceLine: [],
  }
  const addedOf = ({ asked, reply }: { asked: Asked; reply: ReplyEntry }) => {
    const before = reply.received - asked.posted
    const after = (asked.words[0]?.at ?? Number.NaN) - (reply.written[0] ?? Number.NaN)
    return { before, after, added: before + after }
  }
  const plain = joined(direct, log).map(addedOf)
  for (const [index, one] of joined(ours, log).entries()) {
    const { asked, reply } = one
    const { before, after, added } = addedOf(one)
    const embedded = log.embeddings.findLast(({ received }) => received > asked.posted && received < reply.received)
    parts.firstByte.push(asked.begun - asked.posted)
    if (embedded) {
      parts.toEmbedding.push(embedded.received - asked.posted)
      parts.embedding.push(embedded.answered - embedded.received)
      parts.search.push(reply.received - embedded.answered)
    }
    parts.before.push(before)
    parts.after.push(after)
    parts.added.push(added)
    const directly = plain[index]?.added ?? Number.NaN
    parts.directly.push(directly)
    parts.difference.push(added - directly)
    parts.sourceLine.push((reply.written[0] ?? Number.NaN) - reply.received - knobs.firstTokenMs)
  }
  return parts
}

/** The same in this process from the moment that the sections are there: to the model, and from its first word. */
export async function fromContext(
  model: ModelServer,
  items: readonly RetrievedItem[],
  rounds: number,
): Promise<Record<'to' | 'from', number[]>> {
  await model.set(knobs)
  const chat = createChatModel({
    openAiApiKey: model.env.OPENAI_API_KEY,
    openAiBaseUrl: model.env.OPENAI_BASE_URL,
    openAiChatModel: 'gpt-4.1-mini',
    modelTimeoutSeconds: 60,
  })
  if (!chat) throw new Error('no model')
  const waiting = { patience: { firstTokenMs: 8000, silenceMs: 8000 }, kept: createKeptAnswers(0) }
  const asked: (Asked & { end: string })[] = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const posted = now()
    const question = 'What are the side effects?'
    const { tokens } = await modelReply(chat, { question, history: [], items }, waiting, new AbortController().signal)
    const words = []
    for await (const text of tokens) words.push({ text, at: now() })
    if (round >= warmUp) asked.push({ posted, begun: posted, words, end: 'whole', ended: now() })
  }
  const both = joined(asked, await model.log())
  return {
    to: both.map(({ asked, reply }) => reply.received - asked.posted),
    from: both.map(({ asked, reply }) => (asked.words[0]?.at ?? Number.NaN) - (reply.written[0] ?? Number.NaN)),
  }
}
