import type { ChatTurn, Language, QueryType } from '../chat.ts'
import { type AdverseEvent, adverseEventOf, adverseEventOfEmergency } from './adverse-event.ts'
import { type Declined, declinedOf } from './declined.ts'
import { type Emergency, emergencyOf, emergencyReported } from './emergency.ts'
import type { EmergencyKind } from './emergency-kind.ts'
import { followUpOf } from './follow-up.ts'
import { languageOf } from './language.ts'
import { messageWords } from './message-words.ts'
import { emergencyInOtherLanguage } from './other-languages.ts'
import { ordinaryQueryType } from './query-type.ts'
import { isTampering } from './tampering.ts'

/** What plain code finds in a message before anything is retrieved or any model is asked. */
export interface Assessment {
  queryType: QueryType
  language: Language
  /** Not null: its fixed answer comes first, whatever else the message holds. */
  emergency: Emergency | null
  /** Not null: staff must learn of it, also where `declined` is not null; never null in an emergency. */
  adverseEvent: AdverseEvent | null
  declined: Declined | null
  tampering: boolean
}

/** A message is no longer than this (DECISIONS.md, Strings); of a longer one the beginning and the end are read. */
const longestMessage = 4_000

const bounded = (text: string) =>
  text.length <= longestMessage ? text : `${text.slice(0, longestMessage / 2)}\n\n${text.slice(-longestMessage / 2)}`

const emergencyOfKind = (kind: EmergencyKind | null | undefined): Emergency | null => (kind ? { kind } : null)

/**
 * Assesses a message of a patient: no model, no network, linear in its length, never throws. `queryType` is the first that
 * holds of `emergency`, `adverse_event`, `off_topic` (attempts to change the rules too), `greeting`, and the section that is asked
 * for. The history serves what a message only points at ("I have that now"), the medicine of a report, and the language
 * of a word or two.
 */
export function assessMessage(message: string, history: readonly ChatTurn[]): Assessment {
  const text = bounded(message)
  const words = messageWords(text)
  const told = adverseEventOf(words, history)
  const followUp = followUpOf(words, history)
  const report = told ?? followUp?.report ?? null
  const emergency =
    emergencyOf(words, history) ??
    emergencyReported(words, told?.symptoms ?? []) ??
    emergencyOfKind(followUp?.emergency) ??
    emergencyOfKind(emergencyInOtherLanguage(text))
  const adverseEvent = emergency ? adverseEventOfEmergency(emergency.kind, report, words, history) : report
  const tampering = isTampering(text)
  const queryType = emergency ? 'emergency' : adverseEvent ? 'adverse_event' : tampering ? 'off_topic' : ordinaryQueryType(words)
  return { queryType, language: languageOf(words, history), emergency, adverseEvent, declined: declinedOf(words), tampering }
}
