import type { PendingQuestion } from './browser-storage.ts'
import { type ChatEvent, operations } from './operations.ts'
import { RequestError, type ServiceClient } from './service-client.ts'

/** How often a lost connection is taken up again before the visitor is asked to. */
const mostAttempts = 6

/**
 * The answer to a message, over as many connections as it takes; each begins with `ChatResources` and the text so far. The message
 * keeps its request key, and once its answer has a number the answer alone is asked for: nothing is asked twice.
 * @throws RequestError where it cannot go on
 */
export async function* answerEvents(
  client: ServiceClient,
  pending: PendingQuestion,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent | { kind: 'Lost' }> {
  const { message, sessionToken, pageUrl, requestKey } = pending
  let { messageId } = pending
  let wasTakenOver = false
  for (let attempt = 0; ; ) {
    const isFollowing = messageId !== undefined
    try {
      const events = isFollowing
        ? client.listen<ChatEvent>(operations.chatAnswer, { sessionToken, messageId }, signal)
        : client.listen<ChatEvent>(operations.chat, { message, sessionToken, pageUrl, requestKey }, signal)
      for await (const event of events) {
        attempt = 0
        if (event.kind === 'ChatResources') messageId = event.messageId
        if (event.kind === 'ChatError') throw new RequestError(event.code, event.message)
        yield event
        if (event.kind === 'ChatDone') return
      }
      throw new RequestError('LOST', '')
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError)) throw error
      if (isFollowing && !wasTakenOver && error.code !== 'LOST') {
        // Nobody writes it any more. By its request key the message is answered now, in its place.
        wasTakenOver = true
        messageId = undefined
        continue
      }
      if (error.code !== 'LOST' || attempt >= mostAttempts) throw error
      yield { kind: 'Lost' }
      await worthTrying(attempt++, signal)
    }
  }
}

/** Waits a second, then longer; while the device is offline, until it is not. */
function worthTrying(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(() => navigator.onLine && over(), Math.min(1000 * 2 ** attempt, 15_000))
    addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}
