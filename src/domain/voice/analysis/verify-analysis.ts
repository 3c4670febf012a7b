import { foldPhrase } from '../../../language/folding.ts'
import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { amountsOf } from './amounts.ts'
import { bounds, type CallAnalysis, type CallToAnalyse, defaultRole } from './analysis-schema.ts'
import { statesOutcome } from './call-outcome.ts'
import { isQuestion } from './dialogue-acts.ts'
import { adverseActions, adverseFollowUp } from './follow-up-actions.ts'
import { callerNames, identifiesCaller, saysVerified } from './identity-details.ts'
import { cleaned, clip, plain } from './note-sentences.ts'
import { speakerRolesOf } from './speaker-roles.ts'
import { type CallWords, callWords } from './unsaid.ts'

/**
 * Verifies a model's analysis against the call and against the local analysis. What could do harm is not left to the model,
 * or to somebody who talks to it through the transcript (prompt injection):
 *
 * - the local analyser's adverse events stay, and so do the actions that follow from them;
 * - a medication that is not in the call is dropped, and a sentence with an amount that is not;
 * - where a sentence is a prompt injection, the outcome, the satisfaction and the callback are the local ones;
 * - a requested callback stays requested; a call with an adverse event has that outcome;
 * - the satisfaction is at most one from the local one; an outcome of coverage or prior authorization must have been said;
 * - a sentence that calls an unverified caller verified, or identifies the caller, is dropped;
 * - a sentence with an address, a number to call, markup, a diagnosis or a word of safety that the call has not is dropped
 *   (`unsaid.ts`); an adverse event keeps those words of its description that were said;
 * - where an action is dropped, the local ones come before the others;
 * - texts and lists are put within `bounds`.
 */
export function verifyAnalysis(model: CallAnalysis, local: CallAnalysis, call: CallToAnalyse): CallAnalysis {
  const source = sourceOf(call)
  const isSaid = (name: string) => source.words.includes(` ${foldPhrase(name)} `)
  const isName = (name: string) => isSaid(name) && isKept(name)
  const names = callerNames(call.turns, local.medications)
  const isSafe = (text: string) =>
    amountsOf(text).every((readings) => readings.some((amount) => source.amounts.has(amount))) &&
    (call.verified || !saysVerified(text)) &&
    !identifiesCaller(text, names)
  const said = callWords(textsOf(call))
  const isKept = (text: string) => plain(text) !== '' && said.kept(plain(text)) === plain(text)
  const sentence = (text: string, instead: string) => (isSafe(text) ? short(said.kept(text)) || instead : instead)
  const seen = model.adverseEvents
    .filter((event) => isNew(event, local) && isGrounded(event, said, source.words))
    .map((event) => ({
      ...event,
      description: description(event, said, source.words),
      medicationName: event.medicationName !== null && isKept(event.medicationName) ? event.medicationName : null,
      symptoms: event.symptoms.filter(isKept),
    }))
  const adverseEvents = [...local.adverseEvents, ...seen].slice(0, bounds.adverseEvents).map((event) => ({
    description: short(event.description, 1000),
    severity: event.severity,
    medicationName: event.medicationName !== null && isSaid(event.medicationName) ? short(event.medicationName, bounds.name) : null,
    symptoms: event.symptoms
      .map((symptom) => short(symptom, bounds.name))
      .filter((symptom) => symptom !== '')
      .slice(0, bounds.symptoms),
  }))
  const hasAdverseEvent = adverseEvents.length > 0 || call.flaggedAdverseEvents > 0
  const kept = model.followUpActions.map((action) => ({
    ...action,
    action: short(said.kept(action.action), 300),
    assignedTo: isKept(action.assignedTo) ? short(action.assignedTo, 64) : defaultRole,
  }))
  const isCut = kept.some(({ action }, index) => action === '' && plain(model.followUpActions[index]?.action ?? '') !== '')
  // What staff have to do must not go with a sentence that was cut.
  const others = local.followUpActions.filter(({ action }) => !kept.some((one) => one.action === action))
  const actions = isCut ? [...others, ...kept] : kept
  const tampered = call.turns.some(({ text }) => transcriptSentences(text).some((sentence) => isPromptInjection(sentence, 'transcript')))
  const own = local.followUpActions.filter(({ action }) => action.startsWith(adverseFollowUp))
  const adverse = own.length > 0 ? own : adverseActions(adverseEvents, call.flaggedAdverseEvents)
  return {
    summary: {
      overview: sentence(model.summary.overview, local.summary.overview),
      patientConcern: sentence(model.summary.patientConcern, local.summary.patientConcern),
      resolution: sentence(model.summary.resolution, local.summary.resolution),
    },
    keyFindings: model.keyFindings
      .map((finding) => sentence(finding, ''))
      .filter((finding) => finding !== '')
      .slice(0, bounds.findings),
    topics: [...new Set([...model.topics.filter((topic) => topic !== 'adverse_event' || hasAdverseEvent), ...local.topics])],
    medications: distinct([...local.medications, ...model.medications.filter(isName).map((name) => short(name, bounds.name))]).slice(
      0,
      bounds.medications,
    ),
    callOutcome: outcome(tampered ? local : model, local, { isNew: seen.length > 0, hasAdverseEvent }, call),
    satisfaction: tampered ? local.satisfaction : near(local.satisfaction, model.satisfaction),
    callbackRequested: local.callbackRequested || (!tampered && model.callbackRequested),
    followUpActions: [
      ...adverse,
      ...actions.filter(({ action }) => action !== '' && !adverse.some((kept) => kept.action === action)),
    ].slice(0, bounds.actions),
    adverseEvents,
  }
}

/** A model's score, at most one from the local one where there is one. */
function near(local: number | null, model: number | null): number | null {
  return local === null || model === null ? model : Math.max(local - 1, Math.min(local + 1, model))
}

/** Of an adverse event that only the model saw nothing tells whether it was said in passing: then it counts as the matter. */
function outcome(
  model: CallAnalysis,
  local: CallAnalysis,
  { isNew, hasAdverseEvent }: { isNew: boolean; hasAdverseEvent: boolean },
  call: CallToAnalyse,
): CallAnalysis['callOutcome'] {
  if (isNew || local.callOutcome === 'adverse_event_reported') return 'adverse_event_reported'
  if (model.callOutcome !== local.callOutcome && !isTold(model.callOutcome, call)) return local.callOutcome
  return model.callOutcome === 'adverse_event_reported' && !hasAdverseEvent ? local.callOutcome : model.callOutcome
}

/** Whether the side that knows, or a function, said what an outcome of coverage or prior authorization claims. */
function isTold(outcome: CallAnalysis['callOutcome'], call: CallToAnalyse): boolean {
  const knowing = isPayerCall(call) ? 'caller' : 'agent'
  const messages = call.functions.flatMap(({ succeeded, message }) => (succeeded && message ? [message] : []))
  const told = speakerRolesOf(call.turns).flatMap(({ side, text }) => (side === knowing ? transcriptSentences(text) : []))
  return [...messages, ...told].some((text) => statesOutcome(outcome, text) && (messages.includes(text) || !isQuestion(text)))
}

const short = (text: string, length: number = bounds.sentence) => clip(plain(text), length)

/** What was said in a call, and what its functions answered. */
export const textsOf = ({ turns, functions }: CallToAnalyse) => [
  ...turns.map((turn) => turn.text),
  ...functions.map(({ message }) => message ?? ''),
]

/** Words and amounts of all that was said, and of what the functions answered. */
function sourceOf(call: CallToAnalyse) {
  const text = textsOf(call).join(' \n ')
  return { words: ` ${foldPhrase(text)} `, amounts: new Set(amountsOf(text).flat()) }
}

type ModelEvent = CallAnalysis['adverseEvents'][number]

/** Whether the words of a description, or one of its symptoms, are in the call: a model's own invention is no report. */
function isGrounded(event: ModelEvent, said: CallWords, words: string): boolean {
  // An address in it makes a report no invention.
  const descriptions = [event.description, said.withoutAddresses(event.description)]
  return descriptions.some((text) => isTaken(text, words)) || saidSymptom(event, words) !== undefined
}

/** Whether half the longer words of a text are in the call. */
function isTaken(text: string, words: string): boolean {
  const own = foldPhrase(text)
    .split(' ')
    .filter((word) => word.length > 3)
  return own.length > 0 && own.filter((word) => words.includes(` ${word} `)).length * 2 >= own.length
}

const saidSymptom = ({ symptoms }: ModelEvent, words: string) =>
  symptoms.map(foldPhrase).find((symptom) => symptom !== '' && words.includes(` ${symptom} `))

/** A model's description: its sentences that may stand, if they still tell the event; else its words that were said. */
function description(event: ModelEvent, said: CallWords, words: string): string {
  const kept = said.kept(event.description)
  if (kept !== '' && (kept === plain(event.description) || isTaken(kept, words))) return kept
  const own = foldPhrase(said.withoutAddresses(event.description))
    .split(' ')
    .filter((word) => words.includes(` ${word} `))
  return cleaned(own.join(' ')) || cleaned(saidSymptom(event, words) ?? '') || kept
}

const isNew = ({ description }: CallAnalysis['adverseEvents'][number], { adverseEvents }: CallAnalysis): boolean => {
  const key = foldPhrase(description)
  return (
    key !== '' && !adverseEvents.some((event) => foldPhrase(event.description).includes(key) || key.includes(foldPhrase(event.description)))
  )
}

function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => name !== '' && !seen.has(foldPhrase(name)) && seen.add(foldPhrase(name)))
}
