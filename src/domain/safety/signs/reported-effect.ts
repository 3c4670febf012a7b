import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { assertionReader } from '../assertion/assertion-status.ts'
import { wordClasses } from '../word-classes.ts'
import { adverseThreshold, askedThreshold, kindsOf, longAskedThreshold, longThreshold } from './adverse-score.ts'
import { saysItHappened } from './affirmation.ts'
import type { EarlierMessage } from './earlier-message.ts'
import type { EmergencyKind } from './emergency-kind.ts'
import { type ReportKind, reportKinds } from './report-kinds.ts'
import { reportedSentences, reportsAmong } from './reported-sentences.ts'
import { earlierWords, type SafetyMessage } from './safety-message.ts'
import { onlyMedicationOf, suspectedMedication } from './suspected-medication.ts'

export interface AdverseEvent {
  /** What it is a report of, at least one. */
  kinds: ReportKind[]
  /** Plain names; empty where the report names none that we know ("I have bad side effects"). */
  symptoms: string[]
  /** Null where it is in doubt which medicine is meant. */
  drug: string | null
}

/** What people name that the lists of calls do not know. */
const findMore = patternFinder(readPatterns(new URL('more-symptoms.tsv', import.meta.url)), { classes: wordClasses })
const sideEffects = 'side effects'

/** Only where the message speaks of a medicine or of when it began. */
function moreSymptoms(message: SafetyMessage): string[] {
  const found = findMore(message.words)
  if (!found.some(({ value }) => value === 'tie')) return []
  const isHappening = assertionReader(message)
  return [...new Set(found.filter((match) => match.value !== 'tie' && isHappening(match, 'medical', false)).map(({ value }) => value))]
}

/**
 * What a message reports of the writer or of someone they care for; null for questions, requests, denials, fears, stories of others
 * and the illness treated. By words only (the reading of calls, `voice/insights`), so that it costs a millisecond.
 */
export function adverseEventOf(message: SafetyMessage, history: readonly EarlierMessage[]): AdverseEvent | null {
  const report = reportOf(message, history)
  return report?.isCertain ? report.event : null
}

/** The same with what only may be a report: `isCertain` is false of what is to be asked about before it is filed. */
export function reportOf(message: SafetyMessage, history: readonly EarlierMessage[]): { event: AdverseEvent; isCertain: boolean } | null {
  const { text, names } = message
  const said = reportedSentences([{ speaker: 'user', text }], names)
  const [certain, asked] = said[0]?.reading.isAmongMany ? [longThreshold, longAskedThreshold] : [adverseThreshold, askedThreshold]
  const among = (threshold: number) => reportsAmong(said, threshold).sentences
  const sure = among(certain)
  const isCertain = sure.length > 0
  const reports = isCertain ? sure : among(asked)
  if (reports.length === 0) return null
  const symptoms = reports.flatMap(({ reading }) => reading.symptoms.filter(({ status }) => status === 'asserted'))
  const named = [...symptoms.map(({ name }) => name).filter((name) => name !== sideEffects), ...moreSymptoms(message)]
  const kinds = new Set(reports.flatMap(({ reading }) => kindsOf([reading])))
  const event = {
    kinds: reportKinds.filter((kind) => kinds.has(kind)),
    symptoms: [...new Set(named)],
    drug: drugOf(reports.map((sentence) => sentence.text).join(' '), message, history),
  }
  return { event, isCertain }
}

/**
 * What the message before told, less than for certain, where the answer asked whether it happened and this one says so, or may report
 * something itself; else null.
 */
export function affirmedReport(message: SafetyMessage, history: readonly EarlierMessage[], mayReport: boolean): AdverseEvent | null {
  const [told, asked] = history.slice(-2)
  if (told?.role !== 'user' || asked?.answeredAs !== 'possible_report' || !(mayReport || saysItHappened(message.text))) return null
  return reportOf(earlierWords(told, message.names), history.slice(0, -2))?.event ?? addedReport([], message, history)
}

/** The medicine that a report names, or that the conversation is about. */
function drugOf(said: string, { text, names }: SafetyMessage, history: readonly EarlierMessage[]): string | null {
  const earlier = history.slice(-6).map(({ content }) => content)
  return suspectedMedication(said, undefined, onlyMedicationOf([...earlier, text], names), names)
}

/** What a message adds to symptoms that were told before, or that it does not name itself ("I have all of those"). */
export const addedReport = (symptoms: string[], message: SafetyMessage, history: readonly EarlierMessage[]): AdverseEvent => ({
  kinds: ['side_effect'],
  symptoms,
  drug: drugOf(message.text, message, history),
})

/** What is reported by telling of a danger. */
export const ofEmergency: Record<EmergencyKind, { kind: ReportKind; symptoms: string[] }> = {
  self_harm: { kind: 'side_effect', symptoms: ['suicidal thoughts'] },
  overdose: { kind: 'overdose', symptoms: ['overdose or wrong dose'] },
  medical: { kind: 'side_effect', symptoms: [] },
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
  const danger = ofEmergency[kind]
  const symptoms = [...new Set([...(report?.symptoms ?? []), ...danger.symptoms])]
  const kinds = reportKinds.filter((one) => one === danger.kind || report?.kinds.includes(one))
  return { kinds, symptoms, drug: report ? report.drug : drugOf(message.text, message, history) }
}
