import { createHash } from 'node:crypto'
import type { ChatSession, WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import { recordEvent } from '../access/audit.ts'
import { runOnce } from '../access/idempotency.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import { reportOrGather } from '../safety/cases/gather.ts'
import type { ReportGroup } from '../safety/cases/report-limits.ts'
import type { Statement } from '../safety/details/case-details.ts'
import type { PastMessage } from './chat.ts'
import { conversationChanged } from './events.ts'
import { type Assessment, assess, type MessageReading } from './policy/assess-message.ts'
import { messageContent } from './sealed-columns.ts'
import { createChatSession, messagesOf, pageOnly, withoutPersons } from './sessions.ts'
import { isAnybodyPresent } from './takeover/presence.ts'
import { endTakeover, isAttended } from './takeover/takeover.ts'

/** A visitor's message, and the place of its answer. */
export interface ChatTurn {
  client: WidgetClient
  sessionToken: string
  sessionId: number
  text: string
  /** Tells one visitor from another, who share their page's key. */
  visitor: string
  assessment: Assessment
  /** What was said before, oldest first. */
  history: PastMessage[]
  pageUrl: string | null
  questionId: number
  answerId: number
  /** Whose reports are counted with this one's. */
  reporters: ReportGroup
  /** Counts who answers it: a repetition takes over an answer that came to nothing. */
  attempt: number
  /** A repetition of a message that was sent before: its answer is there or under way. */
  repeated: boolean
  /** Whether a person of the staff has the conversation and answers in it. */
  isTaken: boolean
  /** Whether staff watch the conversation: one of them has it, or it wants one. */
  isWatched: boolean
  /** Whether a person is asked for and somebody of the staff may be there for it. */
  isStaffPresent: boolean
}

export interface NewMessage {
  client: WidgetClient
  /** The conversation to go on with and its token; a new one, where absent. */
  earlier: { chat: ChatSession; token: string } | undefined
  text: string
  /** The text as it was read, once. */
  reading: MessageReading
  pageUrl: string | null
  /** The client's name for this message: the same again is the same message. */
  requestKey: string | undefined
  /** Tells one visitor from another, who share their page's key. */
  visitor: string
  /** Whose reports are counted with this one. */
  reporters: ReportGroup
}

/** Messages of a conversation that are looked at for what a new one refers to. */
export const mostMessages = 40

/**
 * Stores a message with the place of its answer, and what has to be known of it at once: a side effect that someone reports
 * becomes a case for the safety team in the same transaction, before anything is answered.
 * @throws Failure CONFLICT where the request key was used with another message
 */
export async function beginTurn(work: UnitOfWork, message: NewMessage): Promise<ChatTurn> {
  let known: TurnContext | undefined
  const begin = async (session: Session) => {
    const stored = await store({ ...work, session }, { ...message, pageUrl })
    await recordEvent(session, work.actor, { action: 'chat_message.create', patientIds: [], recordIds: [stored.questionId] })
    known = await inConversation(session, stored, reading)
    Object.assign(stored, await watched({ ...work, session }, stored, known.assessment))
    await reportWhatWasTold({ ...work, session }, stored.questionId, known.assessment, text, reporters, new Date(), affirmedIn(known))
    return stored
  }
  const { requestKey, earlier, text, reading, visitor, reporters } = message
  const pageUrl = message.pageUrl === null ? null : pageOnly(message.pageUrl)
  // One visitor's name for a message is not another's: what it gives back is the token of a conversation.
  const whose = createHash('sha256')
    .update(earlier?.token ?? visitor)
    .digest('base64url')
  const request = { caller: work.actor.id, key: `chat:${whose}:${requestKey}`, content: [text, pageUrl] }
  const { answer: stored, replayed } =
    requestKey === undefined
      ? { answer: await work.session.transaction(begin), replayed: false }
      : await runOnce(work.session, request, begin)
  known ??= await inConversation(work.session, stored, reading)
  const { sessionToken, sessionId, questionId, answerId, isTaken, isWatched, isStaffPresent } = stored
  const { client } = message
  return {
    client,
    sessionToken,
    sessionId,
    questionId,
    answerId,
    reporters,
    attempt: 0,
    text,
    visitor,
    pageUrl: stored.pageUrl,
    ...known,
    repeated: replayed,
    isTaken,
    isWatched,
    isStaffPresent,
  }
}

interface TurnContext {
  history: (PastMessage & { id: number })[]
  assessment: Assessment
}

/** What the message before told, where this one says that it happened. */
function affirmedIn({ history, assessment }: TurnContext): Statement | undefined {
  const before = assessment.affirmsReport ? history.findLast(({ role }) => role === 'user') : undefined
  return before && { text: before.content, place: { chatMessageId: before.id } }
}

interface StoredTurn {
  sessionToken: string
  sessionId: number
  questionId: number
  answerId: number
  pageUrl: string | null
  isTaken: boolean
  isWatched: boolean
  isStaffPresent: boolean
}

async function store(work: UnitOfWork, { client, earlier, text, pageUrl }: NewMessage): Promise<StoredTurn> {
  const { session } = work
  const { prisma, fields } = session
  const { chat, token } = earlier ?? (await createChatSession(session, { widgetClientId: client.id, pageUrl }))
  // Messages that are sent at once take turns here: each pair stays together.
  if (earlier) await prisma.chatSession.update({ where: { id: chat.id }, data: { lastMessageAt: new Date() } })
  const isTaken = earlier !== undefined && (await hasPerson(work, chat.id))
  const sealedContent = fields.seal(messageContent, chat.id, text)
  const question = await prisma.chatMessage.create({ data: { sessionId: chat.id, role: 'user', sealedContent } })
  const answer = await prisma.chatMessage.create({
    data: { sessionId: chat.id, role: 'assistant', state: 'streaming', replyToId: question.id },
  })
  return {
    sessionToken: token,
    sessionId: chat.id,
    questionId: question.id,
    answerId: answer.id,
    pageUrl: pageUrl ?? chat.pageUrl,
    isTaken,
    isWatched: isTaken || chat.personAskedAt !== null,
    isStaffPresent: false,
  }
}

/** Whether a person of the staff has the conversation. The visitor of one who has left without a word reads so first. */
async function hasPerson(work: UnitOfWork, sessionId: number): Promise<boolean> {
  const takeover = await work.session.prisma.chatTakeover.findUnique({ where: { sessionId } })
  if (takeover && !isAttended(takeover)) await endTakeover(work, work.session, takeover)
  return takeover !== null && isAttended(takeover)
}

/** Notes that a person is asked for, and tells staff of what is said where they watch. */
async function watched(
  { session, events }: UnitOfWork,
  { sessionId, isWatched, isTaken }: StoredTurn,
  assessment: Assessment,
): Promise<Pick<StoredTurn, 'isWatched' | 'isStaffPresent'>> {
  const personAsked = assessment.personAsked !== null || assessment.talk === 'human'
  if (personAsked) await session.prisma.chatSession.update({ where: { id: sessionId }, data: { personAskedAt: new Date() } })
  if (isWatched || personAsked) events.publish(session, conversationChanged, { conversationId: sessionId })
  return { isWatched: isWatched || personAsked, isStaffPresent: personAsked && !isTaken && (await isAnybodyPresent(session)) }
}

/** What was said before a message, and what it tells together with that. */
async function inConversation(session: Session, stored: StoredTurn, reading: MessageReading): Promise<TurnContext> {
  const history = await historyBefore(session, stored)
  return { history, assessment: assess(reading, history) }
}

async function historyBefore(session: Session, { sessionId, questionId }: StoredTurn): Promise<TurnContext['history']> {
  const messages = await messagesOf(session, sessionId, { take: mostMessages, before: questionId })
  return withoutPersons(messages).map(({ id, role, content }) => ({ id, role, content }))
}

/**
 * Opens a case for a side effect or an emergency that somebody tells, or adds it to the one that gathers its visitor's further
 * reports, in the caller's transaction.
 * @param questionId the message; null for one that was not kept
 * @param awareAt when the words came, where that was before
 * @param before an earlier message that the report is of, too
 */
export async function reportWhatWasTold(
  work: UnitOfWork,
  questionId: number | null,
  { adverseEvent, emergency }: Pick<Assessment, 'adverseEvent' | 'emergency'>,
  text: string,
  reporters: ReportGroup,
  awareAt = new Date(),
  before?: Statement,
): Promise<void> {
  if (!adverseEvent) return
  const told: Statement[] = [...(before ? [before] : []), { text, place: questionId === null ? {} : { chatMessageId: questionId } }]
  const report = {
    voiceCallId: null,
    patientId: null,
    chatMessageId: questionId,
    claimedPatient: null,
    callerVerified: false,
    source: 'chat' as const,
    eventDescription: told.map((one) => one.text).join('\n'),
    // Staff are to look at it at once; how grave it was is for them to find out.
    severity: emergency ? 'severe' : null,
    medicationName: adverseEvent.drug,
    symptoms: adverseEvent.symptoms,
    kinds: adverseEvent.kinds,
    awareAt,
    told,
  }
  await reportOrGather(work, report, reporters)
}
