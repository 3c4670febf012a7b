import { setTimeout } from 'node:timers/promises'
import type { Session } from '../../platform/database/session.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { messageContent } from './sealed-columns.ts'

/** What had been streamed when an answer ended. */
export interface StreamedAnswer {
  content: string
  firstTokenMs: number | null
  state: 'complete' | 'failed' | 'stopped'
}

interface EndedAnswer {
  turn: ChatTurn
  /** Protects a later attempt that has taken over the answer from being overwritten. */
  attempt: number
  answering: AnswerInProgress | undefined
  streamed: StreamedAnswer
  ms: number
}

/** Delay before the second and last try to store an answer, in milliseconds: time for a short database outage to pass. */
const retryDelayMs = 500

/** Stores an answer that has ended. Never throws: returns false if the database did not accept it. */
export async function storeAnswer(
  { prisma, fields }: Session,
  log: Log,
  { turn, attempt, answering, streamed, ms }: EndedAnswer,
): Promise<boolean> {
  const { content, ...ending } = streamed
  const sealedContent = fields.seal(messageContent, turn.sessionId, content)
  const store = () =>
    prisma.chatMessage.updateMany({
      where: { id: turn.answerId, attempt, state: 'streaming' },
      data: {
        ...ending,
        sealedContent,
        resources: (answering?.resources ?? []).map((resource) => ({ ...resource })),
        queryType: answering?.queryType ?? turn.assessment.queryType,
        answeredBy: answering?.answeredBy ?? null,
        tier: answering?.tier ?? null,
        latencyMs: ms,
      },
    })
  try {
    await store().catch(() => setTimeout(retryDelayMs).then(store))
    return true
  } catch (error) {
    log.error({ error }, 'the end of a chat answer was not stored')
    return false
  }
}
