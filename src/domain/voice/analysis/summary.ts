import { type AdverseEvent, bounds, type CallAnalysis, type CallOutcome, type CallToAnalyse } from './analysis-schema.ts'
import type { CallResults } from './call-outcome.ts'
import type { Callback } from './callback.ts'
import type { Reason } from './concern-and-answer.ts'
import { clip, plain } from './note-sentences.ts'

export interface CallFacts {
  call: CallToAnalyse
  withPayer: boolean
  outcome: CallOutcome
  results: CallResults
  callback: Callback
  adverseEvents: readonly AdverseEvent[]
  medications: readonly string[]
  subjects: readonly string[]
  reason: Reason | undefined
  /** The other side's answer in its words; empty where there was none. */
  answer: string
  /** Amounts that were named, and sentences that tell of a denial, in the words that were used. */
  amounts: readonly string[]
  denials: readonly string[]
}

const list = (items: readonly string[], most: number) => {
  const shown = items.slice(0, most)
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

/** Overview, concern and resolution: our own words only for what is certain, the speakers' words for the rest. */
export function summaryOf(told: CallFacts): CallAnalysis['summary'] {
  if (told.outcome === 'no_conversation') {
    return {
      overview: 'There was no conversation: nobody answered, or nothing was said beyond a greeting or a recorded message.',
      patientConcern: 'None was stated.',
      resolution: 'None: there was no conversation.',
    }
  }
  const [patientConcern, resolved] = [clip(concern(told.reason), bounds.sentence), clip(resolution(told), bounds.sentence)]
  const clauses = [opening(told), ...resultClauses(told), ...toldBeside(told, `${patientConcern} ${resolved}`)]
  return { overview: clip(clauses.join(' '), bounds.sentence), patientConcern, resolution: resolved }
}

function opening({ call, withPayer, subjects, medications, reason }: CallFacts): string {
  const who = withPayer
    ? 'Call to an insurer'
    : call.verified
      ? 'Call with a verified caller'
      : 'Call with a caller whose identity was not verified'
  const names = list(medications, 3)
  if (subjects.length > 0) return `${who} about ${list(subjects, 3)}${names && ` (${names})`}.`
  const named = names && ` ${medications.length > 1 ? 'Medications' : 'Medication'} mentioned: ${names}.`
  if (!reason) return `${who}; no reason was stated.${named}`
  return reason.question === null
    ? `${who}: “${clip(reason.quote, 150)}”${named}`
    : `${who}. No request was stated; the caller answered questions, such as “${clip(reason.question, 120)}”${named}`
}

function concern(reason: Reason | undefined): string {
  if (!reason) return 'The caller did not state a reason.'
  return reason.question === null
    ? reason.text
    : `No request was stated. Asked “${reason.question}”, the caller said: “${clip(reason.quote, 200)}”`
}

const mostAmounts = 8
const mostDenials = 2

/** Denials and amounts that neither the concern nor the resolution names. */
function toldBeside({ amounts, denials }: CallFacts, shown: string): string[] {
  const newDenials = denials.filter((denial) => !shown.includes(clip(denial, 60).slice(0, -1))).slice(0, mostDenials)
  const newAmounts = amounts.filter((amount) => ![shown, ...newDenials].some((text) => text.includes(amount))).slice(0, mostAmounts)
  return [
    ...newDenials.map((denial) => `Told of a denial: “${clip(denial, 120)}”`),
    ...(newAmounts.length > 0 ? [`Amounts named: ${newAmounts.join('; ')}.`] : []),
  ]
}

function resultClauses({ results, callback, adverseEvents, call, outcome }: CallFacts): string[] {
  const clauses = [adverseClause(adverseEvents, call.flaggedAdverseEvents)]
  if (results.wrongNumber) clauses.push('The person said that this is a wrong number.')
  if (results.declined) clauses.push('The person did not want to be called.')
  clauses.push(coverageClause(results))
  if (results.transferred) clauses.push('The caller was transferred.')
  if (results.identityRefused) clauses.push('The caller’s identity could not be verified.')
  if (callback.requested) clauses.push(`Call back wanted${callback.when ? `: ${callback.when}` : ''}.`)
  if (outcome === 'unresolved') clauses.push('Nothing shows that it was answered.')
  return clauses.filter((clause) => clause !== '')
}

function coverageClause({ coverage, inactive, paRequired }: CallFacts['results']): string {
  if (inactive) return 'The payer said that the coverage is not active.'
  if (coverage === 'confirmed') return paRequired ? 'Coverage was confirmed; prior authorization is required.' : 'Coverage was confirmed.'
  const required = paRequired ? 'Prior authorization is required.' : ''
  return coverage === 'denied' ? `${required} Coverage was denied.`.trim() : required
}

/** Its symptoms; of an event without a known one, what was said. */
const named = ({ symptoms, description }: AdverseEvent): string[] =>
  symptoms.length > 0 ? symptoms : [`“${clip(plain(description), 80)}”`]

/** Says so even where no words of it are at hand: a case exists. */
function adverseClause(events: readonly AdverseEvent[], flagged: number): string {
  if (events.length === 0 && flagged === 0) return ''
  const symptoms = list([...new Set(events.flatMap(named))], 8)
  const names = list([...new Set(events.flatMap(({ medicationName }) => medicationName ?? []))], 3)
  const what = `${symptoms && `: ${symptoms}`}${names && ` with ${names}`}`
  return `A possible adverse event was reported${what}${flagged > 0 ? ' (flagged during the call)' : '; it was not flagged during the call'}.`
}

function resolution({ answer, results, callback, outcome }: CallFacts): string {
  if (answer !== '') return answer
  const coverage = coverageClause(results)
  if (coverage !== '') return coverage
  if (results.transferred) return 'The caller was transferred; nothing tells what followed.'
  if (results.identityRefused) return 'Nothing was answered: the identity could not be verified.'
  if (callback.requested) return `A call back${callback.when ? ` (${callback.when})` : ''}.`
  if (outcome === 'declined' || outcome === 'wrong_number') return 'The call ended there.'
  return 'The transcript does not show an answer or an agreement.'
}

/** For a conversation in another language: what can be said of it without reading it. */
export function unreadSummary(told: CallFacts, firstWords: string): CallAnalysis['summary'] {
  return {
    overview: clip(
      [
        'The conversation is not in English, so it was not summarized.',
        ...(told.medications.length > 0 ? [`Medications mentioned: ${list(told.medications, 3)}.`] : []),
        ...resultClauses(told),
      ].join(' '),
      bounds.sentence,
    ),
    patientConcern: firstWords === '' ? 'See the transcript.' : `In the caller’s words: “${clip(firstWords, 250)}”`,
    resolution: 'See the transcript.',
  }
}
