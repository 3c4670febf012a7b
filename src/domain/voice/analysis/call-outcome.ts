import { findMedications } from '../../drugs/find-medications.ts'
import { coverageOfCall } from '../payer-calls/coverage-status.ts'
import { payerTurns } from '../payer-calls/payer-side.ts'
import { namesInsurance } from './act-features.ts'
import type { CallOutcome, CallToAnalyse } from './analysis-schema.ts'
import { type Act, type ActsOfSentence, actsOf, leastSure, sure } from './call-acts.ts'
import type { CallSentence } from './call-sentences.ts'
import { type Callback, wantsToBeReached } from './callback.ts'
import { asks, type Reason } from './concern-and-answer.ts'
import { isQuestion } from './dialogue-acts.ts'

/** What came of a call, as far as it was said or recorded. */
export interface CallResults {
  coverage: 'confirmed' | 'denied' | undefined
  /** The payer says that the coverage is not in force: then nothing is denied, there is no plan. */
  inactive: boolean
  paRequired: boolean
  /** Whether coverage or prior authorization is what the call was about, and not told beside it. */
  aboutCoverage: boolean
  transferred: boolean
  identityRefused: boolean
  declined: boolean
  wrongNumber: boolean
  /** Whether the two sides talked at all. */
  conversation: boolean
  /** Whether the caller asked for or complained of something, and whether the other side said anything to it. */
  requested: boolean
  answered: boolean
}

/** Between a machine's sentences a person must be heard so surely. */
const certain = 0.9

/** What of that which a caller can ask for is about coverage. */
const ofCoverage: readonly Act[] = ['askcoverage', 'askpa', 'denial']
/** What the answering side can say to a request. */
const replies: readonly Act[] = ['answer', 'covered', 'notcovered', 'parequired', 'pasettled', 'transfer', 'callback', 'verifiedack']

type SaidSentence = Pick<CallSentence, 'said' | 'acts' | 'turn'>

/** Reads the results out of what the answering side said and of the messages that the agent's functions gave. */
export function resultsOf(
  all: readonly CallSentence[],
  call: CallToAnalyse,
  { reason, answer, withPayer }: { reason: Reason | undefined; answer: string; withPayer: boolean },
): CallResults {
  const sentences = all.filter(({ isInjection }) => !isInjection)
  const callers = sentences.filter(({ side }) => side === 'caller')
  const told = sentences.filter(({ side, said }) => side === 'agent' && !isQuestion(said))
  const messages = call.functions
    .filter(({ succeeded, name }) => succeeded && name !== 'patient_lookup')
    .flatMap(({ message }) => (message ? [{ said: message, acts: actsOf('agent', message), turn: 0 }] : []))
  const statements = [...messages, ...ofMainMedicine(told, callers).filter((one) => isOfInsurance(one) && !isUndone(one.said))]
  const asked = callers.filter(({ acts }) => asks.some((act) => acts.has(act)))
  const settled = lastOf(statements, ['parequired', 'pasettled', 'padenied'])
  const coverage = settled === 'padenied' ? 'notcovered' : lastOf(statements, ['covered', 'notcovered'])
  const inactive = withPayer && coverageOfCall(call.turns, payerTurns(call.turns))?.value === 'inactive'
  const isAsked = callers.some(({ acts }) => ofCoverage.some((act) => acts.has(act)))
  const confirmed = coverage === 'covered' || (coverage === undefined && settled === 'pasettled' && isAsked)
  const identity = lastOf(told, ['noverify', 'verifiedack'])
  const replied = told.some(({ acts }) => replies.some((act) => (acts.get(act) ?? 0) > (acts.get('cannot') ?? 0)))
  const unable = told.some(({ acts }) => (acts.get('cannot') ?? 0) >= sure)
  const transferred = lastOf(told, ['transfer', 'notransfer']) === 'transfer'
  return {
    coverage: coverage === 'notcovered' || inactive ? 'denied' : confirmed ? 'confirmed' : undefined,
    inactive,
    paRequired: settled === 'parequired',
    aboutCoverage:
      withPayer ||
      messages.length > 0 ||
      !(says(told, 'answer') || says(told, 'callback') || transferred) ||
      asked.length === 0 ||
      ofCoverage.some((act) => asked[0]?.acts.has(act)),
    transferred,
    identityRefused: !call.verified && (identity === 'noverify' || call.functions.some(({ name }) => name === 'patient_lookup')),
    declined: isDeclined(callers, told),
    wrongNumber: isWrongNumber(callers) || (asked.length === 0 && says(told, 'wrongack')),
    conversation: call.functions.length > 0 || isConversation(all),
    requested: reason?.isRequest === true,
    answered: replied || (answer !== '' && !unable),
  }
}

const verdict = 'denial|rejection|requirement|prior auth\\w*|authorization'
const undoing = 'overturned|reversed|removed|dropped|lifted|withdrawn|revoked|voided'
/** A verdict that was taken back, or that leaves one out, is that verdict no more: "they overturned the denial", "everything except this one". */
const undone = new RegExp(
  `\\b(?:${verdict})\\b[^.?!]{0,40}\\b(?:${undoing})\\b|\\b(?:${undoing})\\b[^.?!]{0,30}\\b(?:${verdict})\\b|\\b(?:every\\w*|all)\\b[^.?!]{0,40}(?:\\b(?:except|other than|apart from)\\b|\\bbut (?:\\S+ ){0,2}\\S+$)`,
  'iu',
)
const isUndone = (said: string): boolean => undone.test(said)

/** Without a word of insurance ("the pen can't be used") an act of coverage must be certain. */
const isOfInsurance = ({ said, acts }: SaidSentence): boolean =>
  namesInsurance(said) || coverageActs.some((act) => (acts.get(act) ?? 0) >= certain)
const coverageActs: readonly Act[] = ['covered', 'notcovered', 'parequired', 'pasettled']

/** Whether the answering side tells of a denial. */
export const isDenied = (sentence: CallSentence): boolean =>
  sentence.side === 'agent' &&
  !isQuestion(sentence.said) &&
  !isUndone(sentence.said) &&
  (sentence.acts.get('notcovered') ?? 0) >= sure &&
  isOfInsurance(sentence)

const says = (sentences: readonly SaidSentence[], act: Act): boolean => sentences.some(({ acts }) => (acts.get(act) ?? 0) >= sure)

/** Which of several acts was done last, of those that are sure. */
const lastOf = (sentences: readonly SaidSentence[], acts: readonly Act[]): Act | undefined => {
  const last = sentences.findLast((sentence) => acts.some((act) => (sentence.acts.get(act) ?? 0) >= leastSure))
  return acts.toSorted((one, two) => (last?.acts.get(two) ?? 0) - (last?.acts.get(one) ?? 0)).find((act) => last?.acts.has(act))
}

/** What comes first in a step therapy is named, and not told of: "it needs prior auth, and he has to have failed Humira". */
const stepsBegin = /\b(?:fail(?:ed|ure|ing)?|tr(?:y|ies|ied|ying|ials?)|step(?:s|ped|ping)?)\b/iu

/** What is told of another medicine than the caller's is not told of theirs: "metformin is on tier one". */
function ofMainMedicine(told: readonly CallSentence[], callers: readonly CallSentence[]): readonly CallSentence[] {
  const namedIn = (text: string) => findMedications(text.split(stepsBegin, 1)[0] ?? '').map(({ ingredient }) => ingredient)
  const main = callers.map(({ said }) => namedIn(said)).find((names) => names.length > 0)
  if (!main) return told
  return told.filter(({ said }) => {
    const names = namedIn(said)
    return names.length === 0 || names.some((name) => main.includes(name))
  })
}

/** So early somebody says that they are not the one: later it is a third person that they speak of. */
const early = 8

/** Whether the one who answers is somebody else, and wants nothing either. */
function isWrongNumber(callers: readonly CallSentence[]): boolean {
  const at = callers.slice(0, early).findIndex(({ acts }) => (acts.get('wrong') ?? 0) >= sure)
  return at >= 0 && !callers.slice(0, at + 1).some(({ acts }) => asks.some((act) => (acts.get(act) ?? 0) >= sure))
}

/** Whether the caller did not want the call or the program, and was not served in it after all. */
function isDeclined(callers: readonly CallSentence[], told: readonly CallSentence[]): boolean {
  if (says(told, 'declinedack')) return true
  const at = callers.findLast((one) => (one.acts.get('declined') ?? 0) >= sure && !wantsToBeReached(one))?.turn
  return at !== undefined && !told.some(({ turn, acts }) => turn > at && replies.some((act) => (acts.get(act) ?? 0) >= sure))
}

/** A greeting, noise, or a few words of somebody who hears nothing. */
const isNoise = (said: string): boolean =>
  /^\P{L}*$/u.test(said) ||
  /^(?:(?:hello|hi|hey|yes|yeah|bye|goodbye|good (?:morning|afternoon|evening)|who is this|beep)[\s,.!?-]*)+$/iu.test(said)

/** Whether anybody talked: not a machine, a dead line or somebody who hears nothing. */
function isConversation(all: readonly CallSentence[]): boolean {
  const callers = all.filter(({ side }) => side === 'caller')
  const machine = new Set(callers.filter(({ acts }) => acts.has('voicemail')).map(({ turn }) => turn))
  const live = callers.filter(({ turn, said }) => !machine.has(turn) && !isNoise(said))
  if (machine.size > 1 && !live.some(({ acts }) => asks.some((act) => (acts.get(act) ?? 0) >= certain))) return false
  if (live.some(({ acts, isInjection }) => isInjection || asks.some((act) => acts.has(act)))) return true
  const deaf = callers.filter(({ acts }) => acts.has('inaudible'))
  if (deaf.length > 0) return live.filter(({ acts }) => !acts.has('inaudible')).length * 2 > callers.length
  return live.length > 0
}

/** Whether a sentence of the answering side, or the message of a function, says what one of these outcomes says. */
export function statesOutcome(outcome: CallOutcome, text: string): boolean {
  const acts: ActsOfSentence = actsOf('agent', text)
  if (outcome === 'coverage_confirmed') return acts.has('covered') || acts.has('pasettled')
  if (outcome === 'not_covered') return acts.has('notcovered')
  return outcome !== 'pa_required' || acts.has('parequired')
}

/** The one word for the results (see `callOutcomes`). */
export function outcomeOf(results: CallResults, adverse: { isMatter: boolean; isFiled: boolean }, callback: Callback): CallOutcome {
  if (adverse.isFiled) return 'adverse_event_reported'
  if (!results.conversation) return 'no_conversation'
  if (results.wrongNumber) return 'wrong_number'
  if (adverse.isMatter) return 'adverse_event_reported'
  if (results.declined) return 'declined'
  const ofCoverage = results.paRequired
    ? 'pa_required'
    : results.coverage && (results.coverage === 'confirmed' ? 'coverage_confirmed' : 'not_covered')
  if (ofCoverage && results.aboutCoverage) return ofCoverage
  if (results.transferred) return 'transferred'
  if (callback.requested) return 'callback_requested'
  if (results.identityRefused) return 'identity_not_verified'
  if (results.answered) return 'information_provided'
  return results.requested ? 'unresolved' : 'information_provided'
}
