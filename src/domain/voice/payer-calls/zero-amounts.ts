import { isNumberWord } from '../../../language/number-words.ts'
import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

const noInformation =
  /^(?:information|info|listed|data|details?|showing|available|amounts?|found|assistance|file|entered|loaded|specified|indicated|tier|tiers|cards?)$/u
const ownEyes = /^(?:i|i'm|we|we're|see|seeing|show|showing|find|finding|don't|didn't|not)$/u

/**
 * Amounts of zero that are said without a number: "no copay", "waived", "covered in full", "nothing has been met"; and a
 * deductible met in full, of which zero remains. "No copay on file" is not one of them.
 * @param isOfMet What is met was asked for: "nothing yet" answers it.
 */
export function zeroAmounts(words: readonly Token[], labels: readonly Label[], isOfMet: boolean): { figure: Figure; label?: Label }[] {
  const text = (at: number) => words[at]?.text ?? ''
  const owner = ownersOf(words, labels)
  return words.flatMap((_word, at) => {
    const figure: Figure = { from: at, to: at + 1, kind: 'zero', large: 0, small: 0 }
    switch (text(at)) {
      case 'no':
        return isNoBenefit(words, labels, at)
          ? [{ figure }]
          : text(at + 1) === 'charge' || text(at + 1) === 'cost'
            ? [{ figure: { ...figure, to: at + 2 } }]
            : []
      case 'waived':
        return owner[at] === undefined && labels.some(({ value }) => value === 'copay') ? [{ figure }] : []
      case 'nothing':
      case 'none':
      case 'nada':
        return isZero(words, labels, at) || (isOfMet && at <= 3 && !/^(?:else|on|in|listed|showing)$/u.test(text(at + 1)))
          ? [{ figure }]
          : []
      case 'full':
      case 'completely':
        return isOfMet && words.length <= 5 && (text(at) === 'completely' || text(at - 1) === 'in') ? [inFull(words, at, figure)] : []
      case 'anything':
      case 'any':
        return isNotAny(words, at) && isZero(words, labels, at) ? [{ figure }] : []
      case 'covered':
        return isInFull(words, at) ? [inFull(words, at, figure)] : []
      case 'met':
      case 'satisfied':
        return isInFull(words, at) || isAllMet(words, labels, at) ? [inFull(words, at, figure)] : []
      default:
        return []
    }
  })
}

const textAround = (words: readonly Token[], from: number, to: number): string =>
  words
    .slice(Math.max(0, from), to)
    .map(({ text }) => text)
    .join(' ')

/** "Hasn't met any of it". */
const isNotAny = (words: readonly Token[], at: number): boolean =>
  /\b(?:hasn't|haven't|has not|have not|not|didn't|isn't)(?: \S+){0,3}$/u.test(textAround(words, at - 5, at))

const isInFull = (words: readonly Token[], at: number): boolean =>
  /^in full\b/u.test(textAround(words, at + 1, at + 3)) || /^(?:fully|completely)$/u.test(words[at - 1]?.text ?? '')

/** "He's met all of it", "it's already been met", "the deductible has been met": of these nothing remains. */
function isAllMet(words: readonly Token[], labels: readonly Label[], at: number): boolean {
  const [before, after] = [textAround(words, at - 7, at), textAround(words, at + 1, at + 5)]
  if (
    /\b(?:not|hasn't|haven't|isn't|never|once|until|when|if|after|how|much|any|has to be|to be|what|what's|whatever|amount)\b/u.test(before)
  )
    return false
  if (words.slice(at + 1, at + 6).some(({ text, kind }) => kind !== 'word' || isNumberWord(text))) return false
  if (
    /^(?:all of (?:it|that|his|her|the)|all his|all her|the (?:full|whole|entire)|(?:his|her|their) (?:full|whole|entire)|that (?:in full|completely|already)|it (?:in full|already|completely)|completely|a hundred percent)\b/u.test(
      after,
    )
  )
    return true
  if (labels.some(({ kind, from, to }) => kind === 'aside' && from <= at && to > at)) return false
  if (words.length <= 6 && at === words.length - 1 && /\b(?:deductible|out of pocket|out of pocket max)$/u.test(before)) return true
  const isEnd = !/^(?:is|of|so far|to date|year|ytd|toward|towards|the|amount|yet|for the family|by)/u.test(after)
  if (!isEnd) return false
  if (
    /\b(?:it's|it has|that's|that has|which has|that one's|that one has)(?: already| now)?(?: been| all)?(?: already| fully)?$/u.test(
      before,
    )
  )
    return true
  if (words.slice(Math.max(0, at - 12), at).some(({ text, kind }) => kind !== 'word' || isNumberWord(text))) return false
  return /\b(?:deductible|out of pocket|out of pocket max|out of pocket maximum) (?:has|is|has already|is already|was)(?: been)?(?: already)?$/u.test(
    before,
  )
}

function ownersOf(words: readonly Token[], labels: readonly Label[]): (Label | undefined)[] {
  const owner: (Label | undefined)[] = new Array(words.length).fill(undefined)
  for (const label of labels) owner.fill(label, label.from, label.to)
  return owner
}

function isNoBenefit(words: readonly Token[], labels: readonly Label[], at: number): boolean {
  if ([words[at - 1]?.text ?? '', words[at - 2]?.text ?? ''].some((text) => ownEyes.test(text))) return false
  if (/^(?:the|that|your|their|it|they|he|she|i|we|this|his|her)$/u.test(words[at + 1]?.text ?? '')) return false
  const near = labels.filter(({ from }) => from > at && from <= at + 4)
  const benefit = near.find(({ kind, value }) => kind === 'benefit' && /^(?:copay|deductible|coinsurance)$/u.test(value))
  if (!benefit || words.slice(at + 1, benefit.to).some(({ after }) => after !== 'space')) return false
  const after = [words[benefit.to], words[benefit.to + 1]].map((word) => word?.text ?? '')
  return !after.some((text) => noInformation.test(text))
}

function isZero(words: readonly Token[], labels: readonly Label[], at: number): boolean {
  if (words.length <= 3) return true
  const met = labels.some(({ kind, value, from }) => kind === 'measure' && value === 'met' && Math.abs(from - at) <= 5)
  return met && !/^(?:else|on|in|listed|showing)$/u.test(words[at + 1]?.text ?? '')
}

function inFull(words: readonly Token[], at: number, figure: Figure): { figure: Figure; label?: Label } {
  const to = words[at + 1]?.text === 'in' ? at + 3 : at + 1
  const isMet = words[at]?.text !== 'covered'
  return { figure: { ...figure, to }, label: isMet ? { from: at, to, kind: 'measure', value: 'remaining' } : undefined }
}
