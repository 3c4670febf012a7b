import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { findAssertionCues } from '../assertion/assertion-cues.ts'
import { assertionReader } from '../assertion/assertion-status.ts'
import { wordClasses, wordsOfClass } from '../word-classes.ts'
import { adverseThreshold } from './adverse-score.ts'
import type { EarlierMessage } from './earlier-message.ts'
import type { EmergencyKind } from './emergency-kind.ts'
import { type ReportedSentence, reportedSentences } from './reported-sentences.ts'
import { type SafetyMessage, safetyMessage } from './safety-message.ts'
import { onlyMedicationOf, suspectedMedication } from './suspected-medication.ts'

export interface AdverseEvent {
  /** Plain names; empty where the report names none that we know ("I have bad side effects"). */
  symptoms: string[]
  /** Null where it is in doubt which medicine is meant. */
  drug: string | null
}

/** What people name that the lists of calls do not know. */
const findMore = patternFinder(readPatterns(new URL('more-symptoms.tsv', import.meta.url)), { classes: wordClasses })
/** "El" is mostly an article. */
const owners = new Set([...wordsOfClass('subject')].filter((word) => word !== 'el'))

/** Without a word of a medicine a sentence must be plainer; the page that the widget stands on is about one. */
const untiedThreshold = 0.3
/** "Is this rash from my medicine?": asks for the cause of what is there. */
const ownSymptom = /^(?:this|these|my|mi|mis|este|esta|estos|estas)$/
const ofCause = new Set(['drug', 'medicine', 'cause', 'start'])
const sideEffects = 'side effects'

function isReport(sentence: ReportedSentence, names: MedicineNames): boolean {
  const { reading, score, tie } = sentence
  // Reading the sentence again costs more than all else, and most sentences name nothing.
  if (reading.symptoms.length === 0) return false
  const { words, spans } = safetyMessage(sentence.text, names)
  const cues = new Set(findAssertionCues(words).map(({ value }) => value))
  const asks = reading.question || spans.some(({ question }) => question)
  const asserted = reading.symptoms.filter(({ status }) => status === 'asserted')
  // "Anyone else get brain fog from this?" is asked by one who has it.
  if (asks && cues.has('shared')) return reading.symptoms.some(({ status }) => status !== 'negated')
  if (asserted.length === 0) return false
  if (['idiom', 'hearsay', 'sign', 'indication'].some((value) => cues.has(value))) return false
  const tiedToCause = reading.cues.some(({ value }) => value === 'cause' || value === 'start')
  if (cues.has('past') && !cues.has('now') && !tiedToCause && tie !== 'sentence') return false
  if (reading.question && cues.has('past') && !tiedToCause) return false
  const isSomeones = words.some((word) => owners.has(word))
  if (!isSomeones && isSearch(asserted, cues)) return false
  if (!isSomeones && (asks || (cues.has('fact') && !tiedToCause))) return asksOwnCause(sentence)
  // "It" can only be the medicine then.
  const isEffectLost = asserted.some(({ name }) => name === 'lost treatment effect')
  if (!isEffectLost && isOfIllness(sentence, cues, tiedToCause)) return false
  return score >= (tie === 'none' && !isEffectLost ? untiedThreshold : adverseThreshold) || asksOwnCause(sentence)
}

/** "Side effects of" a medicine is typed into a search box; "the side effects are terrible" and "bad side effects" are told. */
const isSearch = (asserted: readonly { name: string }[], cues: ReadonlySet<string>): boolean =>
  asserted.every(({ name }) => name === sideEffects) && !cues.has('experienced') && !cues.has('verb')

/** The illness that a medicine here is for, and what belongs to it; "since the shot my migraines …" is tied to the shot. */
function isOfIllness({ reading, tie }: ReportedSentence, cues: ReadonlySet<string>, tiedToCause: boolean): boolean {
  const isHeadache = reading.symptoms.every(({ name, status }) => status !== 'asserted' || name === 'headache')
  const isTreated = isHeadache && reading.words.some(({ word }) => /^(?:migra|cluster)/.test(word))
  if (isTreated && (!tiedToCause || reading.cues.some(({ value }) => value === 'resolved'))) return true
  return cues.has('illness') && !cues.has('now') && tie === 'none'
}

const asksOwnCause = ({ reading: { symptoms, cues, words } }: ReportedSentence): boolean =>
  cues.some(({ value }) => ofCause.has(value)) &&
  symptoms.some(
    ({ from, status }) => status === 'asserted' && words.slice(Math.max(0, from - 2), from).some(({ word }) => ownSymptom.test(word)),
  )

/** Only where the message speaks of a medicine or of when it began. */
function moreSymptoms(message: SafetyMessage): string[] {
  const found = findMore(message.words)
  if (!found.some(({ value }) => value === 'tie')) return []
  const isHappening = assertionReader(message)
  return [...new Set(found.filter((match) => match.value !== 'tie' && isHappening(match, 'medical', false)).map(({ value }) => value))]
}

/**
 * The side effect that a message reports as the writer's own or of someone they care for; null for questions, denials,
 * fears and the illness treated. By words only (the reading of calls, `voice/insights`), so that it costs a
 * millisecond; in doubt it reports.
 */
export function adverseEventOf(message: SafetyMessage, history: readonly EarlierMessage[]): AdverseEvent | null {
  const { text, names } = message
  const more = moreSymptoms(message)
  const reports = reportedSentences([{ speaker: 'user', text }], names).filter((sentence) => isReport(sentence, names))
  if (reports.length === 0 && more.length === 0) return null
  const symptoms = reports.flatMap(({ reading }) => reading.symptoms.filter(({ status }) => status === 'asserted'))
  const named = [...new Set([...symptoms.map(({ name }) => name).filter((name) => name !== sideEffects), ...more])]
  const said = reports.length === 0 ? text : reports.map((sentence) => sentence.text).join(' ')
  return { symptoms: named, drug: drugOf(said, message, history) }
}

/** The medicine that a report names, or that the conversation is about. */
function drugOf(said: string, { text, names }: SafetyMessage, history: readonly EarlierMessage[]): string | null {
  const earlier = history.slice(-6).map(({ content }) => content)
  return suspectedMedication(said, undefined, onlyMedicationOf([...earlier, text], names), names)
}

/** What a message adds to symptoms that were told before, or that it does not name itself ("I have all of those"). */
export const addedReport = (symptoms: string[], message: SafetyMessage, history: readonly EarlierMessage[]): AdverseEvent => ({
  symptoms,
  drug: drugOf(message.text, message, history),
})

const ofEmergency: Record<EmergencyKind, string[]> = {
  self_harm: ['suicidal thoughts'],
  overdose: ['overdose or wrong dose'],
  medical: [],
}

/**
 * What staff must learn of an emergency: the report that its message holds, if any, with the danger itself. An overdose
 * is reportable by itself; whether a medicine had to do with the rest is for staff to find out, not for a list of words.
 */
export function adverseEventOfEmergency(
  kind: EmergencyKind,
  report: AdverseEvent | null,
  message: SafetyMessage,
  history: readonly EarlierMessage[],
): AdverseEvent {
  const symptoms = [...new Set([...(report?.symptoms ?? []), ...ofEmergency[kind]])]
  return { symptoms, drug: report ? report.drug : drugOf(message.text, message, history) }
}
