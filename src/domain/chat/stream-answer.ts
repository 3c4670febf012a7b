import type { Session } from '../../platform/database/session.ts'
import { answerQuestion, type ChatDependencies } from './answer-question.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { Answering, ChatEvent } from './chat-event.ts'
import { keepHeartbeat } from './heartbeat.ts'
import { replayAnswer } from './replay-answer.ts'
import { type Said, storeAnswer } from './store-answer.ts'

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
 * listening, or whose connection is gone, stops the answer, and what had been said stays as `stopped`; whatever goes wrong, the
 * message does not stay `streaming`. A repetition gets the answer of the first.
 * @param running holds the answer until it is stored
 * @param abortSignal aborts when nobody can be listening any more, also where nobody has begun to
 */
export function streamAnswer(
  session: Session,
  dependencies: ChatDependencies,
  exchange: ChatTurn,
  { running, abortSignal }: { running: Set<RunningAnswer>; abortSignal: AbortSignal | undefined },
): AsyncIterableIterator<ChatEvent> {
  const left = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const answer = { ended, stop: () => void finish().catch(() => {}) }
  const events = untilOver(answerTo(session, dependencies, exchange, left.signal), () => {
    abortSignal?.removeEventListener('abort', answer.stop)
    running.delete(answer)
    resolve()
  })
  let begun = false
  // A generator that waits for a model hears of `return` only with the model's next word, and one that never began not at all.
  const finish = async () => {
    left.abort()
    if (!begun) {
      begun = true
      await events.next()
    }
    return events.return(undefined)
  }
  running.add(answer)
  abortSignal?.addEventListener('abort', answer.stop, { once: true })
  if (abortSignal?.aborted) answer.stop()
  return {
    next() {
      begun = true
      return events.next()
    },
    return: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* untilOver(events: AsyncGenerator<ChatEvent, undefined>, over: () => void): AsyncGenerator<ChatEvent, undefined> {
  try {
    yield* events
  } finally {
    over()
  }
}

async function* answerTo(
  session: Session,
  dependencies: ChatDependencies,
  exchange: ChatTurn,
  left: AbortSignal,
): AsyncGenerator<ChatEvent, undefined> {
  let { attempt } = exchange
  if (exchange.repeated) {
    const earlier = await replayAnswer(session, exchange, left)
    if (earlier.is === 'told') return void (yield* earlier.events)
    if (earlier.is === 'late') return void (yield failure)
    if (earlier.is === 'unwanted') return
    attempt = earlier.attempt
  }
  const start = performance.now()
  const said: Said = { content: '', firstTokenMs: null, state: 'stopped' }
  let answering: Answering | undefined
  // Ends the model also where its reader is left by an error, and where the answer is complete.
  const over = new AbortController()
  const silence = keepHeartbeat(session, exchange.answerId, attempt)
  let stored = false
  try {
    left.throwIfAborted()
    answering = await answerQuestion(dependencies, exchange, AbortSignal.any([left, over.signal]))
    yield { kind: 'resources', resources: answering.resources }
    for await (const token of answering.tokens) {
      left.throwIfAborted()
      said.content += token
      said.firstTokenMs ??= performance.now() - start
      yield { kind: 'token', token }
    }
    said.state = 'complete'
  } catch (error) {
    said.state = left.aborted ? 'stopped' : 'failed'
    if (said.state === 'failed') dependencies.log.error({ error }, 'a chat message was not answered')
  } finally {
    over.abort()
    silence()
    stored = await storeAnswer(session, dependencies.log, { exchange, attempt, answering, said, ms: performance.now() - start })
  }
  const whole = said.state === 'complete' && stored
  if (!whole || !answering) yield failure
  else yield { kind: 'done', sessionToken: exchange.sessionToken, messageId: exchange.answerId, queryType: answering.queryType }
}

const failure: ChatEvent = { kind: 'error', message: apology, code: 'UNAVAILABLE' }
