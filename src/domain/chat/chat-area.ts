import type { Database } from '../../platform/database/database.ts'
import type { ChatSession } from '../../platform/database/generated/prisma/client.ts'
import type { Events } from '../../platform/events.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { LocalModel } from '../../platform/models/embedding-model.ts'
import { networkOf } from '../../platform/network.ts'
import type { Overload } from '../../platform/overload.ts'
import { ownTurn, turnWaitMs } from '../../platform/own-turn.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { createUnderWay } from '../../platform/under-way.ts'
import { within } from '../../platform/within.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { widgetClient } from '../access/widget-clients.ts'
import type { Library } from '../library/library.ts'
import { pruneReportGroups } from '../safety/cases/gather.ts'
import type { ReportGroup } from '../safety/cases/report-limits.ts'
import { createEmergencyClassifier } from '../safety/signs/emergency-classifier.ts'
import { createKeptAnswers } from './answer/model/kept-answers.ts'
import { prepareModel } from './answer-question.ts'
import { askForCallback, type ChatCallback } from './ask-for-callback.ts'
import { beginTurn, mostMessages } from './begin-turn.ts'
import type { ChatEvent } from './chat-event.ts'
import { fixedAnswerOf } from './fixed-answering.ts'
import { followAnswer } from './follow-answer.ts'
import { heartbeatTimeoutMs } from './heartbeat.ts'
import { senseSkips } from './metrics.ts'
import { type Assessment, assess, type MessageReading, readMessage } from './policy/assess-message.ts'
import { endLapsedTakeoversQueue, endLeftAnswersQueue } from './queues.ts'
import { refuseGuessable, withText } from './refusals.ts'
import { createRefusedMessages, type RefusedWords, safetyTextOf, startReadingUnread } from './refused-message.ts'
import { reportSeen } from './report-seen.ts'
import { searchedAhead } from './retrieve.ts'
import { chatSession, endLeftAnswers, messagesOf, pruneChats, withoutPersons } from './sessions.ts'
import type { ChatSettings } from './settings.ts'
import { type RunningAnswer, streamAnswer } from './stream-answer.ts'
import { awaitPerson } from './takeover/await-person.ts'
import { endLapsedTakeovers } from './takeover/end-lapsed.ts'
import { tellWatchers } from './takeover/tell-watchers.ts'
import { createVisitorGroups } from './visitor-group.ts'

interface Dependencies {
  database: Database
  library: Library
  model: ChatModel | undefined
  safetyModel: ChatModel | undefined
  /** The local model, whatever model the library is embedded with. */
  senseModel: Pick<LocalModel, 'embedFirst'>
  /** By session: what one visitor may ask in a minute. */
  limiter: RateLimiter
  /** By visitor: how many refused messages are read at once in a minute. */
  readings: RateLimiter
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
  /** What refuses this request unless its words tell of danger or of a side effect: a rate that is used up, an overload. */
  refusal: Failure | undefined
}

const tooMuchToDo = 'The chat has too much to do at the moment. In an emergency, call 911.'
const retrySeconds = 3

export type ChatArea = ReturnType<typeof createChatArea>

/** The widget's chat over its database, library and model. */
export function createChatArea({
  database,
  library,
  model,
  safetyModel,
  senseModel,
  limiter,
  readings,
  overload,
  log,
  metrics,
  config,
}: Dependencies) {
  const { session } = database
  const skips = senseSkips(metrics)
  const patienceMs = config.chatModelPatienceSeconds * 1000
  const dependencies = {
    library,
    model,
    safetyModel,
    patience: { firstTokenMs: patienceMs, silenceMs: patienceMs },
    kept: createKeptAnswers(config.chatCacheMinutes * 60_000),
    soundsLikeEmergency: createEmergencyClassifier((texts, asker) => senseModel.embedFirst(texts, asker), skips.count),
    log,
  }
  const visitorGroup = createVisitorGroups(session)
  const limits = { ofGroup: config.chatCasesPerHour, ofAll: config.chatCasesOfAllPerHour }
  const refused = createRefusedMessages({ session, names: library.medicines, reportersOf, readings, limits, log, metrics })
  const startedAt = new Date()
  const running = new Set<RunningAnswer>()
  /** Messages from when they come until they are searched for: what they wait for the model is its own affair. */
  const waiting = createUnderWay()
  metrics.gauge('chat_answers_running', 'Answers of the chat that are under way', () => running.size)
  return {
    /** `askForCallback`, of whoever is behind an address. */
    askForCallback: async (work: UnitOfWork, chat: ChatSession, address: string, wish: ChatCallback) =>
      askForCallback(work, chat, await visitorGroup(chat.widgetClientId, address), wish),
    /**
     * Takes a message; its events begin when they are asked for. It is read before anything refuses it: one that tells of danger or
     * of a side effect is taken whatever its rate or the load. Whatever else keeps it from being taken, whoever told it gets the words
     * for it (`safetyMessage`), and staff a case wherever the database can take one.
     * @throws Failure NOT_FOUND, RATE_LIMITED, CONFLICT, UNAVAILABLE
     */
    async ask(work: UnitOfWork, request: ChatRequest): Promise<AsyncIterableIterator<ChatEvent>> {
      const words = { ...request, text: request.message }
      if (request.refusal && !(await refused.mayRead(words))) throw withText(request.refusal, await refused.leave(work, words))
      const { reading, alone } = await read(request)
      const refusal = request.refusal ?? tooBusy()
      if (refusal && !(await tells(request, reading, alone))) throw refusal
      const waitsNoMore = waiting.begin()
      const beginning = begun(work, request, reading, alone)
      try {
        const { turn, searched, ended } = await (alone.emergency ? within(emergencyTimeoutMs, beginning) : beginning)
        void (ended ?? Promise.resolve()).then(waitsNoMore)
        const answering = {
          ...dependencies,
          library: searched,
          report: (told: Assessment) => reportSeen(work, turn, told),
          isFixedOnly: refusal !== undefined,
          awaitPerson: turn.isTaken
            ? (before: string, signal: AbortSignal) => awaitPerson(session, work.events, turn, before, signal)
            : undefined,
        }
        return streamAnswer(session, answering, turn, {
          running,
          abortSignal: request.abortSignal,
          resumeMs: request.isResumable ? config.chatResumeSeconds * 1000 : 0,
          onEnd: turn.isWatched ? () => void tellWatchers(session, work, turn.sessionId, log) : undefined,
        })
      } catch (error) {
        waitsNoMore()
        throw await withWhatWasTold(work, request, alone, error, beginning)
      }
    },
    /** Reads and keeps what the words of a refused request tell. @returns what their writer needs to read first, if anything */
    hear: (work: UnitOfWork, words: RefusedWords, isKept?: boolean): Promise<string | undefined> => refused.hear(work, words, isKept),
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
    /** Whether more refused messages wait to be read than are kept, for `/ready`. */
    isBacklogFull: refused.isFull,
    /** Resolves when no answer is under way. */
    async idle(): Promise<void> {
      await Promise.all([...running].map(({ ended }) => ended))
    },
    /** Stops the answers that are under way, when nobody can be listening any more; resolves when they are stored. */
    async stop(): Promise<void> {
      for (const answer of running) answer.stop()
      await Promise.all([...running].map(({ ended }) => ended))
      await refused.stop()
    },
    prune: () => Promise.all([pruneChats(session, config.chatRetentionDays), pruneReportGroups(session)]),
    async start(jobs: Jobs, events: Events): Promise<void> {
      if (model) prepareModel(model).catch((error: unknown) => log.warn({ error }, 'the chat model cannot be used now'))
      // On the embedded database whatever is older than this process is of one that died; requests are answered already.
      if (database.embedded) await endLeftAnswers(session, startedAt)
      await jobs.handle(endLeftAnswersQueue, () => endLeftAnswers(session, new Date(Date.now() - heartbeatTimeoutMs)))
      await jobs.schedule(endLeftAnswersQueue, '*/10 * * * *', {})
      await jobs.handle(endLapsedTakeoversQueue, () => endLapsedTakeovers(session, events))
      await jobs.schedule(endLapsedTakeoversQueue, '* * * * *', {})
      await jobs.enqueue(session, endLapsedTakeoversQueue, {})
      await startReadingUnread(refused, session, jobs, events)
    },
  }

  /** `alone` is what a message says by itself, before the database can tell what was said earlier. */
  async function read({ message, visitor }: ChatRequest): Promise<{ reading: MessageReading; alone: Assessment }> {
    await ownTurn('ahead', visitor)
    const reading = readMessage(message, library.medicines())
    await ownTurn('ahead', visitor)
    return { reading, alone: assess(reading, []) }
  }

  function tooBusy(): Failure | undefined {
    const waitMs = Math.max(waiting.expectedMs() / 2, turnWaitMs('usual'))
    return overload.refuses('last', waitMs) ? new Failure('UNAVAILABLE', tooMuchToDo, undefined, retrySeconds) : undefined
  }

  /** Whether staff must learn of a message, by itself or by what was said before it. */
  async function tells({ sessionToken, widgetClientId }: ChatRequest, reading: MessageReading, alone: Assessment): Promise<boolean> {
    if (alone.adverseEvent || sessionToken === null) return alone.adverseEvent !== null
    const chat = await chatSession(session, { token: sessionToken, widgetClientId }).catch(noneFound)
    return chat !== undefined && tellsIn(chat, reading)
  }

  async function tellsIn(chat: ChatSession, reading: MessageReading): Promise<boolean> {
    const history = withoutPersons(await messagesOf(session, chat.id, { take: mostMessages }))
    return assess(reading, history).adverseEvent !== null
  }

  async function begun(work: UnitOfWork, request: ChatRequest, reading: MessageReading, alone: Assessment) {
    const { message, sessionToken, pageUrl, requestKey, widgetClientId, visitor } = request
    if (request.isAnonymous && sessionToken === null) refuseGuessable(requestKey, work.actor.surface)
    const client = await widgetClient(session, widgetClientId)
    const found = sessionToken === null ? undefined : chatSession(session, { token: sessionToken, widgetClientId })
    // What staff must learn of is not lost with a conversation that is over: it begins a new one.
    const chat = await (alone.adverseEvent ? found?.catch(noneFound) : found)
    await notTooFast(chat, reading, alone, visitor)
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

  async function reportersOf({ widgetClientId, address }: ChatRequest): Promise<ReportGroup> {
    const wider = networkOf(address.replace(/\/64$/, ''), 48)
    const isWider = wider.endsWith('/48')
    return {
      group: await visitorGroup(widgetClientId, address),
      // Of all clients: whoever has such a network may use the key of each.
      wider: isWider ? await visitorGroup(0, wider) : undefined,
      limits,
    }
  }

  async function notTooFast(
    chat: ChatSession | undefined,
    reading: MessageReading,
    { adverseEvent }: Assessment,
    visitor: string,
  ): Promise<void> {
    const { allowed, retryAfterSeconds } = await limiter(chat ? `chat:${chat.id}` : `chat:new:${visitor}`)
    // What staff must learn of is not lost to a limit; its answer costs nothing.
    if (allowed || adverseEvent || (chat && (await tellsIn(chat, reading)))) return
    throw new Failure('RATE_LIMITED', 'This conversation is too fast.', undefined, retryAfterSeconds)
  }

  async function withWhatWasTold(
    work: UnitOfWork,
    request: ChatRequest,
    alone: Assessment,
    error: unknown,
    beginning: Promise<unknown>,
  ): Promise<unknown> {
    if (!alone.adverseEvent) return error
    const words = { ...request, text: request.message }
    const isKept = error instanceof Failure && (await refused.report(work, alone, words))
    // Where the database is away or has no time, it is kept later. One that only took too long may still come to be stored.
    if (!(error instanceof Failure)) beginning.catch(() => refused.reportLater(work, alone, words))
    log.warn({ error }, isKept ? 'a refused message was kept as a case' : 'a message about an emergency or a side effect was refused')
    const text = safetyTextOf(alone, isKept)
    return text === undefined ? error : withText(error, text)
  }
}

/** @throws what is no NOT_FOUND */
function noneFound(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'NOT_FOUND') throw error
}

/** How long an emergency waits for the database, in milliseconds; what it does later still counts. */
const emergencyTimeoutMs = 2_000
