import { type AroundFigure, aroundFigures } from './around-figures.ts'
import type { SaidTurn } from './said-figures.ts'

const leftBefore =
  /\b(?:all but|all except|everything (?:but|except)|remaining|remains|left|(?:not|hasn't|haven't|didn't|don't|doesn't) (?:yet )?(?:met|satisfied))(?: \S+){0,3}$/u
const leftAfter =
  /^(?:\S+ ){0,3}?(?:to be (?:met|satisfied)|needs? to be (?:met|satisfied)|has not been|have not been|hasn't been|haven't been|not (?:yet )?(?:been )?(?:met|satisfied))\b/u
/** "400 remaining on the deductible"; before another figure it is that which remains. */
const leftBehind = /^(?:\S+ )?(?:is |are )?(?:remain\w*|left)\b(?! (?:is )?#| #)/u
/** "900 left of the 1,500": the second is the whole. */
const ofWhole = /\b(?:left|remaining|remains|met|satisfied) of(?: \S+)?$/u
const leftAsked = /\b(?:left|remain\w*)\b/u

/** A bare figure, as an answer is. */
const fewWords = 8

/**
 * Whether an amount is said to be what is still to be met: "400 to be met", "all but 300", or the bare answer to how much is left. As the whole
 * or as what is met it would say the opposite.
 * @param at the turn that states it
 */
export function isWhatIsLeft(said: readonly SaidTurn[], at: number, value: number): boolean {
  const turn = said[at]
  if (!turn || value === 0) return false
  const asked = said.slice(0, at).findLast(({ isOurs }) => isOurs)?.text ?? ''
  const places = aroundFigures(turn, value)
  if (places.length > 0 && turn.words.length <= fewWords && turn.labels.length === 0 && leftAsked.test(asked.toLowerCase())) return true
  return places.length > 0 && places.every(isLeft)
}

const isLeft = ({ before, after, isNumberNext }: AroundFigure): boolean =>
  (leftBefore.test(before) && !ofWhole.test(before)) || leftAfter.test(after) || leftBehind.test(isNumberNext ? `${after} #` : after)
