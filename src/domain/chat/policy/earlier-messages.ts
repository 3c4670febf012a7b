import type { MedicineNames } from '../../drugs/medicine-names.ts'
import type { EarlierMessage } from '../../safety/signs/earlier-message.ts'
import { emergencyKinds } from '../../safety/signs/emergency-kind.ts'
import { safetyMessage } from '../../safety/signs/safety-message.ts'
import type { PastMessage } from '../chat.ts'
import { asksIfHappened, fixedAnswerIn, withoutFixedSentences } from './fixed-answers.ts'
import { ordinaryQueryType } from './query-type.ts'

/** Of an earlier message no more is read, in UTF-16 units. */
const longestRead = 4_000

const effects = /\bside effects?\b|\breactions?\b|\befectos? (?:secundarios?|adversos?)\b|\breacci[oó]n(?:es)?\b/iu

/** Tells the readers of safety what of a conversation the service said of its own accord. */
export const earlierMessages = (history: readonly PastMessage[], names: MedicineNames): EarlierMessage[] =>
  history.map(({ role, content: whole }) => {
    const content = withoutFixedSentences(whole.slice(0, longestRead))
    const asksOfEffects = () => ordinaryQueryType(safetyMessage(content, names)) === 'side_effects'
    return {
      role,
      content,
      answeredAs: role === 'assistant' ? answeredAs(whole) : null,
      // Only that of the last messages is asked for, and reading a message takes milliseconds.
      aboutEffects: () => (role === 'user' ? asksOfEffects() : effects.test(content)),
    }
  })

function answeredAs(answer: string): EarlierMessage['answeredAs'] {
  const name = fixedAnswerIn(answer)
  if (name === 'adverse_event' || name === 'bereaved') return 'adverse_event'
  if (name === 'in_doubt') return 'possible_emergency'
  return emergencyKinds.find((kind) => name === `emergency_${kind}`) ?? (asksIfHappened(answer) ? 'possible_report' : null)
}
