import type { ChatSession, WidgetClient } from '../../platform/database/generated/prisma/client.ts'
import { reportAdverseEvent } from '../voice/adverse-events/report.ts'
import type { Work } from '../work.ts'
import { answerQuestion, type ChatDependencies } from './answer-question.ts'
import type { ChatTurn } from './chat.ts'
import type { Answering, ChatEvent, ChatResource } from './chat-event.ts'
import type { Assessment } from './safety/assess-message.ts'
import { beginAnswer, messagesOf } from './sessions.ts'

export interface Message {
  text: string
  chat: ChatSession
  token: string
  client: WidgetClient
  pageUrl: string | null
  visitor: string
}

/** Messages of a conversation that are looked at for what a new one refers to. */
const mostMessages = 40

/** Told to a visitor where nothing could be answered. */
const apology = 'I could not answer just now. Please try again in a moment.'

/**
 * Answers a message: its resources, its tokens, and one end. What is streamed is what the history keeps. A consumer that stops
 * listening stops the answer, and what had been said stays as `stopped`; whatever goes wrong, the message does not stay
 * `streaming`.
 */
export function converse(work: Work, dependencies: ChatDependencies, message: Message): AsyncIterableIterator<ChatEvent> {
  const left = new AbortController()
  const events = answerTo(work, dependencies, message, left)
  return {
    next: () => events.next(),
    // A generator that waits for a model would hear of it only with the model's next word.
    return() {
      left.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* answerTo(
  work: Work,
  dependencies: ChatDependencies,
  message: Message,
  left: AbortController,
): AsyncGenerator<ChatEvent, undefined> {
  const start = performance.now()
  const { prisma } = work.session
  const earlier = (await messagesOf(work.session, message.chat.id, mostMessages)).map(({ role, content }): ChatTurn => ({ role, content }))
  const { question, answer } = await beginAnswer(work.session, message.chat, message.text)
  const said = { content: '', resources: [] as ChatResource[], firstTokenMs: null as number | null }
  let ending: 'complete' | 'failed' | 'stopped' = 'stopped'
  let answering: Answering | undefined
  try {
    const asked = {
      message: message.text,
      history: earlier,
      pageUrl: message.pageUrl ?? message.chat.pageUrl,
      client: message.client,
      visitor: message.visitor,
    }
    const decided = await answerQuestion(dependencies, asked, left.signal)
    answering = decided.answering
    await reportWhatWasTold(work, decided.assessment, message.text, question.id)
    said.resources = answering.resources
    yield { kind: 'resources', resources: answering.resources }
    for await (const token of answering.tokens) {
      left.signal.throwIfAborted()
      said.content += token
      said.firstTokenMs ??= performance.now() - start
      yield { kind: 'token', token }
    }
    ending = 'complete'
  } catch (error) {
    ending = left.signal.aborted ? 'stopped' : 'failed'
    if (ending === 'failed') dependencies.log.error({ error }, 'a chat message was not answered')
  } finally {
    left.abort()
    await prisma.chatMessage.update({
      where: { id: answer.id },
      data: {
        content: said.content,
        resources: said.resources.map((resource) => ({ ...resource })),
        state: ending,
        queryType: answering?.queryType ?? null,
        answeredBy: answering?.answeredBy ?? null,
        answered: answering?.answered ?? null,
        firstTokenMs: said.firstTokenMs,
        latencyMs: performance.now() - start,
      },
    })
  }
  if (ending === 'complete' && answering) {
    yield { kind: 'done', sessionToken: message.token, messageId: answer.id, queryType: answering.queryType }
  } else yield { kind: 'error', message: apology, code: 'UNAVAILABLE' }
  return undefined
}

/** A side effect that someone reports becomes a case for the safety team, before anything is answered. */
async function reportWhatWasTold(work: Work, { adverseEvent }: Assessment, text: string, chatMessageId: number): Promise<void> {
  if (!adverseEvent) return
  await work.session.transaction(async (session) => {
    await reportAdverseEvent(
      { ...work, session },
      {
        voiceCallId: null,
        patientId: null,
        chatMessageId,
        claimedPatient: null,
        callerVerified: false,
        source: 'chat',
        eventDescription: text,
        severity: null,
        medicationName: adverseEvent.drug,
        symptoms: adverseEvent.symptoms,
      },
    )
  })
}
