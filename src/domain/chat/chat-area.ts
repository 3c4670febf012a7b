import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import type { Library } from '../library/library.ts'
import type { Work } from '../work.ts'
import type { ChatEvent } from './chat-event.ts'
import { converse } from './converse.ts'
import { beginExchange } from './exchange.ts'
import { chatSession, endLeftAnswers, pruneChats } from './sessions.ts'
import { widgetClient } from './widget-clients.ts'

interface Dependencies {
  database: Database
  library: Library
  model: ChatModel | undefined
  /** By session: what one visitor may ask in a minute. */
  limiter: RateLimiter
  log: Log
  metrics: Metrics
  config: Pick<Config, 'chatModelPatienceSeconds' | 'chatRetentionDays'>
}

export interface ChatRequest {
  message: string
  sessionToken: string | null
  pageUrl: string | null
  /** The client's own name for this message: sent again with it, the message is not asked twice. */
  requestKey: string | undefined
  widgetClientId: number
}

export type ChatArea = ReturnType<typeof createChatArea>

/** The widget's chat over its database, library and model. */
export function createChatArea({ database, library, model, limiter, log, metrics, config }: Dependencies) {
  const { session } = database
  const patienceMs = config.chatModelPatienceSeconds * 1000
  const dependencies = { library, model, patience: { firstTokenMs: patienceMs, silenceMs: patienceMs }, log }
  const running = new Set<Promise<void>>()
  metrics.watchChatAnswers(() => running.size)
  return {
    /**
     * Takes a message; its events begin when they are asked for, and who asked for the first must take all or `return`.
     * @throws Failure NOT_FOUND, RATE_LIMITED, CONFLICT
     */
    async ask(work: Work, { message, sessionToken, pageUrl, requestKey, widgetClientId }: ChatRequest) {
      const client = await widgetClient(session, widgetClientId)
      const earlier = sessionToken === null ? undefined : await going(sessionToken, widgetClientId)
      const page = pageUrl === null ? null : pageOnly(pageUrl)
      const exchange = await beginExchange(work, { client, earlier, text: message, pageUrl: page, requestKey })
      return counted(converse(session, dependencies, exchange), running)
    },
    /** Resolves when every answer that is under way is stored. */
    async idle(): Promise<void> {
      await Promise.all(running)
    },
    prune: () => pruneChats(session, config.chatRetentionDays),
    async start(jobs: Jobs): Promise<void> {
      // Nobody else can be at work on the embedded database.
      await endLeftAnswers(session, { all: database.embedded })
      await jobs.handle('end-left-answers', () => endLeftAnswers(session, { all: false }))
      await jobs.schedule('end-left-answers', '*/10 * * * *', {})
    },
  }

  async function going(token: string, widgetClientId: number) {
    const chat = await chatSession(session, { token, widgetClientId })
    const { allowed, retryAfterSeconds } = await limiter(`chat:${chat.id}`)
    if (!allowed) throw new Failure('RATE_LIMITED', `This conversation is too fast; wait ${retryAfterSeconds} s.`)
    return { chat, token }
  }
}

/** The address without query and fragment: these may hold what a person typed. */
function pageOnly(url: string): string {
  if (!URL.canParse(url)) return url.split(/[?#]/, 1)[0] ?? ''
  const { origin, pathname } = new URL(url)
  return origin === 'null' ? '' : origin + pathname
}

/** The same events, in `running` from the first that is asked for to the end. */
function counted(events: AsyncIterableIterator<ChatEvent>, running: Set<Promise<void>>): AsyncIterableIterator<ChatEvent> {
  let end: (() => void) | undefined
  const begin = () => {
    if (end) return
    const { promise, resolve } = Promise.withResolvers<void>()
    running.add(promise)
    end = () => {
      running.delete(promise)
      resolve()
    }
  }
  const ending = async (step: Promise<IteratorResult<ChatEvent>>) => {
    try {
      const result = await step
      if (result.done) end?.()
      return result
    } catch (error) {
      end?.()
      throw error
    }
  }
  return {
    next() {
      begin()
      return ending(events.next())
    },
    return() {
      begin()
      return ending(events.return?.() ?? Promise.resolve({ value: undefined, done: true }))
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
