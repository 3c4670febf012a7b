import { priorityOf } from '../../safety/cases/severity.ts'
import { priorities } from '../../work/work-queue.ts'
import { type AdverseEvent, bounds, type CallToAnalyse, type FollowUpAction, type ReportedEvent } from './analysis-schema.ts'
import type { CallResults } from './call-outcome.ts'
import type { CallSentence } from './call-sentences.ts'
import type { Callback } from './callback.ts'
import { clip } from './note-sentences.ts'
import { promisedActions } from './promised-actions.ts'

type Priority = FollowUpAction['priority']

const asksDocuments =
  /\b(?:(?:send|email|e-mail|mail|fax|text) (?:me|us|it to|that to|my doctor)|(?:get|have) (?:a|the|that|it) (?:\p{L}+ )?(?:copy|in writing|emailed|mailed|faxed))\b/iu

const asking = /\b(?:(?:can|could|would|will) (?:you|someone|i)|please|i(?:'d| would) like|i need|want)\b/iu

/** Whether a caller says that coverage was denied. A rejected copay card is no denial to appeal. */
export const tellsOfDenial = ({ side, acts }: CallSentence): boolean =>
  side === 'caller' && (acts.get('denial') ?? 0) > (acts.get('cardfailed') ?? 0)

export interface FollowUpFacts {
  sentences: readonly CallSentence[]
  call: CallToAnalyse
  results: CallResults
  callback: Callback
  adverseEvents: readonly ReportedEvent[]
  medications: readonly string[]
}

/** What staff have to do after the call, most urgent first; the call after an adverse event is always among them. */
export function followUpActions({ sentences, call, results, callback, adverseEvents, medications }: FollowUpFacts): FollowUpAction[] {
  const actions: FollowUpAction[] = []
  const add = (action: string, priority: Priority, assignedTo: string) => actions.push({ action, priority, assignedTo })
  const callers = sentences.filter(({ side }) => side === 'caller')
  // A refusal after it was done undoes nothing.
  const failed = (name: string) => {
    const ofName = call.functions.filter((invoked) => invoked.name === name)
    return (ofName.findLast(({ refused }) => !refused) ?? ofName.at(-1))?.succeeded === false
  }
  const didIt = (name: string) => call.functions.some((invoked) => invoked.name === name && invoked.succeeded)
  const of = medications.length === 1 ? ` for ${medications[0]}` : ''

  for (const action of adverseActions(adverseEvents, call.flaggedAdverseEvents)) actions.push(action)
  if (callback.optedOut || (results.declined && !callback.requested))
    add('Honor the request not to be called again', 'high', 'care_coordinator')
  if (callback.takenBack) add('Cancel the call back that was asked for: the caller does not want it any more', 'medium', 'care_coordinator')
  if (callback.requested)
    add(`Call back${callback.when ? ` (${callback.when})` : ''}`, callback.urgent ? 'high' : 'medium', 'care_coordinator')
  if (results.paRequired) add(`Submit or complete the prior authorization${of}`, 'high', 'benefits_team')
  if (results.inactive)
    add('Ask the patient for their current coverage: the payer says that this one is not active', 'high', 'benefits_team')
  else if (results.coverage === 'denied' || callers.some(tellsOfDenial))
    add(`Review the denial${of} and prepare an appeal`, 'high', 'benefits_team')
  if (callers.some(({ acts }) => acts.has('cardfailed'))) add('Find out why the copay card was rejected', 'medium', 'benefits_team')
  const promised = promisedActions(sentences, 'the caller')
  for (const { action } of promised) add(action, 'medium', 'care_coordinator')
  if (
    !promised.some(({ isDocument }) => isDocument) &&
    !didIt('send_follow_up_email') &&
    callers.some(({ said }) => asksDocuments.test(said) && asking.test(said))
  )
    add('Send the information that the caller asked for', 'medium', 'care_coordinator')
  if (failed('send_follow_up_email')) add('Send the follow-up email: it could not be sent during the call', 'medium', 'care_coordinator')
  if (failed('verify_benefits')) add(`Verify the benefits${of}: it failed during the call`, 'medium', 'benefits_team')
  if (failed('check_pa_requirements'))
    add(`Check the prior authorization requirements${of}: it failed during the call`, 'medium', 'benefits_team')
  if (results.identityRefused) add('Verify the caller’s identity before sharing any information', 'medium', 'care_coordinator')
  if (
    results.requested &&
    !results.answered &&
    !results.transferred &&
    !callback.requested &&
    !results.identityRefused &&
    !results.declined &&
    !results.wrongNumber
  )
    add('Answer the caller’s open request', 'medium', 'care_coordinator')
  if (results.wrongNumber) add('Check the phone number on file', 'medium', 'care_coordinator')
  return distinct(actions)
    .toSorted((one, two) => priorities.indexOf(one.priority) - priorities.indexOf(two.priority))
    .slice(0, bounds.actions)
}

/** How that call's action begins. */
export const adverseFollowUp = 'Follow up with the caller on the reported adverse event'

/** The call to make after adverse events; the review of a case is asked for where the case is opened. */
export function adverseActions(adverseEvents: readonly (AdverseEvent & { emergency?: boolean })[], flagged: number): FollowUpAction[] {
  if (adverseEvents.length === 0 && flagged === 0) return []
  const all = adverseEvents.map(({ severity, emergency }) => (emergency ? 'urgent' : priorityOf(severity)))
  const [priority = 'high'] = all.toSorted((one, two) => priorities.indexOf(one) - priorities.indexOf(two))
  const symptoms = [...new Set(adverseEvents.flatMap((event) => event.symptoms))].slice(0, 4).join(', ')
  const action = `${adverseFollowUp}${symptoms === '' ? '' : ` (${symptoms})`}`
  return [{ action: clip(action, 200), priority, assignedTo: priority === 'urgent' ? 'nurse' : 'pharmacist' }]
}

function distinct(actions: readonly FollowUpAction[]): FollowUpAction[] {
  const seen = new Set<string>()
  return actions.filter(({ action }) => {
    const key = action.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
}
