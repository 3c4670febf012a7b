import type { Turn } from '../../../language/dialogue.ts'
import { unflaggedMentions } from '../../safety/cases/unflagged.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { type Topic, topics } from '../topics.ts'
import { adverseMatter } from './adverse-matter.ts'
import { amountPhrases } from './amount-phrases.ts'
import { type AdverseEvent, bounds, type CallAnalysis, type CallToAnalyse, type ReportedEvent } from './analysis-schema.ts'
import { isDenied, outcomeOf, resultsOf } from './call-outcome.ts'
import { type CallSentence, callSentences, isEnglish } from './call-sentences.ts'
import { callSubjects } from './call-subjects.ts'
import { callbackIn } from './callback.ts'
import { answerOf, reasonOf } from './concern-and-answer.ts'
import { followUpActions, tellsOfDenial } from './follow-up-actions.ts'
import { quotedFindings } from './key-findings.ts'
import { clip, plain } from './note-sentences.ts'
import { satisfactionOf } from './satisfaction.ts'
import { withServiceSide } from './speaker-roles.ts'
import { type CallFacts, summaryOf, unreadSummary } from './summary.ts'

/** What single utterances tell; the tests pass their own. */
export interface UtteranceReaders {
  /** Topics and emotional state of one turn; a state's score is above 0 for contentment, below for the opposite. */
  insightsOf: (turn: Turn) => { topics: readonly Topic[]; sentiment: { state: string; score: number } }
  /** Medications in a text, brand and generic being one `ingredient`. */
  medicationsIn: (text: string) => readonly { name: string; ingredient: string }[]
  /** @param onMedication whether the caller is a patient of a program, so on a medicine that need not be named */
  adverseEventsIn: (turns: readonly Turn[], onMedication: boolean) => Promise<ReportedEvent[]>
}

/**
 * Analyses a call without a model: deterministic, on this machine, and it states only what is in the call. The stages:
 *
 * 1. `call-sentences` cuts the turns (`transcript-turns`) into sentences, gives each its side (`speaker-roles`) and marks
 *    small talk, identity details and prompt injection (`dialogue-acts`).
 * 2. The readers of single utterances (`utterance-readers`) find adverse events, medications, topics and mood.
 * 3. `concern-and-answer` picks the caller's reason and what was answered; `call-outcome` reads coverage, prior
 *    authorization, transfers and refusals; `callback`, `call-subjects` and `satisfaction` read one thing each.
 * 4. `summary`, `key-findings` and `follow-up-actions` (with `promised-actions`) write the result for staff.
 *
 * Around it: `analysis-job` loads a call and stores its analysis, `analysis-with-fallback` asks a model first where there is one
 * (`analyse-by-model`) and holds its answer against this one (`verify-analysis`), and `local-analysis` runs all that reads a call's
 * words (`call-reader`) in a thread.
 *
 * Reads English. A call in another language gets only what needs no reading, and an action tells staff so.
 */
export async function analyseByRules(call: CallToAnalyse, insights: UtteranceReaders): Promise<CallAnalysis> {
  const turns = call.turns.map(({ speaker, text }) => ({ speaker, text: text.replaceAll('\0', '').toWellFormed() }))
  const withPayer = isPayerCall(call)
  const all = callSentences(turns, withPayer)
  const sentences = all.filter(({ isInjection }) => !isInjection)
  const inStream = await insights.adverseEventsIn(withServiceSide(call.streamed ?? []), call.verified)
  const inTurns = await insights.adverseEventsIn(withServiceSide(turns), call.verified)
  const reported = [...inTurns, ...(await unflaggedOf(inStream, inTurns))].slice(0, bounds.adverseEvents)
  const adverseEvents = reported.map(({ emergency: _, ...event }) => event)
  const medications = medicationsOf(turns, insights)
  const reason = reasonOf(sentences)
  const answer = answerOf(sentences, reason?.index ?? -1) || functionAnswers(call)
  const results = resultsOf(all, call, { reason, answer, withPayer })
  const callback = callbackIn(all, call.functions)
  const outcome = outcomeOf(results, adverseMatter(reported, sentences, reason, call), callback)
  const topics = topicsOf(sentences, call, adverseEvents, insights)
  const subjects = callSubjects(reason?.text ?? '', sentences, topics)
  const told: CallFacts = {
    call,
    withPayer,
    outcome,
    results,
    callback,
    adverseEvents,
    medications,
    subjects,
    reason,
    answer,
    amounts: [...new Set(sentences.flatMap(({ said }) => amountPhrases(said)))],
    denials: sentences.filter((sentence) => tellsOfDenial(sentence) || isDenied(sentence)).map(({ said }) => plain(said)),
  }
  const isRead = sentences.length === 0 || isEnglish(sentences)
  const summary = isRead || outcome === 'no_conversation' ? summaryOf(told) : unreadSummary(told, firstWords(sentences))
  const actions = followUpActions({ sentences, call, results, callback, adverseEvents: reported, medications })
  const shown = `${summary.patientConcern} ${summary.resolution}`
  return {
    summary,
    keyFindings: isRead && outcome !== 'no_conversation' ? findingsOf(told, sentences, shown) : findingsOf(told, [], shown),
    topics,
    medications,
    callOutcome: isRead || outcome !== 'information_provided' ? outcome : 'unresolved',
    satisfaction:
      withPayer || !isRead || outcome === 'no_conversation' ? null : satisfactionOf(sentences, results.answered, moodBy(insights)),
    callbackRequested: callback.requested,
    followUpActions: isRead ? actions : [...actions, unreadAction].slice(-bounds.actions),
    adverseEvents,
  }
}

/** The streamed events that the transcript lacks; it holds most of them in other words. */
const unflaggedOf = (events: readonly ReportedEvent[], known: readonly ReportedEvent[]): Promise<ReportedEvent[]> =>
  unflaggedMentions(
    events,
    known.map((event) => ({ ...event, eventDescription: event.description })),
  )

const unreadAction: CallAnalysis['followUpActions'][number] = {
  action: 'Have someone who speaks the caller’s language read the transcript',
  priority: 'medium',
  assignedTo: 'care_coordinator',
}

/** States that judge the service or its answer. Pain and fear do not: a caller in distress may be content with the help. */
const ofService = new Set(['grateful', 'satisfied', 'relieved', 'frustrated', 'angry'])

const moodBy =
  ({ insightsOf }: UtteranceReaders) =>
  (text: string): number => {
    const { state, score } = insightsOf({ speaker: 'user', text }).sentiment
    return ofService.has(state) ? score : 0
  }

/** Two brands of an ingredient are two products ("from Remicade to Inflectra"); a brand and its generic name are one. */
function productsOf(ingredient: string, names: readonly string[]): readonly string[] {
  const brands = names.filter(
    (name) => name.toLowerCase() !== ingredient.toLowerCase() && !name.toLowerCase().startsWith(ingredient.toLowerCase()),
  )
  return brands.length > 0 ? brands : names.slice(0, 1)
}

/** The most characters searched for names, far more than a call has. */
const searched = 500_000

function medicationsOf(turns: readonly Turn[], { medicationsIn }: UtteranceReaders): string[] {
  const named = new Map<string, Set<string>>()
  let left = searched
  for (const { text } of turns) {
    for (const { name, ingredient } of medicationsIn(text.slice(0, left)))
      named.set(ingredient, (named.get(ingredient) ?? new Set()).add(clip(name, bounds.name)))
    left -= text.length
    if (left <= 0) break
  }
  return [...named].flatMap(([ingredient, names]) => productsOf(ingredient, [...names])).slice(0, bounds.medications)
}

/** Topics of what was said and done. An agent's question about side effects is no adverse event. */
function topicsOf(
  sentences: readonly CallSentence[],
  call: CallToAnalyse,
  adverseEvents: readonly AdverseEvent[],
  insights: UtteranceReaders,
): Topic[] {
  const found = new Set<Topic>(
    sentences
      .flatMap(({ side, said }) => insights.insightsOf({ speaker: side === 'caller' ? 'user' : 'agent', text: said }).topics)
      .filter((topic) => topic !== 'adverse_event'),
  )
  if (call.functions.some(({ name }) => name === 'verify_benefits')) found.add('benefits_verification')
  if (call.functions.some(({ name }) => name === 'check_pa_requirements')) found.add('pa_requirements')
  if (adverseEvents.length > 0 || call.flaggedAdverseEvents > 0) found.add('adverse_event')
  return topics.filter((topic) => found.has(topic))
}

/** What the functions told the agent to say, for transcripts without the agent's words. */
const functionAnswers = ({ functions }: CallToAnalyse): string =>
  clip(
    plain(
      functions
        .filter(({ name, succeeded }) => succeeded && name !== 'patient_lookup')
        .flatMap(({ message }) => message ?? [])
        .join(' '),
    ),
    300,
  )

function findingsOf(
  { adverseEvents, medications, withPayer, callback }: CallFacts,
  sentences: readonly CallSentence[],
  shown: string,
): string[] {
  const names = withPayer ? { caller: 'Agent', agent: 'Insurer' } : { caller: 'Caller', agent: 'Agent' }
  const certain = [
    ...adverseEvents
      .slice(0, 3)
      .map(({ description, severity }) => `Possible adverse event${severity ? ` (${severity})` : ''}: “${clip(plain(description), 200)}”`),
    ...(medications.length > 0 ? [`Medications mentioned: ${medications.slice(0, 6).join(', ')}`] : []),
    ...(callback.requested ? [`Call back${callback.when ? `: ${callback.when}` : ' wanted'}`] : []),
  ]
  return [...certain, ...quotedFindings(sentences, names, shown, Math.min(5, bounds.findings - certain.length))].map((text) =>
    clip(text, bounds.sentence),
  )
}

const firstWords = (sentences: readonly CallSentence[]): string =>
  plain(sentences.find(({ side, words, said }) => side === 'caller' && (words > 3 || said.length > 15))?.said ?? '')
