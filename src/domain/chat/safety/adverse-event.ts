import { adverseThreshold } from '../../voice/insights/adverse-score.ts'
import { type SaidSentence, saidSentences } from '../../voice/insights/said-sentences.ts'
import { onlyMedicationOf, suspectedMedication } from '../../voice/insights/suspected-medication.ts'
import { findMedications } from '../../voice/jcodes/find-medications.ts'
import type { ChatTurn } from '../chat.ts'
import { type MessageWords, messageWords } from './message-words.ts'
import { patternFinder, wordsOfClass } from './patterns.ts'
import { stanceReader } from './stance.ts'

export interface AdverseEvent {
  /** Plain names; empty where the report names none that we know ("I have bad side effects"). */
  symptoms: string[]
  /** Null where it is in doubt which medicine is meant. */
  drug: string | null
}

/** What people name that the lists of calls do not know. */
const findMore = patternFinder('more-symptoms.tsv')
const findStances = patternFinder('stance.tsv')
const findMedication = (text: string) => findMedications(text)[0]?.name ?? null
const subjects = wordsOfClass('subject')

/** Without a word of a medicine a sentence must be plainer; the page that the widget stands on is about one. */
const untiedThreshold = 0.3
/** "Is this rash from Stelara?": asks for the cause of what is there. */
const ownSymptom = /^(?:this|these|my|mi|mis|este|esta|estos|estas)$/
const ofCause = new Set(['drug', 'medicine', 'cause', 'start'])

function isReport(sentence: SaidSentence): boolean {
  const { reading, score, tie } = sentence
  const asserted = reading.symptoms.filter(({ standing }) => standing === 'asserted')
  if (asserted.length === 0) return false
  const { words, spans } = messageWords(sentence.text)
  const stances = new Set(findStances(words).map(({ value }) => value))
  if (stances.has('idiom') || stances.has('hearsay') || stances.has('sign')) return false
  const tiedToCause = reading.cues.some(({ value }) => value === 'cause' || value === 'start')
  if (stances.has('past') && !stances.has('now') && !tiedToCause && tie !== 'sentence') return false
  if (reading.question && stances.has('past') && !tiedToCause) return false
  const isSomeones = words.some((word) => subjects.has(word))
  if (!isSomeones && (spans.some(({ question }) => question) || (stances.has('fact') && !tiedToCause))) return asksOwnCause(sentence)
  // The illness that a medicine here is for; "since the shot my migraines …" is tied to it.
  const isTreated = asserted.every(({ name }) => name === 'headache') && words.some((word) => word.startsWith('migra'))
  if (isTreated && !tiedToCause) return false
  return score >= (tie === 'none' ? untiedThreshold : adverseThreshold) || asksOwnCause(sentence)
}

const asksOwnCause = ({ reading: { symptoms, cues, words } }: SaidSentence): boolean =>
  cues.some(({ value }) => ofCause.has(value)) &&
  symptoms.some(
    ({ from, standing }) => standing === 'asserted' && words.slice(Math.max(0, from - 2), from).some(({ word }) => ownSymptom.test(word)),
  )

/** Only where the message speaks of a medicine or of when it began. */
function moreSymptoms(message: MessageWords): string[] {
  const found = findMore(message.words)
  if (!found.some(({ value }) => value === 'tie')) return []
  const isHappening = stanceReader(message)
  return [...new Set(found.filter((match) => match.value !== 'tie' && isHappening(match, 'medical', false)).map(({ value }) => value))]
}

/**
 * The side effect that a message reports as the writer's own or of someone they care for; null for questions, denials,
 * fears and the illness treated. By words only (the reading of calls, `voice/insights`), so that it costs a
 * millisecond; in doubt it reports.
 */
export function adverseEventOf(message: MessageWords, history: readonly ChatTurn[]): AdverseEvent | null {
  const { text } = message
  const more = moreSymptoms(message)
  const reports = saidSentences([{ speaker: 'user', text }], () => false).filter(isReport)
  if (reports.length === 0 && more.length === 0) return null
  const symptoms = reports.flatMap(({ reading }) => reading.symptoms.filter(({ standing }) => standing === 'asserted'))
  const names = [...new Set([...symptoms.map(({ name }) => name).filter((name) => name !== 'side effects'), ...more])]
  const said = reports.length === 0 ? text : reports.map((sentence) => sentence.text).join(' ')
  const earlier = history.slice(-6).map(({ content }) => content.slice(0, 4_000))
  const only = onlyMedicationOf([...earlier, text], findMedication)
  return { symptoms: names, drug: suspectedMedication(said, undefined, only, findMedication) }
}
