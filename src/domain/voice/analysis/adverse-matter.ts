import type { CallToAnalyse, ReportedEvent } from './analysis-schema.ts'
import type { Act } from './call-acts.ts'
import type { CallSentence } from './call-sentences.ts'
import type { Reason } from './concern-and-answer.ts'

/** How many of the caller's first full sentences may bring the matter of the call, until something is answered. */
const firstSentences = 6
const replies: readonly Act[] = ['answer', 'covered', 'notcovered', 'parequired', 'pasettled', 'transfer']

/**
 * Whether an adverse event is what a call was about, or was dealt with in it, and not said in passing beside it: the caller
 * called about it, it may need help at once, our side said that it will be reported or sent the caller to a doctor, or it got its case during the call.
 * Passing or not, its case is opened.
 */
export function adverseMatter(
  events: readonly ReportedEvent[],
  sentences: readonly CallSentence[],
  reason: Reason | undefined,
  call: CallToAnalyse,
): { isMatter: boolean; isFiled: boolean } {
  const isFiled = call.flaggedAdverseEvents > 0 || call.functions.some(({ name, succeeded }) => name === 'flag_adverse_event' && succeeded)
  if (events.length === 0) return { isMatter: false, isFiled }
  const isActedOn = sentences.some(({ side, acts }) => side === 'agent' && (acts.get('reported') ?? 0) >= 0.6)
  const replied = sentences.findIndex(({ side, acts }) => side === 'agent' && replies.some((act) => acts.has(act)))
  const before = replied < 0 ? sentences : sentences.slice(0, replied)
  const first = before.filter(({ side, substantial }) => side === 'caller' && substantial).slice(0, firstSentences)
  const opening = [reason?.text ?? '', ...first.flatMap(({ said, text }) => [said, text])]
  const named = events.filter(({ symptoms, severity }) => symptoms.length > 0 || severity !== null)
  const isReason = named.some(({ description }) =>
    opening.some((said) => said !== '' && (description.includes(said) || said.includes(description))),
  )
  return { isMatter: isActedOn || isReason || events.some(({ emergency }) => emergency), isFiled }
}
