import type { Turn } from '../../../language/dialogue.ts'
import { isPromptInjection } from '../../../language/prompt-injection.ts'
import { transcriptSentences } from '../../../language/sentences.ts'
import { dictionary } from '../../drugs/medicine-names.ts'
import { dangerSaid } from '../../safety/signs/danger-heard.ts'
import { type Act, type ActsOfSentence, actsOf } from './call-acts.ts'
import { isIdentity, isSmallTalk } from './dialogue-acts.ts'
import { cleaned, wordCount } from './note-sentences.ts'
import { asCallerSaid, isAccount, type Side, sideInAccount, speakerRolesOf } from './speaker-roles.ts'

/** A sentence of a call, raw and cleaned, and whether it may be shown and weighed. */
export interface CallSentence {
  side: Side
  /** As it stands in the transcript, trimmed. */
  said: string
  /** Fit for a summary; empty where it was nothing but "um, yes". */
  text: string
  words: number
  /** The turn it belongs to. */
  turn: number
  /** Neither small talk nor identity details: may be shown and weighed. */
  substantial: boolean
  /** Prompt injection: it counts for nothing and is never shown, but it proves that somebody spoke. */
  isInjection: boolean
  /** What it does in the call. */
  acts: ActsOfSentence
}

/** How many sentences are read at each end: hours of talk. */
const mostAtEachEnd = 2000

/**
 * What the two sides said, sentence by sentence. In a call with an insurer the sides change places: there our agent asks
 * and the other side answers, so "caller" is always who wants something.
 */
export function callSentences(turns: readonly Turn[], withPayer: boolean): CallSentence[] {
  const inAccount = isAccount(turns)
  const all = speakerRolesOf(turns).flatMap((turn, index) =>
    transcriptSentences(turn.text).map((said, place) =>
      inAccount
        ? sentenceOf(said, sideInAccount(said), place, withPayer, asCallerSaid(said))
        : sentenceOf(said, turn.side, index, withPayer),
    ),
  )
  return all.length <= 2 * mostAtEachEnd ? all : [...all.slice(0, mostAtEachEnd), ...all.slice(-mostAtEachEnd)]
}

function sentenceOf(said: string, side: Side, turn: number, swapped: boolean, asSpoken = said): CallSentence {
  const asker: Side = side === 'caller' ? 'agent' : 'caller'
  const text = cleaned(said)
  const words = wordCount(text)
  const substantial = words > 2 && ![said, text].some((form) => isSmallTalk(form) || isIdentity(form))
  const own = swapped ? asker : side
  return {
    side: own,
    said,
    text,
    words,
    turn,
    substantial,
    isInjection: isPromptInjection(said, 'transcript'),
    acts: actsSaid(own, asSpoken),
  }
}

const refusals: readonly Act[] = ['declined', 'optout', 'nocallback']

/** "I don't want to live any more" refuses no call. */
function actsSaid(side: Side, said: string): ActsOfSentence {
  const acts = actsOf(side, said)
  if (side === 'agent' || !refusals.some((act) => acts.has(act)) || dangerSaid(said, dictionary) === null) return acts
  return new Map([...acts].filter(([act]) => !refusals.includes(act)))
}

/** Fewer words than this may lack English function words by chance; foreign ones then tell the language. */
const fewWords = 30
const foreign = /\b(?:el|los|las|de|que|es|por|para|mi|una?|le|les|des|et|je|vous|ich|und|der|das|ist|n[aã]o|com|che|per)\b/iu

/** Whether English patterns apply: a fair share of the words are English function words. */
export function isEnglish(sentences: readonly CallSentence[]): boolean {
  const text = sentences
    .map((sentence) => sentence.text)
    .join(' ')
    .slice(0, 20_000)
  const small = text.match(
    /\b(?:the|a|an|i|i'm|you|it|is|and|to|my|of|for|that|have|in|on|this|was|yes|no|not|do|what|with|okay|thank|thanks|hello|hi|me|your|are|can|any|but|so|how)\b/giu,
  )
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin * 2 < letters) return false
  return (small?.length ?? 0) >= wordCount(text) * 0.15 || (wordCount(text) < fewWords && !foreign.test(text))
}
