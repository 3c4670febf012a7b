import type { Session } from '../../platform/database/session.ts'
import type { AnswerInProgress } from './chat-event.ts'
import { messageContent } from './sealed-columns.ts'

/** How often an answer in progress is stored if it has grown, in milliseconds; oftener while somebody follows it from there. */
const growsMs = 1_000
const followedMs = 250
/** How often it is marked as still in progress, in milliseconds. */
const beatMs = 5_000

/** An answer in progress without a heartbeat for this long belongs to a process that died, in milliseconds. */
export const heartbeatTimeoutMs = 30_000

/** Who reads an answer from the database does so at least this often, in milliseconds (`follow-answer.ts`). */
export const followerBeatMs = 3_000

const isRecent = (followedAt: Date | null) => Date.now() - (followedAt?.getTime() ?? 0) < 2 * followerBeatMs

/** Whether somebody reads an answer in progress from the database. */
export async function isFollowed({ prisma }: Session, answerId: number): Promise<boolean> {
  const answer = await prisma.chatMessage.findUnique({ where: { id: answerId }, select: { followedAt: true } })
  return isRecent(answer?.followedAt ?? null)
}

/** What is known of an answer in progress. */
export interface Progress {
  content: string
  answering: AnswerInProgress | undefined
}

/**
 * Stores an answer as it grows, so that it can be followed from any instance, and marks it as still in progress every few seconds,
 * until the returned function is called.
 */
export function keepProgress(
  { prisma, fields }: Session,
  { answerId, sessionId, attempt }: { answerId: number; sessionId: number; attempt: number },
  progress: Progress,
): () => void {
  let stored = ''
  let storedAt = Date.now()
  let timer = setTimeout(beat, growsMs)
  let followedAt: Date | null = null
  let isOver = false

  async function store(): Promise<void> {
    const { content, answering } = progress
    if (content === stored && Date.now() - storedAt < beatMs) return
    const known = answering && {
      sealedContent: fields.seal(messageContent, sessionId, content),
      resources: answering.resources.map((resource) => ({ ...resource })),
      queryType: answering.queryType,
      answeredBy: answering.answeredBy,
      tier: answering.tier,
    }
    const [row] = await prisma.chatMessage.updateManyAndReturn({
      where: { id: answerId, attempt, state: 'streaming' },
      data: { ...known, updatedAt: new Date() },
      select: { followedAt: true },
    })
    stored = content
    storedAt = Date.now()
    followedAt = row?.followedAt ?? null
  }

  function beat(): void {
    // A lost heartbeat costs nothing. If the database is down, storing the answer reports it.
    store()
      .catch(() => {})
      .finally(() => {
        if (!isOver) timer = setTimeout(beat, isRecent(followedAt) ? followedMs : growsMs)
      })
  }

  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
