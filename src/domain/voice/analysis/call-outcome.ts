import type { AdverseEvent, CallOutcome, CallToAnalyse } from './analysis-schema.ts'
import type { CallSentence } from './call-sentences.ts'
import type { Callback } from './callback.ts'
import type { Reason } from './concern-and-answer.ts'
import { isQuestion, reasonScore } from './dialogue-acts.ts'

/** What came of a call, as far as it was said or recorded. */
export interface CallResults {
  coverage: 'confirmed' | 'denied' | undefined
  paRequired: boolean
  transferred: boolean
  identityRefused: boolean
  declined: boolean
  wrongNumber: boolean
  /** Whether the two sides talked at all. */
  conversation: boolean
  /** Whether the caller asked for or complained of something, and whether the other side said anything to it. */
  requested: boolean
  answered: boolean
}

const covers =
  /\b(?:(?:is|are|be|it'?s|they'?re|you'?re|fully|also) (?:\p{L}+ ){0,2}covered|covered (?:at|under|by|with|on|for|in)|(?:plan|insurance|policy|it) (?:\p{L}+ )?covers|(?:coverage|plan|policy|insurance) (?:is|shows as|looks) (?:currently )?active|active coverage|coverage (?:was|is|has been) (?:confirmed|verified)|(?:copay|co-pay|coinsurance) (?:\p{L}+ ){0,4}(?:is|will be|would be|of)\b)/iu
const coversNot =
  /\b(?:(?:not|isn'?t|aren'?t|wasn'?t|no longer|never|neither|nor|without) (?:\p{L}+ ){0,3}(?:covered|active)|(?:does|do|did|will|would)(?:n'?t| not|'?nt) (?:\p{L}+ ){0,2}cover|(?:never|no longer|not) (?:\p{L}+ ){0,3}covers?\b|(?:coverage|plan|policy|insurance)\b.{0,80}\b(?:it|that|coverage|plan|policy|insurance) (?:has|have) (?:\p{L}+ )?(?:ended|lapsed|expired|terminated)|won'?t (?:be )?cover(?:ed)?|not (?:a )?covered|excluded from|(?:claim|request|authorization|appeal|coverage) (?:\p{L}+ ){0,3}(?:was|were|has been|got|is|been) (?:\p{L}+ )?denied|denied (?:the|your)|coverage (?:\p{L}+ ){0,2}(?:inactive|terminated|ended|lapsed|expired)|(?:plan|policy|coverage) (?:is|was) (?:inactive|terminated|cancell?ed)|no coverage)/iu
/** What held once, or would have: not now. */
const past = /\b(?:was|were|had been|been|used to be|previously|formerly) (?:\p{L}+ ){0,2}covered\b/giu

const unsure =
  /\b(?:if|whether|might|may be|could be|once|unless|can'?t (?:tell|say|confirm)|cannot (?:tell|say|confirm)|not sure|to see|to check|to find out|let me|verify that|would be)\b/iu

const pa = /\bprior[\s-]?auth\w*|pre-?auth\w*|pre-?certif\w*|\bp\.?a\.? (?:is|was|will|needs?|request)/iu
const needed = /\b(?:requir\w+|needs?|needed|necessary|must|have to|has to|will need|going to need|submit|pending|missing)\b/iu
const notNeeded =
  /\b(?:(?:no|not|without|don'?t|doesn'?t|does not|do not|isn'?t|won'?t) (?:\p{L}+[ -]){0,4}(?:prior|pre-?auth|pa|requir\w*|need\w*|necessary)|no longer|already (?:have|has)|(?<!\b(?:not|never|no longer|\p{L}+n'?t) (?:\p{L}+ ){0,3})(?:approved|on file|in place|waived))/iu
const pending = /\b(?:yet|still|pending|so far)\b/iu
const notApproved =
  /\b(?:(?:not|never|no longer|\p{L}+n'?t) (?:\p{L}+ ){0,3}(?:approved?|granted?|authorized?)|denied|denies|rejected|declined|turned down|refused)\b/iu

const transfer =
  /\b(?:transfer(?:ring|red)? (?:you|the call|this call|them|him|her)\b(?! (?:request|file|prescription))|(?:you(?:'re|'ll be| are| will be| have been)|the call (?:is|was)) (?:now )?(?:being )?transferred|transferring(?: now| to\b|[.!…]|$)|put(?:ting)? you through|connect(?:ing)? you (?:to|with|now)|patch(?:ing)? you through)\b/iu
const noTransfer =
  /\b(?:(?:can'?t|cannot|not|never|unable|won'?t|don'?t|\p{L}+n'?t) (?:\p{L}+ ){0,3}(?:transfer|connect|put|patch)\w*|would you like|do you want|if you|tomorrow|later|next (?:week|month))\b/iu
const refusesCall =
  /\b(?:(?:stop|quit) calling|(?:don'?t|do not) call (?:me|us|this|here)?\s*(?:again|any ?more|number)?[.!]?$|not interested|(?:take|remove) (?:me|us|my (?:name|number)) (?:off|from)|do[- ]not[- ]call|leave me alone|no longer (?:want|wish) (?:to (?:receive|get)|these|your|any) (?:\p{L}+ )?calls)/iu
const otherPerson =
  /\b(?:wrong (?:number|person)|no one (?:here )?by that name|nobody (?:here )?by that name|(?:doesn'?t|does not|no longer|don'?t) live[s]? here|not (?:him|her|that person)\b)/iu
const voicemail =
  /\b(?:leave (?:a|your) message|after the (?:tone|beep)|voice ?mail|mailbox|not available (?:right now|to take)|at the tone|please record)\b/iu
const refusal =
  /\b(?:(?:could not|couldn'?t|can'?t|cannot|unable to|not able to|was not able to|wasn'?t able to) (?:\p{L}+ ){0,2}(?:verify|confirm|find|locate|identify|match)|(?:does not|doesn'?t|do not|don'?t) match (?:our|what|any))/iu

/** Reads the results out of what the answering side said and of the messages that the agent's functions gave. `answered` is told, see `answerOf`. */
export function resultsOf(all: readonly CallSentence[], call: CallToAnalyse, reason: Reason | undefined, answered: boolean): CallResults {
  const sentences = all.filter(({ isInjection }) => !isInjection)
  const callers = sentences.filter(({ side }) => side === 'caller')
  const answers = sentences.filter(({ side, said }) => side === 'agent' && !isQuestion(said)).map(({ said }) => said)
  const done = call.functions.filter(({ succeeded }) => succeeded).flatMap(({ message }) => message ?? [])
  const statements = [...done, ...answers]
  const coverage = statements.map(coverageIn).findLast((told) => told !== undefined)
  const authorization = statements.map(authorizationIn).findLast((told) => told !== undefined)
  const lookedUp = call.functions.some(({ name }) => name === 'patient_lookup')
  return {
    coverage: authorization === 'denied' ? 'denied' : coverage,
    paRequired: authorization === 'required',
    transferred: answers.some((text) => transfer.test(text) && !noTransfer.test(text)),
    identityRefused:
      !call.verified && (lookedUp || answers.some((text) => refusal.test(text) && /\b(?:you|your|record|identity|account)\b/iu.test(text))),
    declined: callers.some(({ said }) => refusesCall.test(said)),
    wrongNumber: callers.some(({ said }) => otherPerson.test(said)),
    conversation: call.functions.length > 0 || all.some(({ side, said }) => side === 'caller' && !isNoAnswer(said)),
    requested: reason?.question === null && reasonScore(reason.text) > 0,
    answered,
  }
}

/** What a sentence of the answering side says about coverage. */
function coverageIn(text: string): CallResults['coverage'] {
  if (unsure.test(text)) return undefined
  if (coversNot.test(text)) return 'denied'
  return covers.test(text.replace(past, ' ')) ? 'confirmed' : undefined
}

/** What it says about prior authorization: refused is a denial, pending is still required. */
function authorizationIn(text: string): 'required' | 'denied' | 'settled' | undefined {
  if (!pa.test(text)) return undefined
  if (notApproved.test(text)) return unsure.test(text) ? undefined : pending.test(text) ? 'required' : 'denied'
  if (notNeeded.test(text)) return 'settled'
  return needed.test(text) ? 'required' : undefined
}

/** Whether a sentence of the answering side, or the message of a function, says what one of these outcomes says. */
export function statesOutcome(outcome: CallOutcome, text: string): boolean {
  if (outcome === 'coverage_confirmed') return coverageIn(text) === 'confirmed'
  if (outcome === 'not_covered') return coverageIn(text) === 'denied' || authorizationIn(text) === 'denied'
  return outcome !== 'pa_required' || authorizationIn(text) === 'required'
}

/** Whether a sentence is what one hears when nobody answers: a greeting, noise, voicemail. */
const isNoAnswer = (said: string): boolean =>
  voicemail.test(said) ||
  /^\P{L}*$/u.test(said) ||
  /^(?:(?:hello|hi|hey|yes|yeah|bye|goodbye|good (?:morning|afternoon|evening)|who is this|beep)[\s,.!?-]*)+$/iu.test(said)

/** The one word for the results (see `callOutcomes`). */
export function outcomeOf(results: CallResults, adverseEvents: readonly AdverseEvent[], flagged: number, callback: Callback): CallOutcome {
  if (adverseEvents.length > 0 || flagged > 0) return 'adverse_event_reported'
  if (!results.conversation) return 'no_conversation'
  if (results.wrongNumber) return 'wrong_number'
  if (results.declined) return 'declined'
  if (results.paRequired) return 'pa_required'
  if (results.coverage !== undefined) return results.coverage === 'confirmed' ? 'coverage_confirmed' : 'not_covered'
  if (results.transferred) return 'transferred'
  if (callback.requested) return 'callback_requested'
  if (results.identityRefused) return 'identity_not_verified'
  if (results.answered) return 'information_provided'
  return results.requested ? 'unresolved' : 'information_provided'
}
