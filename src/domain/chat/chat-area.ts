import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { Failure } from '../../platform/failure.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { widgetClient } from '../access/widget-clients.ts'
import type { Library } from '../library/library.ts'
import type { Work } from '../work.ts'
import { prepareModel } from './answer-question.ts'
import type { ChatEvent } from './chat-event.ts'
import { converse, type RunningAnswer } from './converse.ts'
import { beginExchange } from './exchange.ts'
import { assessMessage } from './safety/assess-message.ts'
import { fixedAnswer } from './safety/fixed-answers.ts'
import { createDangerSense } from './safety/sense-danger.ts'
import { chatSession, endLeftAnswers, pageOnly, pruneChats } from './sessions.ts'

interface Dependencies {
  database: Database
  library: Library
  model: ChatModel | undefined
  /** Vectors of the local model, whatever model the library is embedded with. */
  embedLocally: (texts: string[]) => Promise<number[][]>
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

const noContact = { name: null, phone: null, email: null }

export type ChatArea = ReturnType<typeof createChatArea>

/** The widget's chat over its database, library and model. */
export function createChatArea({ database, library, model, embedLocally, limiter, log, metrics, config }: Dependencies) {
  const { session } = database
  const patienceMs = config.chatModelPatienceSeconds * 1000
  const dependencies = {
    library,
    model,
    patience: { firstTokenMs: patienceMs, silenceMs: patienceMs },
    sensesDanger: createDangerSense(embedLocally),
    log,
  }
  const running = new Set<RunningAnswer>()
  metrics.watchChatAnswers(() => running.size)
  return {
    /**
     * Takes a message; its events begin when they are asked for, and who asked for the first must take all or `return`.
     * @throws Failure NOT_FOUND, RATE_LIMITED, CONFLICT
     */
    async ask(work: Work, request: ChatRequest): Promise<AsyncIterableIterator<ChatEvent>> {
      try {
        return converse(session, dependencies, await begun(work, request), running)
      } catch (error) {
        const { emergency, language } = assessMessage(request.message, [])
        if (!emergency) throw error
        // A session that is over or a database that is away must not keep anybody from the emergency number.
        log.error({ error }, 'a message about an emergency was refused')
        const { code, retryAfter } = error instanceof Failure ? error : { code: 'UNAVAILABLE' as const }
        throw new Failure(code, fixedAnswer(`emergency_${emergency.kind}`, language, noContact), undefined, retryAfter)
      }
    },
    /** Stops the answers that are under way, when nobody can be listening any more; resolves when they are stored. */
    async stop(): Promise<void> {
      for (const answer of running) answer.stop()
      await Promise.all([...running].map(({ ended }) => ended))
    },
    prune: () => pruneChats(session, config.chatRetentionDays),
    async start(jobs: Jobs): Promise<void> {
      if (model) prepareModel(model).catch((error: unknown) => log.warn({ error }, 'the chat model cannot be loaded'))
      // Nobody else can be at work on the embedded database.
      await endLeftAnswers(session, { all: database.embedded })
      await jobs.handle('end-left-answers', () => endLeftAnswers(session, { all: false }))
      await jobs.schedule('end-left-answers', '*/10 * * * *', {})
    },
  }

  async function begun(work: Work, { message, sessionToken, pageUrl, requestKey, widgetClientId }: ChatRequest) {
    const client = await widgetClient(session, widgetClientId)
    const earlier = sessionToken === null ? undefined : await going(message, sessionToken, widgetClientId)
    return beginExchange(work, { client, earlier, text: message, pageUrl: pageUrl === null ? null : pageOnly(pageUrl), requestKey })
  }

  async function going(message: string, token: string, widgetClientId: number) {
    const chat = await chatSession(session, { token, widgetClientId })
    const { allowed, retryAfterSeconds } = await limiter(`chat:${chat.id}`)
    // What staff must learn of is not lost to a limit; its answer costs nothing.
    if (!allowed && !assessMessage(message, []).adverseEvent)
      throw new Failure('RATE_LIMITED', 'This conversation is too fast.', undefined, retryAfterSeconds)
    return { chat, token }
  }
}
