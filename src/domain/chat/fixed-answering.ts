import type { ChatTurn } from './begin-turn.ts'
import type { AnswerInProgress } from './chat-event.ts'
import type { Assessment } from './policy/assess-message.ts'
import { emergencyAnswer, type FixedAnswerName, fixedAnswer, reportAnswer, type Support } from './policy/fixed-answers.ts'
import { wordByWord } from './word-stream.ts'

type Message = Pick<ChatTurn, 'client' | 'assessment'> & Partial<Pick<ChatTurn, 'isStaffPresent'>>

const supportOf = ({ client }: Message): Support => ({ name: client.supportName, phone: client.supportPhone, email: client.supportEmail })

/** A fixed text in the language of the message, with the widget client's support contact. */
export const inWordsOf = (message: Message, name: FixedAnswerName): string =>
  fixedAnswer(name, message.assessment.language, supportOf(message))

/** Who may talk with whoever wants a person, and that somebody may come where somebody is there. */
export const personInWords = (message: Message): string =>
  [inWordsOf(message, 'person'), ...(message.isStaffPresent ? [inWordsOf(message, 'person_there')] : [])].join('\n')

/** The name of the fixed text that answers a message, which `emergencyAnswer` and `reportAnswer` may put a line before; undefined if the library is to be searched. */
export function fixedAnswerOf({
  queryType,
  emergency,
  adverseEvent,
  promptInjection,
  personAsked,
}: Assessment): FixedAnswerName | undefined {
  if (emergency) return `emergency_${emergency.kind}`
  if (adverseEvent) return 'adverse_event'
  if (promptInjection) return 'prompt_injection'
  if (personAsked === 'alone') return 'person'
  return queryType === 'off_topic' ? queryType : undefined
}

/** The fixed answer to a message; undefined if the library is to be searched. */
export function fixedAnswering(message: Message): AnswerInProgress | undefined {
  const { queryType, declined, emergency, adverseEvent, firstHelp, language } = message.assessment
  const name = fixedAnswerOf(message.assessment)
  if (name === undefined) return undefined
  // "Awful diarrhea, can I take half?" reports a side effect and also asks for advice that we decline to give.
  const declinedToo = name === 'adverse_event' && declined ? `\n${inWordsOf(message, `declined_${declined}`).split('\n', 1)[0]}` : ''
  const support = supportOf(message)
  const text = emergency
    ? emergencyAnswer(emergency, language, support)
    : adverseEvent
      ? reportAnswer(firstHelp, language, support)
      : name === 'person'
        ? personInWords(message)
        : fixedAnswer(name, language, support)
  const tokens = wordByWord(text + declinedToo)
  const answer = message.assessment.possibleEmergency ? afterDangerLine(message, tokens) : tokens
  return { queryType, resources: [], answeredBy: 'fixed', tier: null, tokens: answer }
}

/** An answer, and then who may talk with whoever asked for that, too. */
export async function* beforePerson(message: Message, tokens: AsyncIterable<string>): AsyncGenerator<string> {
  yield* tokens
  yield '\n\n'
  yield* wordByWord(personInWords(message))
}

/** An answer, and then whether what its question told has happened. */
export async function* beforeHappened(message: Message, tokens: AsyncIterable<string>): AsyncGenerator<string> {
  yield* tokens
  yield '\n\n'
  yield* wordByWord(inWordsOf(message, 'happened'))
}

/** An answer after the line that names 911 and 988. */
export async function* afterDangerLine(message: Message, tokens: AsyncIterable<string>): AsyncGenerator<string> {
  yield* wordByWord(inWordsOf(message, 'in_doubt'))
  yield '\n\n'
  yield* tokens
}
