import { setTimeout } from 'node:timers/promises'
import { all } from '../client.ts'
import { conversations } from './chat-scripts.ts'
import { widget } from './surfaces.ts'

/** Conversations are told by the page that they began on. */
export const demoPage = 'https://www.example.org/demo/'

/** The pages on which conversations of the demonstration were held. */
export const pagesTalkedOn = async (): Promise<ReadonlySet<string>> =>
  new Set((await all<{ pageUrl: string | null }>('conversations', 'ConversationFilter', 'pageUrl')).map(({ pageUrl }) => pageUrl ?? ''))

/**
 * Asks, and again if the service was too busy, or was started just now and still reads its library: an emergency it then answers with
 * a problem. The key keeps the message from coming twice.
 */
async function asking(input: Parameters<typeof widget.ask>[0], triesLeft = 30): ReturnType<typeof widget.ask> {
  try {
    return await widget.ask(input)
  } catch (error) {
    if (triesLeft === 0) throw error
    await setTimeout(1_000)
    return asking(input, triesLeft - 1)
  }
}

/** Holds the conversation with this number, with its feedback. One that was held is left as it is. */
export async function converse(index: number, held: ReadonlySet<string>): Promise<void> {
  const number = String(index + 1).padStart(2, '0')
  const pageUrl = `${demoPage}${number}`
  const script = conversations[index % conversations.length]
  if (held.has(pageUrl) || !script) return
  let sessionToken: string | undefined
  let messageId = 0
  for (const [place, message] of script.messages.entries()) {
    const requestKey = `demo-conversation-${number}-${place}`
    const answer = await asking({ message, requestKey, ...(sessionToken === undefined ? { pageUrl } : { sessionToken }) })
    sessionToken = answer.sessionToken
    messageId = answer.messageId
  }
  const { helpful, comment } = script
  if (sessionToken === undefined || helpful === undefined) return
  await widget.rate({ sessionToken, messageId, helpful, ...(comment === undefined ? {} : { comment }) })
}
