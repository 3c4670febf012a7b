import type { CallSentence } from './call-sentences.ts'
import { wordCount } from './note-sentences.ts'

const delighted =
  /\b(?:thank you so much|thanks so much|thank you very much|thanks a (?:lot|million|bunch)|(?:really|so|very|greatly|truly) (?:appreciate|grateful|helpful|happy with)|(?:you'?ve|you have|you were|you are|you'?re) (?:been )?(?:so |very |really |extremely )?(?:helpful|wonderful|great|amazing|awesome|fantastic|kind|a life ?saver)|(?:this|that|it) (?:was|is|has been|helps?|really helps?) (?:so |very |really |extremely |super |a lot|a great deal)?\s?(?:helpful|wonderful|a (?:big|huge|great) (?:help|relief)|easy|a lot)|what a relief|that'?s (?:wonderful|fantastic|excellent|awesome|amazing|great news|good news|perfect)|made my day|couldn'?t be happier|(?:i'?m|i am) (?:very |really |so |extremely |completely |quite )?satisfied|excellent service|love (?:this|it))/iu
const content =
  /\b(?:thank(?:s| you)|appreciate|helpful|great|perfect|wonderful|sounds good|good to know|that works|excellent|awesome|glad)\b/iu
const annoyed =
  /\b(?:(?:i'?m|i am|this is|it'?s|so|very|really|getting|just) (?:\w+ )?frustrat(?:ed|ing)|annoyed (?:with|at) (?:you|this|your)|disappoint(?:ed|ing)|unhappy with|not (?:very |really |at all )?(?:happy|helpful|satisfied|acceptable) ?(?:with|at all|[.!]|$)|(?:you|that|this) (?:weren'?t|wasn'?t) (?:very )?helpful|you (?:didn'?t|did not|haven'?t) (?:really )?(?:help|answer)(?:ed)?|(?:still|been) (?:on hold|waiting)|on hold for|keep getting (?:transferred|the run)|nobody (?:called|answers|can|knows|ever)|no one (?:called|answers|can|knows|ever)|third time|fourth time|(?:three|four|five|many|multiple|several) times (?:already|now)|(?:speak|talk) (?:to|with) (?:a |an )?(?:manager|supervisor|real person|human|actual person)|the run ?around|hopeless|(?:been|were|are|of) (?:absolutely )?no help|fed up|sick of|tired of (?:this|calling|waiting|being)|makes no sense|this is (?:too|so) (?:hard|complicated|slow))/iu
const angry =
  /\b(?:ridiculous|unacceptable|outrageous|terrible (?:service|experience)|worst (?:service|company|insurance|experience|call|customer)|awful (?:service|experience)|useless|waste of (?:my )?time|incompeten\w+|pathetic|horrible (?:service|experience)|disgust\w+|(?:file|make) a complaint|lawyer|sue\b|stop calling|scam|hate (?:this|you|calling)|furious|never (?:again|call)|garbage|bullshit|damn)/iu
const denied =
  /\b(?:not|no|never|isn'?t|wasn'?t|weren'?t|haven'?t|don'?t|didn'?t|hardly|nothing|if|would be|would have been)\b(?:(?!\b(?:and|but|i)\b)[^,.;]){0,25}$/iu

/** How content a sentence shows its speaker to be with the service, -2 to 2. What hurts or frightens a caller is no complaint. */
function contentment(text: string): number {
  if (/\bthank(?:s| you) for nothing\b/iu.test(text)) return -2
  const bad = angry.exec(text) ?? annoyed.exec(text)
  if (bad && !denied.test(text.slice(0, bad.index))) return angry.test(text) ? -2 : -1
  const good = delighted.exec(text) ?? content.exec(text)
  if (!good) return 0
  if (/\bgreat\b[,.]? (?:another|just great)/iu.test(text)) return -2
  if (denied.test(text.slice(0, good.index).replace(/^no\b/iu, ''))) return 0
  return delighted.test(text) ? 2 : content.test(text) ? 0.5 : 0
}

/** Of a caller who said less than this nothing can be told, unless it is as clear as this. */
const fewestWords = 12
const clear = 1

/** How much the end of a call counts beside the course before it. */
const weights = { end: 1, before: 0.5 }
const endTurns = 3

const rateAsked = /\b(?:(?:1|one) (?:to|through|and) (?:5|five)|(?:1-5|out of (?:5|five)))\b/iu
const numbers = ['one', 'two', 'three', 'four', 'five']

/** The number a caller gave when our side asked for one from 1 to 5; null where none was asked for or given. */
function ratingGiven(sentences: readonly CallSentence[]): number | null {
  const question = sentences.findLast(({ side, said }) => side === 'agent' && rateAsked.test(said))
  const answer = sentences.find(
    ({ side, turn, isInjection }) => side === 'caller' && !isInjection && question !== undefined && turn > question.turn,
  )
  const [given = ''] = (answer && answer.words <= 8 && /\b(?:one|two|three|four|five|[1-5])\b/iu.exec(answer.said)) || []
  return given === '' ? null : Number(given) || numbers.indexOf(given.toLowerCase()) + 1
}

/**
 * The caller's contentment with the call, 1 to 5: the number they gave when asked for one; else from what was said of the service and how it ended, the last turns
 * counting double. 3 where nothing was said either way; null where the caller hardly spoke.
 * @param moodOf the emotional state of a sentence, -1 to 1, for what these patterns do not name; the ailments a caller
 *   describes weigh little in it
 */
export function satisfactionOf(sentences: readonly CallSentence[], answered: boolean, moodOf: (text: string) => number): number | null {
  const given = ratingGiven(sentences)
  if (given !== null) return given
  const callers = sentences.filter(({ side }) => side === 'caller')
  const words = callers.reduce((sum, { said }) => sum + wordCount(said), 0)
  const turns = [...new Set(callers.map(({ turn }) => turn))]
  const end = new Set(turns.slice(-endTurns))
  const told = (isEnd: boolean) =>
    callers.filter(({ turn }) => end.has(turn) === isEnd).map(({ said }) => contentment(said) || moodOf(said) / 2)
  const strongest = (values: number[]) => Math.min(0, ...values) + Math.max(0, ...values)
  const sum = weights.end * strongest(told(true)) + weights.before * strongest(told(false))
  if (words < fewestWords && Math.abs(sum) < clear) return null
  // Plain thanks are manners: they count for contentment only where there was an answer.
  const manners = sum > 0 && sum < 1 ? (answered ? 1 : 0) : sum
  return Math.max(1, Math.min(5, 3 + Math.sign(manners) * Math.round(Math.abs(manners))))
}
