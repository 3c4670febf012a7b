import { setTimeout } from 'node:timers/promises'
import type { Session } from '../../platform/database/session.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { Answering } from './chat-event.ts'

/** What was said until the end of an answer. */
export interface Said {
  content: string
  firstTokenMs: number | null
  state: 'complete' | 'failed' | 'stopped'
}

interface Ended {
  exchange: ChatTurn
  /** Another attempt that took the answer over meanwhile is not written over. */
  attempt: number
  answering: Answering | undefined
  said: Said
  ms: number
}

/** How long a database that blinked is given before the second and last try, in milliseconds. */
const secondTryMs = 500

/** Stores the end of an answer. Never throws: false where the database did not take it. */
export async function storeAnswer({ prisma }: Session, log: Log, { exchange, attempt, answering, said, ms }: Ended): Promise<boolean> {
  const store = () =>
    prisma.chatMessage.updateMany({
      where: { id: exchange.answerId, attempt, state: 'streaming' },
      data: {
        ...said,
        resources: (answering?.resources ?? []).map((resource) => ({ ...resource })),
        queryType: answering?.queryType ?? exchange.assessment.queryType,
        answeredBy: answering?.answeredBy ?? null,
        answered: answering?.answered ?? null,
        latencyMs: ms,
      },
    })
  try {
    await store().catch(() => setTimeout(secondTryMs).then(store))
    return true
  } catch (error) {
    log.error({ error }, 'the end of a chat answer was not stored')
    return false
  }
}
