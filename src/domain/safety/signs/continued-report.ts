import type { MessageWords } from '../../../language/message-words.ts'
import { type PatternMatch, patternFinder, readPatterns } from '../../../language/patterns.ts'
import { assertionReader } from '../assertion/assertion-status.ts'
import { wordClasses, wordsOfClass } from '../word-classes.ts'
import type { EarlierMessage } from './earlier-message.ts'
import type { EmergencyKind } from './emergency-kind.ts'
import { type PriorReports, priorReports } from './prior-reports.ts'
import { type AdverseEvent, addedReport } from './reported-effect.ts'
import type { SafetyMessage } from './safety-message.ts'

/** What a message says together with those before it. */
export interface ContinuedReport {
  emergency: EmergencyKind | null
  report: AdverseEvent
}

const find = patternFinder(readPatterns(new URL('continued-report.tsv', import.meta.url)), { classes: wordClasses })
const [affirming, affirmed, echoing, echoed] = ['affirming', 'affirmed', 'echoing', 'echoed'].map(wordsOfClass) as [
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
  ReadonlySet<string>,
]
const longestEcho = 14
const longestYes = 6
const denying = new Set('not no isnt arent dont doesnt cant couldnt never hardly barely nunca tampoco'.split(' '))
const asking = new Set(
  'what whats how why when where which who is are was do does did can could should would will may might must am que como cuando donde puede puedo pueden debo es'.split(
    ' ',
  ),
)

const spreading = /^(?:spreading|spreads|moving|moved|extendiendo|extendido)$/

/** Reactions that may become dangerous within minutes: where one of these spreads or grows, nobody should wait. */
const allergic =
  /rash|hives|itching|swelling|redness|allergic|skin|burning|trouble (?:breathing|swallowing)|chest pain|face|numbness|faint|dizz|palpitations/u

const isSaidAgain = ({ words, spans }: MessageWords): boolean =>
  words.length > 0 &&
  words.length <= longestEcho &&
  spans.every(({ question }) => !question) &&
  words.every((word) => echoing.has(word)) &&
  words.some((word) => echoed.has(word))

/** "Yes", "yes I do", "she does"; not "yes please", which asks for more. */
const isYes = ({ words, spans }: MessageWords): boolean =>
  words.length > 0 &&
  words.length <= longestYes &&
  spans.every(({ question }) => !question) &&
  words.every((word) => affirming.has(word)) &&
  words.some((word) => affirmed.has(word)) &&
  (words.includes('help') || !words.includes('please'))

/** The values of what a message tells, without what it asks, denies, fears or says of something else. */
function toldIn(message: MessageWords): Set<string> {
  const { words, spans, breaks } = message
  const found = find(words)
  const isHappening = assertionReader(message)
  const overlaps = (one: PatternMatch, value: string) =>
    found.some((other) => other.value === value && other.from < one.to && other.to > one.from && !isDenied(other))
  const isDenied = ({ from, to, value }: PatternMatch) => value === 'fine' && words.slice(from, to).some((word) => denying.has(word))
  const isAsked = ({ from }: PatternMatch) => {
    const span = spans.find((one) => one.from <= from && from < one.to)
    // "Is it bad that it is spreading?" is asked by one to whom it happens.
    if (!span?.question || spreading.test(words[from] ?? '')) return false
    const opener = words.findIndex((word, at) => at >= span.from && at < from && asking.has(word))
    return opener >= 0 && !breaks.slice(opener + 1, from + 1).some(Boolean)
  }
  const isTold = (one: PatternMatch) =>
    !overlaps(one, 'fine') && !overlaps(one, 'elsewhere') && !isAsked(one) && isHappening(one, 'medical', false)
  const [told, other] = [found.filter(isTold), found.filter((one) => !isTold(one))]
  // "No swelling of my lips or tongue" denies both.
  const isWithin = (one: PatternMatch) => other.some(({ from, to }) => from < one.from && to >= one.to)
  return new Set(told.filter((one) => !isWithin(one)).map(({ value }) => value))
}

/**
 * What a message tells only together with those before it: that what was reported spreads or grows worse ("now my lips
 * too"), and that somebody has what was named ("all of the above", "my son has these symptoms", "yes"). Null where nothing
 * was reported or named before, and for what is asked, denied or feared. In doubt it alarms.
 */
export function continuedReportOf(message: SafetyMessage, history: readonly EarlierMessage[]): ContinuedReport | null {
  if (history.length === 0) return null
  const [values, saidAgain, yes] = [toldIn(message), isSaidAgain(message), isYes(message)]
  if (values.size === 0 && !saidAgain && !yes) return null
  const before = priorReports(history, message.names)
  const kind = kindOf(before, values, saidAgain || values.has('same'), yes)
  if (kind === undefined) return null
  return { emergency: kind, report: addedReport(before.told?.symptoms ?? [], message, history) }
}

/** Null: no emergency, but what staff must learn. */
function kindOf(before: PriorReports, values: ReadonlySet<string>, same: boolean, yes: boolean): EmergencyKind | null | undefined {
  const { told, named, answered, aboutEffects } = before
  const isAllergic = told?.symptoms.some((symptom) => allergic.test(symptom)) ?? false
  if (values.has('place') && (told || named)) return 'medical'
  if (values.has('near') && (told || named)) return isAllergic || told?.emergency ? 'medical' : null
  if (values.has('move') || values.has('worse')) {
    if (told) return told.emergency ?? (isAllergic ? 'medical' : null)
    if (named) return null
  }
  if (same && named) return named
  if (yes && answered) return answered
  if (same && told?.isLast) return told.emergency
  return same && aboutEffects ? null : undefined
}
