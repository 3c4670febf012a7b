import { amountsOf } from './amounts.ts'
import { bounds, type CallAnalysis, type CallToAnalyse } from './call-analysis.ts'
import { adverseActions, adverseFollowUp } from './follow-up-actions.ts'
import { clip, plain, sentencesOf } from './sentences.ts'
import { isToMachine } from './what-was-said.ts'

/**
 * A model's analysis held against the call and against the local one. What a model, or somebody who talks to it through
 * the transcript, could do harm with is not left to it:
 *
 * - the local analyser's adverse events stay, and so do the actions that follow from them;
 * - a medication that is not in the call is dropped, and a sentence with an amount that is not;
 * - where somebody on the line speaks to the software, the outcome, the satisfaction and the call back are the local ones;
 * - a call back that was asked for stays asked for; a call with an adverse event has that outcome;
 * - texts and lists are put within `bounds`.
 */
export function grounded(model: CallAnalysis, local: CallAnalysis, call: CallToAnalyse): CallAnalysis {
  const source = sourceOf(call)
  const isSaid = (name: string) => source.words.includes(` ${folded(name)} `)
  const sentence = (text: string, instead: string) =>
    amountsOf(text).every((amount) => source.amounts.has(amount)) ? short(text) || instead : instead
  const adverseEvents = [
    ...local.adverseEvents,
    ...model.adverseEvents.filter((event) => isNew(event, local) && isGrounded(event, source.words)),
  ]
    .slice(0, bounds.adverseEvents)
    .map((event) => ({
      description: short(event.description, 1000),
      severity: event.severity,
      medicationName: event.medicationName !== null && isSaid(event.medicationName) ? short(event.medicationName, bounds.name) : null,
      symptoms: event.symptoms
        .map((symptom) => short(symptom, bounds.name))
        .filter((symptom) => symptom !== '')
        .slice(0, bounds.symptoms),
    }))
  const hasAdverseEvent = adverseEvents.length > 0 || call.flaggedAdverseEvents > 0
  const actions = model.followUpActions.map((action) => ({
    ...action,
    action: short(action.action, 300),
    assignedTo: short(action.assignedTo ?? '', 64) || null,
  }))
  const tampered = call.turns.some(({ text }) => sentencesOf(text).some(isToMachine))
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
    medications: distinct([...local.medications, ...model.medications.filter(isSaid).map((name) => short(name, bounds.name))]).slice(
      0,
      bounds.medications,
    ),
    callOutcome: outcome(tampered ? local : model, local, hasAdverseEvent),
    satisfaction: (tampered ? local : model).satisfaction,
    callbackRequested: local.callbackRequested || (!tampered && model.callbackRequested),
    followUpActions: [
      ...adverse,
      ...actions.filter(({ action }) => action !== '' && !adverse.some((kept) => kept.action === action)),
    ].slice(0, bounds.actions),
    adverseEvents,
  }
}

function outcome(model: CallAnalysis, local: CallAnalysis, hasAdverseEvent: boolean): CallAnalysis['callOutcome'] {
  if (hasAdverseEvent) return 'adverse_event_reported'
  return model.callOutcome === 'adverse_event_reported' ? local.callOutcome : model.callOutcome
}

const short = (text: string, length: number = bounds.sentence) => clip(plain(text), length)

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words and amounts of all that was said, and of what the functions answered. */
function sourceOf({ turns, functions }: CallToAnalyse) {
  const text = [...turns.map((turn) => turn.text), ...functions.map(({ message }) => message ?? '')].join(' \n ')
  return { words: ` ${folded(text)} `, amounts: new Set(amountsOf(text)) }
}

/** Whether the words of a description, or one of its symptoms, are in the call: a model's own invention is no report. */
const isGrounded = ({ description, symptoms }: CallAnalysis['adverseEvents'][number], words: string): boolean => {
  const own = folded(description)
    .split(' ')
    .filter((word) => word.length > 3)
  const said = own.filter((word) => words.includes(` ${word} `)).length
  return (
    (own.length > 0 && said * 2 >= own.length) ||
    symptoms.some((symptom) => folded(symptom) !== '' && words.includes(` ${folded(symptom)} `))
  )
}

const isNew = ({ description }: CallAnalysis['adverseEvents'][number], { adverseEvents }: CallAnalysis): boolean => {
  const key = folded(description)
  return key !== '' && !adverseEvents.some((event) => folded(event.description).includes(key) || key.includes(folded(event.description)))
}

function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => name !== '' && !seen.has(folded(name)) && seen.add(folded(name)))
}
