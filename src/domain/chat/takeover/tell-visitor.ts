import type { ChatTakeover } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { type FixedAnswerName, fixedAnswer } from '../policy/fixed-answers.ts'
import { languageOfText } from '../policy/language.ts'
import { messageContent } from '../sealed-columns.ts'
import { messagesOf } from '../sessions.ts'

const nobody = { name: null, phone: null, email: null }
const mostRead = 6

/** Tells the visitor in their language who has come into the conversation, or left it: a message of the conversation. */
export async function tellVisitor(
  inner: Session,
  { sessionId, shownAs }: ChatTakeover,
  name: Extract<FixedAnswerName, 'person_joined' | 'person_left'>,
): Promise<void> {
  const said = (await messagesOf(inner, sessionId, { take: mostRead })).filter(({ role }) => role === 'user')
  const language = languageOfText(said.map(({ content }) => content).join('\n'))
  const text = fixedAnswer(name, language, nobody, shownAs)
  const sealedContent = inner.fields.seal(messageContent, sessionId, text)
  await inner.prisma.chatMessage.create({ data: { sessionId, role: 'assistant', sealedContent, answeredBy: 'fixed', writtenAs: shownAs } })
}
