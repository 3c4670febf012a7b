import type { Session } from '../../platform/database/session.ts'
import { answerQuestion, type ChatDependencies } from './answer-question.ts'
import { awaitedAnswer } from './awaited-answer.ts'
import type { Answering, ChatEvent, ChatResource } from './chat-event.ts'
import type { Exchange } from './exchange.ts'
import { giveSignsOfLife } from './sign-of-life.ts'

/** An answer under way. */
export interface RunningAnswer {
  /** Resolves when it is stored. */
  ended: Promise<void>
  /** Ends it as its reader's leaving does. */
  stop(): void
}

/** Told to a visitor where nothing could be answered. */
const apology = 'I could not answer just now. Please try again in a moment.'

/**
 * Answers a message: its resources, its tokens, and one end. What is streamed is what the history keeps. A consumer that stops
 * listening stops the answer, and what had been said stays as `stopped`; whatever goes wrong, the message does not stay
 * `streaming`. A repetition gets the answer of the first.
 * @param running holds the answer from its first event that is asked for to its end
 */
export function converse(
  session: Session,
  dependencies: ChatDependencies,
  exchange: Exchange,
  running: Set<RunningAnswer>,
): AsyncIterableIterator<ChatEvent> {
  const left = new AbortController()
  const events = counted(answerTo(session, dependencies, exchange, left.signal), left, running)
  let begun = false
  return {
    next() {
      begun = true
      return events.next()
    },
    async return() {
      left.abort()
      // A generator that waits for a model would hear of it only with the model's next word, one that never began not at all.
      if (!begun && !exchange.repeated) await events.next()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* counted(
  events: AsyncGenerator<ChatEvent, undefined>,
  left: AbortController,
  running: Set<RunningAnswer>,
): AsyncGenerator<ChatEvent, undefined> {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const answer = { ended, stop: () => left.abort() }
  running.add(answer)
  try {
    yield* events
  } finally {
    running.delete(answer)
    resolve()
  }
}

async function* answerTo(
  session: Session,
  dependencies: ChatDependencies,
  exchange: Exchange,
  left: AbortSignal,
): AsyncGenerator<ChatEvent, undefined> {
  if (exchange.repeated) {
    const earlier = await awaitedAnswer(session, exchange, left)
    if (earlier === 'nobody waits') return undefined
    if (earlier) return void (yield* earlier)
  }
  const start = performance.now()
  const said = { content: '', resources: [] as ChatResource[], firstTokenMs: null as number | null }
  let ending: 'complete' | 'failed' | 'stopped' = 'stopped'
  let answering: Answering | undefined
  // Ends the model also where the consumer is left by an error, and where the answer is complete.
  const ended = new AbortController()
  const silence = giveSignsOfLife(session, exchange.answerId)
  try {
    left.throwIfAborted()
    answering = await answerQuestion(dependencies, exchange, AbortSignal.any([left, ended.signal]))
    said.resources = answering.resources
    yield { kind: 'resources', resources: answering.resources }
    for await (const token of answering.tokens) {
      left.throwIfAborted()
      said.content += token
      said.firstTokenMs ??= performance.now() - start
      yield { kind: 'token', token }
    }
    ending = 'complete'
  } catch (error) {
    ending = left.aborted ? 'stopped' : 'failed'
    if (ending === 'failed') dependencies.log.error({ error }, 'a chat message was not answered')
  } finally {
    ended.abort()
    silence()
    await session.prisma.chatMessage.updateMany({
      where: { id: exchange.answerId },
      data: {
        content: said.content,
        resources: said.resources.map((resource) => ({ ...resource })),
        state: ending,
        queryType: answering?.queryType ?? exchange.assessment.queryType,
        answeredBy: answering?.answeredBy ?? null,
        answered: answering?.answered ?? null,
        firstTokenMs: said.firstTokenMs,
        latencyMs: performance.now() - start,
      },
    })
  }
  if (ending === 'complete' && answering) {
    yield { kind: 'done', sessionToken: exchange.sessionToken, messageId: exchange.answerId, queryType: answering.queryType }
  } else yield { kind: 'error', message: apology, code: 'UNAVAILABLE' }
  return undefined
}
