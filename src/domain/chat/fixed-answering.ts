import type { ChatTurn } from './begin-turn.ts'
import type { Answering } from './chat-event.ts'
import type { Assessment } from './policy/assess-message.ts'
import { type FixedAnswerName, fixedAnswer } from './policy/fixed-answers.ts'
import { wordByWord } from './words.ts'

type Asked = Pick<ChatTurn, 'client' | 'assessment'>

/** A fixed text in the language of the message, with the support contact of the widget client. */
export const inWordsOf = ({ client, assessment }: Asked, name: FixedAnswerName): string =>
  fixedAnswer(name, assessment.language, { name: client.supportName, phone: client.supportPhone, email: client.supportEmail })

/** The fixed text that a message is answered with; undefined where the library is asked. */
export function fixedAnswerOf({ queryType, emergency, adverseEvent, promptInjection }: Assessment): FixedAnswerName | undefined {
  if (emergency) return `emergency_${emergency.kind}`
  if (adverseEvent) return 'adverse_event'
  if (promptInjection) return 'prompt_injection'
  return queryType === 'off_topic' || queryType === 'greeting' ? queryType : undefined
}

/** The answer to what is answered by a fixed text. */
export function fixedAnswering(question: Asked): Answering | undefined {
  const { queryType, declined } = question.assessment
  const name = fixedAnswerOf(question.assessment)
  if (name === undefined) return undefined
  // "Awful diarrhea, can I take half?" asks for something that is declined, beside what it reports.
  const also = name === 'adverse_event' && declined ? `\n${inWordsOf(question, `declined_${declined}`).split('\n', 1)[0]}` : ''
  return { queryType, resources: [], answeredBy: 'fixed', answered: null, tokens: wordByWord(inWordsOf(question, name) + also) }
}
