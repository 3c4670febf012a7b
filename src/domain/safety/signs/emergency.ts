import type { MessageWords } from '../../../language/message-words.ts'
import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { assertionReader, isOfThePast } from '../assertion/assertion-status.ts'
import { wordClasses, wordsOfClass } from '../word-classes.ts'
import { dangersIn } from './dangers.ts'
import type { EarlierMessage } from './earlier-message.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'
import { earlierWords, type SafetyMessage } from './safety-message.ts'

/*
 * How a message is judged, in order. Each stage sees what the one before it made.
 * 1. safety-message.ts reads it once: words folded, words of danger mended (misspelt-words.ts), each medicine's name as one word
 *    (medicine-words.ts), so that no verdict depends on the name.
 * 2. emergency.ts finds wordings of danger (emergency.tsv); other-languages.ts does so for ten more languages.
 * 3. ../assertion says whether it happens now, to somebody.
 * 4. reported-effect.ts finds what is reported: symptom-reading.ts reads each sentence (symptoms.tsv, cues.tsv),
 *    adverse-score.ts weighs it and tells the kinds (features: report-features.ts, adverse-features.ts), suspected-medication.ts names the medicine.
 * 5. continued-report.ts adds what a message tells only with those before it (prior-reports.ts).
 * 6. emergency-classifier.ts takes a second look, by vectors, at messages in which the rules found nothing.
 * Calls go through stage 4 (adverse-mentions.ts, over reported-sentences.ts), and each turn through 2, 3 and the words of 6 (danger-heard.ts).
 */

export interface Emergency {
  kind: EmergencyKind
  /** Somebody is in bodily danger now, whatever else `kind` says: 911 comes before any other number. */
  needsAmbulance: boolean
}

/** The danger of a kind by itself. */
export const emergencyOfKind = (kind: EmergencyKind | null | undefined): Emergency | null =>
  kind ? { kind, needsAmbulance: kind === 'medical' } : null

/** What two readers find in one message: the gravest kind, and an ambulance where either sees danger to the body. */
export function foundByBoth(one: Emergency | null, other: Emergency | null): Emergency | null {
  const found = [one, other].filter((emergency) => emergency !== null)
  const kind = emergencyKinds.find((name) => found.some((emergency) => emergency.kind === name))
  return kind ? { kind, needsAmbulance: found.some((emergency) => emergency.needsAmbulance || emergency.kind === 'medical') } : null
}

const people = new Set([...wordsOfClass('subject'), ...wordsOfClass('self')])
const findPointing = patternFinder(readPatterns(new URL('pointing.tsv', import.meta.url)), { classes: wordClasses })

/** The dangers that an earlier message names, happening or not. */
export const kindsNamed = (earlier: EarlierMessage, names: MedicineNames): EmergencyKind[] =>
  dangersIn(earlierWords(earlier, names)).map(({ kind }) => kind)

/** Earlier messages that "I have that now" may point back to: a question and its answer. */
export const pointedBack = 2

/**
 * Whether a message tells that somebody is in danger now, or was a moment ago: the writer or anybody else. Where it tells of
 * several, thoughts of suicide come before an overdose, and that before all else, because their answers hold what the
 * others say and more. Not of facts asked for ("does it cause …?"), of what may happen ("what if someone overdoses?": the
 * library's answer serves), of denials, of what is long past and of mere phrases. In doubt it alarms.
 *
 * Two rules read a question all the same: "what if I took too many" speaks of what was done, and "how many would it take
 * to …" asks for a way to die.
 */
export function emergencyOf(message: SafetyMessage): Emergency | null {
  const dangers = dangersIn(message)
  if (dangers.length === 0) return null
  const isHappening = assertionReader(message)
  const happening = new Set(dangers.filter((danger) => isHappening(danger, danger.kind, danger.topic)).map(({ kind }) => kind))
  const kind = emergencyKinds.find((name) => happening.has(name))
  // Whoever wants to die and has taken something needs help before a talk.
  const isDone = happening.has('self_harm') && happening.has('overdose')
  return kind ? { kind, needsAmbulance: happening.has('medical') || isDone } : null
}

/** Whether a message names dangers and does nothing but ask: "would stopping it lead to suicidal thoughts". */
export const isOnlyAsked = (message: SafetyMessage): boolean =>
  message.spans.every(({ question }) => question) && dangersIn(message).length > 0 && emergencyOf(message) === null

/** The danger that a message points back to: "Can it cause suicidal thoughts? I have been having them." */
export function emergencyPointedAt(message: SafetyMessage, history: readonly EarlierMessage[]): Emergency | null {
  if (findPointing(message.words).length === 0) return null
  const earlier = history.slice(-pointedBack).flatMap((one) => kindsNamed(one, message.names))
  const named = dangersIn(message).map((danger) => danger.kind)
  const meant = new Set<EmergencyKind>([...named, ...earlier].filter((kind) => kind !== 'overdose'))
  return emergencyOfKind(emergencyKinds.find((name) => meant.has(name)))
}

const reported: ReadonlyMap<string, EmergencyKind> = new Map([
  ['suicidal thoughts', 'self_harm'],
  ['overdose or wrong dose', 'overdose'],
])

/**
 * The danger that the symptoms of a reported side effect name, for wordings that the lists of dangers do not know; null
 * where the message speaks of the past, or of nobody.
 */
export function emergencyReported({ words }: MessageWords, symptoms: readonly string[]): Emergency | null {
  const kinds = new Set(symptoms.map((symptom) => reported.get(symptom)))
  const kind = emergencyKinds.find((name) => kinds.has(name))
  return kind && !isOfThePast(words) && words.some((word) => people.has(word)) ? emergencyOfKind(kind) : null
}
