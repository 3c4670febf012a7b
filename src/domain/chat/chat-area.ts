import type { Database } from '../../platform/database/database.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { LocalModel } from '../../platform/models/embedding-model.ts'
import type { Overload } from '../../platform/overload.ts'
import { ownTurn, turnWaitMs } from '../../platform/own-turn.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { createUnderWay } from '../../platform/under-way.ts'
import { within } from '../../platform/within.ts'
import { shortestAnonymousKey } from '../access/idempotency.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { widgetClient } from '../access/widget-clients.ts'
import type { Library } from '../library/library.ts'
import { isReported, pruneReportGroups, type ReportGroup } from '../safety/cases/gather.ts'
import { createEmergencyClassifier } from '../safety/signs/emergency-classifier.ts'
import { prepareModel } from './answer-question.ts'
import { beginTurn, type ChatTurn, reportWhatWasTold } from './begin-turn.ts'
import type { ChatEvent } from './chat-event.ts'
import { fixedAnswerOf } from './fixed-answering.ts'
import { followAnswer } from './follow-answer.ts'
import { heartbeatTimeoutMs } from './heartbeat.ts'
import { senseSkips } from './metrics.ts'
import { type Assessment, assess, type MessageReading, readMessage } from './policy/assess-message.ts'
import { type FixedAnswerName, fixedAnswer } from './policy/fixed-answers.ts'
import { endLeftAnswersQueue } from './queues.ts'
import { searchedAhead } from './retrieve.ts'
import { chatSession, endLeftAnswers, pruneChats } from './sessions.ts'
import type { ChatSettings } from './settings.ts'
import { type RunningAnswer, streamAnswer } from './stream-answer.ts'
import { createVisitorGroups } from './visitor-group.ts'

interface Dependencies {
  database: Database
  library: Library
  model: ChatModel | undefined
  /** The local model, whatever model the library is embedded with. */
  senseModel: Pick<LocalModel, 'embedFirst'>
  /** By session: what one visitor may ask in a minute. */
  limiter: RateLimiter
  overload: Pick<Overload, 'refuses'>
  log: Log
  metrics: Metrics
  config: Omit<ChatSettings, 'chatRateLimitPerMinute'>
}

export interface ChatRequest {
  message: string
  sessionToken: string | null
  pageUrl: string | null
  /** The client's own name for this message: sent again with it, the message is not asked twice. */
  requestKey: string | undefined
  /** Whether its reader can come back to the answer (`follow`). */
  isResumable: boolean
  /** Whether its key is a page's, which all its visitors share. */
  isAnonymous: boolean
  widgetClientId: number
  /** Tells one visitor from another, who share their page's key. */
  visitor: string
  /** Where it comes from: reports of one place are counted together. */
  address: string
  /** Aborts when the client's connection is gone. */
  abortSignal: AbortSignal | undefined
}

const tooMuchToDo = 'The chat has too much to do at the moment. In an emergency, call 911.'
const retrySeconds = 3

const noContact = { name: null, phone: null, email: null }

export type ChatArea = ReturnType<typeof createChatArea>

/** The widget's chat over its database, library and model. */
export function createChatArea({ database, library, model, senseModel, limiter, overload, log, metrics, config }: Dependencies) {
  const { session } = database
  const skips = senseSkips(metrics)
  const patienceMs = config.chatModelPatienceSeconds * 1000
  const dependencies = {
    library,
    model,
    patience: { firstTokenMs: patienceMs, silenceMs: patienceMs },
    soundsLikeEmergency: createEmergencyClassifier((texts, asker) => senseModel.embedFirst(texts, asker), skips.count),
    log,
  }
  const visitorGroup = createVisitorGroups(session)
  const startedAt = new Date()
  const running = new Set<RunningAnswer>()
  /** Messages from when they come until they are searched for: what they wait for the model is its own affair. */
  const waiting = createUnderWay()
  metrics.gauge('chat_answers_running', 'Answers of the chat that are under way', () => running.size)
  return {
    /**
     * Takes a message; its events begin when they are asked for. Whatever keeps an emergency or a reported side effect from being
     * taken, whoever told it gets the words for it, and staff a case wherever the database can take one.
     * @throws Failure NOT_FOUND, RATE_LIMITED, CONFLICT, UNAVAILABLE
     */
    async ask(work: UnitOfWork, request: ChatRequest): Promise<AsyncIterableIterator<ChatEvent>> {
      const { reading, alone } = await read(request.message)
      // What staff must learn of is taken for longer.
      if (!alone.adverseEvent && overload.refuses('last', Math.max(waiting.expectedMs() / 2, turnWaitMs('usual'))))
        throw new Failure('UNAVAILABLE', tooMuchToDo, undefined, retrySeconds)
      const waitsNoMore = waiting.begin()
      try {
        const beginning = begun(work, request, reading, alone)
        const { turn, searched, ended } = await (alone.emergency ? within(emergencyTimeoutMs, beginning) : beginning)
        void (ended ?? Promise.resolve()).then(waitsNoMore)
        return streamAnswer(session, { ...dependencies, library: searched, report: reporterOf(work, turn) }, turn, {
          running,
          abortSignal: request.abortSignal,
          resumeMs: request.isResumable ? config.chatResumeSeconds * 1000 : 0,
        })
      } catch (error) {
        waitsNoMore()
        throw await refusal(work, request, alone, error)
      }
    },
    /**
     * The answer for a reader who comes back to it with the conversation's token.
     * @throws Failure NOT_FOUND
     */
    async follow(
      { sessionToken, messageId, widgetClientId }: { sessionToken: string; messageId: number; widgetClientId: number },
      abortSignal: AbortSignal | undefined,
    ): Promise<AsyncIterableIterator<ChatEvent>> {
      const chat = await chatSession(session, { token: sessionToken, widgetClientId })
      return followAnswer(session, { chat, sessionToken, messageId }, abortSignal)
    },
    /** Messages of the last five minutes that were answered without the danger sense, for `/ready`. */
    unsensed: skips.recent,
    /** Resolves when no answer is under way. */
    async idle(): Promise<void> {
      await Promise.all([...running].map(({ ended }) => ended))
    },
    /** Stops the answers that are under way, when nobody can be listening any more; resolves when they are stored. */
    async stop(): Promise<void> {
      for (const answer of running) answer.stop()
      await Promise.all([...running].map(({ ended }) => ended))
    },
    prune: () => Promise.all([pruneChats(session, config.chatRetentionDays), pruneReportGroups(session)]),
    async start(jobs: Jobs): Promise<void> {
      if (model) prepareModel(model).catch((error: unknown) => log.warn({ error }, 'the chat model cannot be loaded'))
      // On the embedded database whatever is older than this process is of one that died; requests are answered already.
      if (database.embedded) await endLeftAnswers(session, startedAt)
      await jobs.handle(endLeftAnswersQueue, () => endLeftAnswers(session, new Date(Date.now() - heartbeatTimeoutMs)))
      await jobs.schedule(endLeftAnswersQueue, '*/10 * * * *', {})
    },
  }

  /** `alone` is what a message says by itself, before the database can tell what was said earlier. */
  async function read(message: string): Promise<{ reading: MessageReading; alone: Assessment }> {
    await ownTurn('ahead')
    const reading = readMessage(message, library.medicines())
    await ownTurn('ahead')
    return { reading, alone: assess(reading, []) }
  }

  async function begun(work: UnitOfWork, request: ChatRequest, reading: MessageReading, alone: Assessment) {
    const { message, sessionToken, pageUrl, requestKey, widgetClientId, visitor } = request
    if (request.isAnonymous && sessionToken === null) refuseGuessable(requestKey, work.actor.surface)
    const client = await widgetClient(session, widgetClientId)
    const chat = sessionToken === null ? undefined : await chatSession(session, { token: sessionToken, widgetClientId })
    await notTooFast(alone, chat ? `chat:${chat.id}` : `chat:new:${visitor}`)
    const reporters = await reportersOf(request)
    const earlier = chat && sessionToken !== null ? { chat, token: sessionToken } : undefined
    // The library is searched while the message is stored.
    const search =
      fixedAnswerOf(alone) === undefined
        ? searchedAhead(library, message, { pageUrl: pageUrl ?? chat?.pageUrl ?? null, visitor })
        : { searched: library, ended: undefined }
    const turn = await beginTurn(work, { client, earlier, text: message, reading, pageUrl, requestKey, visitor, reporters })
    return { turn, ...search }
  }

  /** Files what a model sees, after the message's own transaction: once, though the message is sent again and answered anew. */
  function reporterOf(work: UnitOfWork, { questionId, text, reporters }: ChatTurn) {
    return (told: Assessment) =>
      session.transaction(async (inner) => {
        if (await isReported(inner, questionId)) return
        await reportWhatWasTold({ ...work, session: inner }, questionId, told, text, reporters)
      })
  }

  async function reportersOf({ widgetClientId, address }: ChatRequest): Promise<ReportGroup> {
    return { group: await visitorGroup(widgetClientId, address), mostAnHour: config.chatCasesPerHour }
  }

  async function notTooFast({ adverseEvent }: Assessment, who: string): Promise<void> {
    const { allowed, retryAfterSeconds } = await limiter(who)
    // What staff must learn of is not lost to a limit; its answer costs nothing.
    if (!allowed && !adverseEvent) throw new Failure('RATE_LIMITED', 'This conversation is too fast.', undefined, retryAfterSeconds)
  }

  async function refusal(
    work: UnitOfWork,
    request: ChatRequest,
    { emergency, adverseEvent, language }: Assessment,
    error: unknown,
  ): Promise<unknown> {
    if (!adverseEvent) return error
    // A conversation that is over is no reason to lose what was told; where the database is away nothing can be kept.
    const kept = error instanceof Failure && (await reportAlone(work, { adverseEvent, emergency }, request))
    log.warn({ error }, kept ? 'a refused message was kept as a case' : 'a message about an emergency or a side effect was refused')
    const name: FixedAnswerName | undefined = emergency ? `emergency_${emergency.kind}` : kept ? 'adverse_event' : undefined
    if (name === undefined) return error
    const { code, retryAfter } = error instanceof Failure ? error : { code: 'UNAVAILABLE' as const }
    return new Failure(code, fixedAnswer(name, language, noContact), undefined, retryAfter)
  }

  async function reportAlone(
    work: UnitOfWork,
    assessment: Pick<Assessment, 'adverseEvent' | 'emergency'>,
    request: ChatRequest,
  ): Promise<boolean> {
    try {
      const reporters = await reportersOf(request)
      await session.transaction((inner) => reportWhatWasTold({ ...work, session: inner }, null, assessment, request.message, reporters))
      return true
    } catch (error) {
      log.error({ error }, 'a case was not kept')
      return false
    }
  }
}

/** How long an emergency waits for the database, in milliseconds; what it does later still counts. */
const emergencyTimeoutMs = 2_000

/** A conversation's own token names its messages; before there is one, only the key keeps visitors of one address apart. */
function refuseGuessable(requestKey: string | undefined, surface: UnitOfWork['actor']['surface']): void {
  if (requestKey === undefined || requestKey.length >= shortestAnonymousKey) return
  const path = [surface === 'rest' ? 'Idempotency-Key' : 'requestKey']
  const message = `must have at least ${shortestAnonymousKey} characters where no session is given`
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path, message }])
}
