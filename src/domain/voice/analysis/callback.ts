import { namesContact } from './act-features.ts'
import type { CallToAnalyse } from './analysis-schema.ts'
import type { Act } from './call-acts.ts'
import type { CallSentence } from './call-sentences.ts'
import { timeNamed } from './callback-time.ts'

export interface Callback {
  requested: boolean
  /** A function asked for it, and the caller does not want it any more. */
  takenBack: boolean
  /** The caller wants no more calls, texts or letters, and has asked for none since. */
  optedOut: boolean
  /** When, in the words that were used; null where nothing was said of it. */
  when: string | null
  urgent: boolean
}

const yes =
  /^(?:(?:um|uh|oh|well|okay|ok)[\s,]+)*(?:yes|yeah|yep|yup|sure|please|okay|ok|fine|alright|all right|that (?:would|works|sounds)|sounds good|definitely|absolutely|perfect|great|i guess|of course|if you)\b/iu
/** A refusal, and not the "no" of a correction ("no, five five one two"). */
const no =
  /^(?:(?:um|uh|oh|well|okay|ok)[\s,]+)*(?:no|nope|nah)(?:[\s,.!]*$|[\s,.!]+(?:thanks?|thank you|don'?t|need|it'?s (?:ok|okay|fine|all right)|that'?s (?:ok|okay|fine|all right|not)|i(?:'m| am) (?:good|fine|okay|all set)|i(?:'d| would) rather|not (?:now|necessary|needed)|i'?ll (?:call|just|do|manage)|bother)\b)/iu

/** From these probabilities on an act counts: with a word of phoning, and without one where nothing before it spoke of a call. */
const least = { said: 0.55, alone: 0.95, optout: 0.6 }
/** So many sentences back a call may have been spoken of: "would tomorrow suit you?" */
const back = 8

const does = ({ acts }: CallSentence, act: Act, other: Act): boolean =>
  (acts.get(act) ?? 0) >= least.said && (acts.get(act) ?? 0) > (acts.get(other) ?? 0)

const contact = '(?:call|text|phone|reach|ring|email|write|contact)'
/** A line of the caller's own: "call my doctor instead" does not say how to reach the caller. */
const ownLine =
  '(?:my (?:cell|mobile)|my (?:own |other )?(?:work|home|own|other) (?:phone|number|line|cell|mobile|email|address)|my (?:work|home)(?=[.,!?;]|\\s*$| instead)|this (?:one|number)|the other (?:one|number|line))'
/** "Don't hesitate to call", "don't call my husband, call me", "use my cell instead": who names how to be reached wants to be. */
const reaching = new RegExp(
  [
    String.raw`\b(?:don['’]?t|do not|never) (?:(?:hesitate|forget|fail) to ${contact}|(?:stop|quit) (?:call|text|phon|contact)ing)\b`,
    String.raw`\b${contact} (?:me|${ownLine}) instead\b`,
    String.raw`(?:\b(?:and|but)\b|[,;.])\s{0,3}(?:please |just |only )?(?:${contact}|use|try) ${ownLine}`,
    String.raw`\b(?:don['’]?t|do not|never|stop|quit) (?:call|text|phon)\p{L}* (?:my \p{L}+|him|her|them)\b[^.;]{0,60}[,;.] ?(?:please |just )?${contact} me\b(?! (?:again|any ?more|every))`,
  ].join('|'),
  'iu',
)

/** Whether a refusal names how to call instead. */
export const wantsToBeReached = ({ said }: CallSentence): boolean => reaching.test(said)

const optsOut = (sentence: CallSentence): boolean => {
  const [optout = 0, callback = 0] = [sentence.acts.get('optout'), sentence.acts.get('callback')]
  return sentence.side === 'caller' && optout >= least.optout && optout > callback && !wantsToBeReached(sentence)
}

/** Whether a sentence asks for, promises or offers a call, and not only names a time. */
const isOfCall = (sentence: CallSentence, before: readonly CallSentence[]): boolean =>
  namesContact(sentence.said) ||
  Math.max(sentence.acts.get('callback') ?? 0, sentence.acts.get('callbackoffer') ?? 0) >= least.alone ||
  before.slice(-back).some((one) => (one.acts.has('callback') || one.acts.has('callbackoffer')) && namesContact(one.said))

/**
 * Whether a call back is wanted or was agreed, and for when: what the agent invoked, the caller asked for, the agent promised, or
 * offered and the caller took. A later refusal takes it back; a corrected number does not.
 */
export function callbackIn(sentences: readonly CallSentence[], functions: CallToAnalyse['functions']): Callback {
  const machine = new Set(sentences.filter(({ acts, side }) => side === 'caller' && acts.has('voicemail')).map(({ turn }) => turn))
  const said = sentences.filter(({ turn }) => !machine.has(turn))
  const hasCaller = said.some(({ side }) => side === 'caller')
  const optedOutAt = said.findLastIndex(optsOut)
  const foundAt = hasCaller ? said.findLastIndex((sentence, index) => index > optedOutAt && isAgreed(sentence, said, index)) : -1
  const found = said[foundAt]
  const isAskedFor = functions.some(({ name, succeeded }) => name === 'request_callback' && succeeded)
  const takenBack = isAskedFor && found === undefined && isTakenBack(said)
  const requested = found !== undefined || (isAskedFor && !takenBack)
  const near = found ? said.filter(({ turn, side }) => Math.abs(turn - found.turn) <= 1 && (turn === found.turn || side === 'caller')) : []
  const when = [found?.said ?? '', ...near.map((sentence) => sentence.said)].map(timeNamed).find((time) => time !== null) ?? null
  return {
    requested,
    takenBack,
    optedOut: optedOutAt > foundAt,
    when,
    urgent: /as soon as possible|asap|right away|today|tonight|within the hour/iu.test(when ?? ''),
  }
}

function isAgreed(sentence: CallSentence, all: readonly CallSentence[], index: number): boolean {
  const later = all.slice(index + 1)
  if (!isOfCall(sentence, all.slice(0, index))) return false
  if (sentence.side === 'caller') return does(sentence, 'callback', 'nocallback') && !no.test(sentence.said) && !isTakenBack(later)
  const answer = later.filter(({ turn }) => turn !== sentence.turn).slice(0, 6)
  const reply = answer.slice(
    0,
    Math.max(
      0,
      answer.findIndex(({ side }, at) => at > 0 && side === 'agent'),
    ) || answer.length,
  )
  const callers = reply.filter(({ side }) => side === 'caller')
  if (callers.some((one) => no.test(one.said) || does(one, 'nocallback', 'callback')) || isTakenBack(later)) return false
  if (does(sentence, 'callback', 'nocallback') && !sentence.said.endsWith('?')) return true
  if (!does(sentence, 'callbackoffer', 'nocallback') && !does(sentence, 'callback', 'nocallback')) return false
  return callers
    .slice(0, 3)
    .some((one) => yes.test(one.said) || one.acts.has('accept') || one.acts.has('callback') || timeNamed(one.said) !== null)
}

/** Whether the caller says later that no call is wanted: "actually, never mind, don't call me". */
function isTakenBack(later: readonly CallSentence[]): boolean {
  const callers = later.filter(({ side }) => side === 'caller')
  if (callers.some(({ acts, said }) => (acts.get('nocallback') ?? 0) > 0.8 && takesBack.test(said))) return true
  const turns = [...Map.groupBy(callers, ({ turn }) => turn).values()].map((turn) => turn.map(({ said }) => said).join(' '))
  return turns.some((said) => changesMind.test(said) && refusesCall.test(said))
}
const takesBack = /\b(?:don'?t|do not|no need|needn'?t|not necessary|never ?mind|no reason)\b/iu
const changesMind =
  /\b(?:never ?mind|scratch that|forget (?:it|that|the call)|changed my mind|on second thought|cancel (?:that|the call))\b/iu
const refusesCall =
  /\b(?:(?:don['’]?t|do not|no need to|needn['’]?t) (?:call|ring|phone)|i(?:['’]?ll| will| can) (?:just )?(?:call|ring|phone) (?:you|back|again))\b/iu
