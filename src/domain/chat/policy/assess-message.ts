import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { dictionary, type MedicineNames } from '../../drugs/medicine-names.ts'
import { continuedReportOf } from '../../safety/signs/continued-report.ts'
import { dangerHeard } from '../../safety/signs/danger-heard.ts'
import type { EarlierMessage } from '../../safety/signs/earlier-message.ts'
import { type Emergency, emergencyOfKind, emergencyPointedAt } from '../../safety/signs/emergency.ts'
import { doubted, isPossible, soundingByWords } from '../../safety/signs/emergency-classifier.ts'
import type { Sounding } from '../../safety/signs/emergency-score.ts'
import { type FirstHelp, firstHelpFor, isNeedlestick, withoutOverdose } from '../../safety/signs/first-help.ts'
import { emergencyInOtherLanguage } from '../../safety/signs/other-languages.ts'
import {
  type AdverseEvent,
  addedReport,
  adverseEventOf,
  adverseEventOfEmergency,
  affirmedReport,
  reportOf,
} from '../../safety/signs/reported-effect.ts'
import { type SafetyMessage, safetyMessage } from '../../safety/signs/safety-message.ts'
import { needsAmbulance } from '../../safety/signs/stated-severity.ts'
import type { Language, PastMessage, QueryType } from '../chat.ts'
import { correctedQuestion } from './corrected-question.ts'
import { earlierMessages } from './earlier-messages.ts'
import { languageOf } from './language.ts'
import { type Declined, medicalAdviceRequested } from './medical-advice-requests.ts'
import { type PersonAsked, personAsked } from './person-asked.ts'
import { ordinaryQueryType } from './query-type.ts'
import { type TalkAct, talkActOf } from './talk-acts.ts'

/** What plain code finds in a message before anything is retrieved or any model is asked. */
export interface Assessment {
  queryType: QueryType
  language: Language
  /** Not null: its fixed answer comes first, whatever else the message holds. */
  emergency: Emergency | null
  /** Its words sound of danger, not for certain: a line with the emergency numbers comes before its answer. */
  possibleEmergency: boolean
  /** Not null: staff must learn of it, also where `declined` is not null; never null in an emergency. */
  adverseEvent: AdverseEvent | null
  /** What the writer of `adverseEvent` is told first. */
  firstHelp: FirstHelp[]
  /** It may report something, not for certain: the answer asks whether it happened. */
  possibleReport: boolean
  /** It says that what the message before it told has happened: `adverseEvent` is of both. */
  affirmsReport: boolean
  declined: Declined | null
  promptInjection: boolean
  /** It asks for a human, for a call or whether it speaks with one: `alone`, or beside what the library is asked. */
  personAsked: 'alone' | 'besides' | null
  /** What it does that asks the library nothing; null beside anything that must not wait. */
  talk: TalkAct | null
}

/** A message as it was read once, whatever was said before it. */
export interface MessageReading {
  text: string
  words: SafetyMessage
  promptInjection: boolean
  declined: Declined | null
  sounding: Sounding
  person: PersonAsked | null
  talk: { act: TalkAct; likely: number } | null
}

/** What is answered by a phrase. */
const small: ReadonlySet<TalkAct> = new Set<TalkAct>(['thanks', 'greeting', 'bye', 'yes', 'no'])

/** A message is no longer than this (docs/contract.md, Strings); of a longer one the beginning and the end are read. */
const longestMessage = 4_000

const bounded = (text: string) =>
  text.length <= longestMessage ? text : `${text.slice(0, longestMessage / 2)}\n\n${text.slice(-longestMessage / 2)}`

/** Reads a message, linear in its length. `names` recognises medicines: those of the dictionary, and what a library adds. */
export function readMessage(message: string, names: MedicineNames = dictionary): MessageReading {
  const text = bounded(message)
  const words = safetyMessage(text, names)
  return {
    text,
    words,
    promptInjection: isPromptInjection(text, 'message'),
    declined: medicalAdviceRequested(words),
    sounding: soundingByWords(words),
    person: personAsked(text),
    talk: talkActOf(text, names),
  }
}

/**
 * Assesses what was read: no model, no network, never throws. `queryType` is the first that holds of `emergency`,
 * `adverse_event`, `off_topic` (attempts to change the rules too), `patient_support` where a person is asked for, `greeting`, and the
 * section that is asked for. The history
 * serves what a message only points at ("I have that now"), the medicine of a report, and the language of a word or two.
 */
export function assess(reading: MessageReading, history: readonly PastMessage[]): Assessment {
  const { text, words, promptInjection, declined, sounding, person } = reading
  const talk = promptInjection || declined || person ? null : reading.talk
  const earlier = earlierMessages(history, words.names)
  const read = reportOf(words, earlier)
  const told = read?.isCertain ? read.event : null
  const continued = continuedReportOf(words, earlier)
  const corrected = talk?.act === 'correction' ? correctedReport(words, history, earlier) : null
  const isOnlyMeant =
    told !== null && talk?.act === 'correction' && talk.likely >= surelyCorrected && isOfNames(told, text) && history.length > 0
  const affirmed = told ? null : affirmedReport(words, earlier, read !== null)
  const reported = corrected ?? (isOnlyMeant ? null : told) ?? affirmed ?? continued?.report ?? null
  const isStick = isNeedlestick(text)
  const report = reported && withoutOverdose(reported, text)
  const { certain, bySound, isDoubted } = dangerHeard(words, sounding, told?.symptoms ?? [])
  const isPossibleDanger = (isDoubted && sounding.danger >= doubted.dismissed) || isPossible(sounding, words.words.length)
  const heard =
    certain ??
    emergencyPointedAt(words, earlier) ??
    emergencyOfKind(continued?.emergency) ??
    emergencyOfKind(emergencyInOtherLanguage(text)) ??
    bySound ??
    // A report of too much that sounds of danger at all is one for Poison Control.
    (isPossibleDanger && report?.kinds.includes('overdose') ? emergencyOfKind('overdose') : null)
  // Wordings of a needle are among those of what a child got hold of.
  const seen = isStick && heard?.kind === 'overdose' && !heard.needsAmbulance ? null : heard
  const emergency = seen && { ...seen, needsAmbulance: seen.needsAmbulance || (report?.symptoms.some(needsAmbulance) ?? false) }
  const ofStick = isStick && heard !== null && !report ? { ...addedReport([], words, earlier), kinds: ['medication_error' as const] } : null
  const adverseEvent = emergency ? adverseEventOfEmergency(emergency.kind, report, words, earlier) : (report ?? ofStick)
  const isPersonAlone = person?.isAlone === true && !declined
  const ordinary = () =>
    isPersonAlone || talk?.act === 'human' ? 'patient_support' : talk && small.has(talk.act) ? 'greeting' : ordinaryQueryType(words)
  const queryType = emergency ? 'emergency' : adverseEvent ? 'adverse_event' : promptInjection ? 'off_topic' : ordinary()
  return {
    queryType,
    language: languageOf(words, history),
    emergency,
    possibleEmergency: !emergency && isPossibleDanger,
    adverseEvent,
    firstHelp: !emergency && adverseEvent ? firstHelpFor(adverseEvent, text) : [],
    possibleReport: read !== null && !adverseEvent && !promptInjection && talk === null,
    affirmsReport: affirmed !== null,
    declined,
    promptInjection,
    personAsked: isPersonAlone ? 'alone' : person && 'besides',
    talk: emergency || adverseEvent ? null : (talk?.act ?? null),
  }
}

/** "Sorry, I meant Taltz, not Stelara" mends a question; that the wrong one was taken is said with a verb of taking, or with what came of it. */
const surelyCorrected = 0.9
const taking =
  /\b(?:t[oa]k(?:e|es|en|ing)|took|g[ia]ve(?:s|n)?|giving|inject\w*|us(?:e|ed|ing)|did|done|swallow\w*|shot|puse|puso|pusieron|tom[eéoó]\w*|di(?:o|eron)?|inyect\w*|us[eéó]|equivoqu[eé])(?!\p{L})/iu
const isOfNames = ({ kinds, symptoms }: AdverseEvent, text: string): boolean =>
  symptoms.length === 0 && kinds.every((kind) => kind === 'medication_error' || kind === 'overdose') && !taking.test(text)

/** A correction of a report is one, too: the report before it as it should read ("I meant Taltz", after hives from another). */
function correctedReport(words: SafetyMessage, history: readonly PastMessage[], earlier: readonly EarlierMessage[]): AdverseEvent | null {
  const answered = earlier.findLast(({ role }) => role === 'assistant')?.answeredAs ?? null
  const said = history.findLast(({ role }) => role === 'user')?.content
  if (answered === null || answered.startsWith('possible_') || said === undefined) return null
  const whole = safetyMessage(bounded(correctedQuestion(said, words.text, words.names)), words.names)
  return adverseEventOf(whole, earlier) ?? addedReport([], words, earlier)
}

/** Reads and assesses a message that nobody has read. */
export const assessMessage = (message: string, history: readonly PastMessage[], names: MedicineNames = dictionary): Assessment =>
  assess(readMessage(message, names), history)
