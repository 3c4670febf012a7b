import type { ChatTurn } from '../chat.ts'
import { adverseEventOf } from './adverse-event.ts'
import { emergencyOf, kindsNamed, pointedBack } from './emergency.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'
import { fixedAnswerIn, withoutFixedSentences } from './fixed-answers.ts'
import { messageWords } from './message-words.ts'
import { ordinaryQueryType } from './query-type.ts'

/** What of a conversation a follow-up may be about. */
export interface ToldBefore {
  /** The last emergency or report of a side effect of the last few messages. */
  told: { emergency: EmergencyKind | null; symptoms: string[]; isLast: boolean } | null
  /** The danger that the last question or its answer named, though of nobody. */
  named: EmergencyKind | null
  /** The same of the last answer alone, or what it told to call 911 for: "yes" says that it is so. */
  answered: EmergencyKind | null
  /** Whether the last question and its answer were about side effects. */
  aboutEffects: boolean
}

/** Messages and answers, so that a question or two may stand between. */
const turnsRead = 6
const effects = /\bside effects?\b|\breactions?\b|\befectos? (?:secundarios?|adversos?)\b|\breacci[oó]n(?:es)?\b/iu

const gravest = (kinds: readonly EmergencyKind[]): EmergencyKind | null => emergencyKinds.find((kind) => kinds.includes(kind)) ?? null

/** The emergency of a fixed answer, null for the one to a report, undefined for all else. */
function takenUp(answer: string): EmergencyKind | null | undefined {
  const name = fixedAnswerIn(answer)
  if (name === 'adverse_event') return null
  return emergencyKinds.find((kind) => name === `emergency_${kind}`)
}

/** The last that was told, with the symptoms of the last report; read backwards, as reading costs most where there is much. */
function lastTold(history: readonly ChatTurn[]): ToldBefore['told'] {
  let told: ToldBefore['told'] = null
  for (const [at, { role, content }] of history.slice(-turnsRead).toReversed().entries()) {
    if (role === 'assistant') {
      const emergency = takenUp(content)
      if (emergency !== undefined) told ??= { emergency, symptoms: [], isLast: at < pointedBack }
      continue
    }
    const words = messageWords(content.slice(0, 4_000))
    const report = adverseEventOf(words, [])
    const emergency = told ? null : (emergencyOf(words, [])?.kind ?? null)
    if (report || emergency) told ??= { emergency, symptoms: [], isLast: at < pointedBack }
    if (told && report && report.symptoms.length > 0) return { ...told, symptoms: report.symptoms }
  }
  return told
}

/**
 * Reads what was told and named before a message. An emergency or a report is one by its own words, or as it was answered then:
 * what is read here needs no more of the conversation than the last few messages.
 */
export function toldBefore(history: readonly ChatTurn[]): ToldBefore {
  const last = history.slice(-pointedBack)
  const answer = history.at(-1)?.role === 'assistant' ? (history.at(-1)?.content ?? '') : ''
  const inDoubt = fixedAnswerIn(answer) === 'in_doubt' ? 'medical' : null
  return {
    told: lastTold(history),
    named: gravest(last.flatMap(({ content }) => kindsNamed(content))),
    answered: gravest(kindsNamed(answer)) ?? takenUp(answer) ?? inDoubt,
    aboutEffects: last.some(({ role, content }) =>
      role === 'user'
        ? ordinaryQueryType(messageWords(content.slice(0, 4_000))) === 'side_effects'
        : effects.test(withoutFixedSentences(content.slice(0, 4_000))),
    ),
  }
}
