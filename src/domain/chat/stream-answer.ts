import type { Session } from '../../platform/database/session.ts'
import { answerQuestion, StillReading } from './answer-question.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import type { AnswerInProgress, ChatEvent } from './chat-event.ts'
import { followerBeatMs, isFollowed, keepProgress, type Progress } from './heartbeat.ts'
import { answersWishForPerson } from './policy/fixed-answers.ts'
import { replayAnswer } from './replay-answer.ts'
import { type StreamedAnswer, storeAnswer } from './store-answer.ts'
import { byPerson } from './takeover/takeover.ts'

/** An answer in progress. */
export interface RunningAnswer {
  /** Resolves once the answer is stored. */
  ended: Promise<void>
  /** Ends the answer as if its reader had left. */
  stop(): void
}

/** Sent when no answer could be given. */
const apology = 'I could not answer just now. Please try again in a moment.'

/**
 * Answers a message: resources first, then tokens, then one end. The history keeps exactly what was streamed. When the
 * consumer stops listening or its connection closes, the answer stops and its text so far is stored as `stopped`; one whose reader
 * knows its id goes on for `resumeMs`, and for as long as somebody follows it (`follow-answer.ts`). Whatever goes wrong, the message
 * does not stay `streaming`. A repeated message gets the answer to the first one.
 * @param running holds the answer until it is stored
 * @param abortSignal aborts when nobody can be listening any more, even if nobody ever started
 * @param onEnd is called once the answer is stored
 */
export function streamAnswer(
  session: Session,
  dependencies: ChatDependencies,
  turn: ChatTurn,
  {
    running,
    abortSignal,
    resumeMs,
    onEnd,
  }: { running: Set<RunningAnswer>; abortSignal: AbortSignal | undefined; resumeMs: number; onEnd?: (() => void) | undefined },
): AsyncIterableIterator<ChatEvent> {
  const readerLeft = new AbortController()
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const answer = { ended, stop: () => void finish().catch(() => {}) }
  const onAbort = () => void leave().catch(() => {})
  const progress: Progress = { content: '', answering: undefined }
  let lingering: NodeJS.Timeout | undefined
  const events = withCleanup(answerEvents(session, dependencies, turn, readerLeft.signal, progress), () => {
    abortSignal?.removeEventListener('abort', onAbort)
    clearTimeout(lingering)
    running.delete(answer)
    resolve()
    onEnd?.()
  })
  let started = false
  // A generator that is waiting for the model sees `return` only with the next token; one that never started never runs its cleanup.
  const finish = async () => {
    readerLeft.abort()
    if (!started) {
      started = true
      await events.next()
    }
    return events.return(undefined)
  }
  function stopUnlessFollowed(): void {
    isFollowed(session, turn.answerId).then((yes) => {
      if (yes) lingering = setTimeout(stopUnlessFollowed, followerBeatMs)
      else answer.stop()
    }, answer.stop)
  }
  let knowsId = false
  /** The reader is gone: from here on the answer is only stored. */
  const leave = async (): Promise<IteratorResult<ChatEvent, undefined>> => {
    if (!knowsId || resumeMs === 0) return finish()
    if (lingering) return { value: undefined, done: true }
    lingering = setTimeout(stopUnlessFollowed, resumeMs)
    void (async () => {
      while (!(await events.next()).done);
    })().catch(() => {})
    return { value: undefined, done: true }
  }
  running.add(answer)
  abortSignal?.addEventListener('abort', onAbort, { once: true })
  if (abortSignal?.aborted) onAbort()
  return {
    async next() {
      started = true
      const next = await events.next()
      if (!next.done && next.value.kind === 'resources') knowsId = true
      return next
    },
    return: leave,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* withCleanup(events: AsyncGenerator<ChatEvent, undefined>, cleanUp: () => void): AsyncGenerator<ChatEvent, undefined> {
  try {
    yield* events
  } finally {
    cleanUp()
  }
}

async function* answerEvents(
  session: Session,
  dependencies: ChatDependencies,
  turn: ChatTurn,
  readerLeft: AbortSignal,
  progress: Progress,
): AsyncGenerator<ChatEvent, undefined> {
  let { attempt } = turn
  if (turn.repeated) {
    const replay = await replayAnswer(session, turn, readerLeft)
    if (replay.outcome === 'replayed') return void (yield* replay.events)
    if (replay.outcome === 'timedOut') return void (yield failure(apology))
    if (replay.outcome === 'abandoned') return
    attempt = replay.attempt
  }
  const start = performance.now()
  const streamed: StreamedAnswer = { content: '', firstTokenMs: null, state: 'stopped' }
  let answering: AnswerInProgress | undefined
  // Stops the model in every case: the answer is complete, the reader left, or an error ended it.
  const modelCall = new AbortController()
  const stopProgress = keepProgress(session, { ...turn, attempt }, progress)
  let stored = false
  let message = apology
  try {
    readerLeft.throwIfAborted()
    answering = await answerQuestion(dependencies, turn, AbortSignal.any([readerLeft, modelCall.signal]))
    progress.answering = answering
    yield { kind: 'resources', resources: answering.resources, sessionToken: turn.sessionToken, messageId: turn.answerId }
    for await (const token of answering.tokens) {
      readerLeft.throwIfAborted()
      streamed.content += token
      progress.content = streamed.content
      streamed.firstTokenMs ??= performance.now() - start
      yield { kind: 'token', token }
    }
    streamed.state = 'complete'
  } catch (error) {
    streamed.state = readerLeft.aborted ? 'stopped' : 'failed'
    if (error instanceof StillReading) {
      message = error.message
      dependencies.log.info('a chat message came while the library is being read, and was not answered')
    } else if (streamed.state === 'failed') dependencies.log.error({ error }, 'a chat message was not answered')
  } finally {
    modelCall.abort()
    stopProgress()
    stored = await storeAnswer(session, dependencies.log, { turn, attempt, answering, streamed, ms: performance.now() - start })
  }
  const succeeded = streamed.state === 'complete' && stored
  if (!succeeded || !answering) yield failure(message)
  else
    yield {
      kind: 'done',
      sessionToken: turn.sessionToken,
      messageId: turn.answerId,
      queryType: answering.queryType,
      tier: answering.tier,
      offersCallback: answersWishForPerson(streamed.content),
      byPerson: answering.answeredBy === byPerson,
    }
}

const failure = (message: string): ChatEvent => ({ kind: 'error', message, code: 'UNAVAILABLE' })
