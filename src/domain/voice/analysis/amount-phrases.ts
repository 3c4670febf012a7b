import { isNumberWord, saidDigit } from '../../../language/number-words.ts'
import { type Token, tokensOf } from '../../../language/tokens.ts'

const currencies = new Set(['$', '€', '£'])
const units = new Set(['%', 'percent', 'dollar', 'dollars', 'buck', 'bucks', 'cents', 'grand'])
/** What a figure without a unit may be of. */
const costs =
  /\b(?:co-?pays?|copayments?|deductibles?|out[- ]of[- ]pocket|co-?insurance|max(?:imum)?|owes?|owed|pays?|paid|costs?|charged?|bill(?:ed)?|balance|price|met|premium)\b/iu
/** What else a figure can be of. */
const otherUnits =
  /^(?:mg|milligrams?|ml|mcg|units?|pens?|pills?|tablets?|doses?|shots?|injections?|refills?|minutes?|hours?|days?|weeks?|months?|years?|times|business|a\.?m|p\.?m|o'clock|st|nd|rd|th)$/u
const ofDates =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|tier|step|part|number|reference|id|case|claim|fax|phone|extension|code|zip|box|phase|option|press|at|by|until|since)$/u
const joining = new Set(['and', 'point', 'hundred', 'thousand'])
const scales = new Set(['hundred', 'thousand'])
/** More words are someone's number. */
const mostWords = 8

/**
 * The amounts of money and percentages that a text names, as they were said: figures with a unit, and in a sentence about cost also
 * those without one ("your deductible is fifteen hundred"). Numbers to call, dates and doses are none.
 */
export function amountPhrases(text: string): string[] {
  const tokens = tokensOf(text)
  const isOfCost = costs.test(text)
  const phrases: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const to = endOfFigures(tokens, at)
    if (to === at) {
      at++
      continue
    }
    const isPriced = currencies.has(tokens[at - 1]?.text ?? '') && tokens[at]?.after === 'space'
    const unitTo = unitAfter(tokens, to)
    const isBare = isOfCost && isBareAmount(tokens, at, to)
    const first = tokens[isPriced ? at - 1 : at]
    const last = tokens[(unitTo ?? to) - 1]
    if (first && last && (isPriced || unitTo !== undefined || isBare)) phrases.push(text.slice(first.start, last.end))
    at = unitTo ?? to
  }
  return [...new Set(phrases)]
}

const isFigure = ({ text, kind }: Token): boolean => kind === 'number' || isNumberWord(text) || saidDigit(text) !== undefined

function endOfFigures(tokens: readonly Token[], from: number): number {
  let to = from
  while (to < tokens.length) {
    const token = tokens[to]
    const goesOn = to === from || token?.after === 'space'
    const [before, after] = [tokens[to - 1], tokens[to + 1]]
    const isJoin =
      to > from &&
      token !== undefined &&
      joining.has(token.text) &&
      (token.text !== 'and' || scales.has(before?.text ?? '')) &&
      after !== undefined &&
      isFigure(after)
    if (!token || !goesOn || !(isFigure(token) || isJoin)) break
    to++
  }
  return to
}

function unitAfter(tokens: readonly Token[], to: number): number | undefined {
  const [word, after] = [tokens[to], tokens[to + 1]]
  if (word?.after !== 'space') return undefined
  if (units.has(word.text)) return to + 1
  return word.text === 'per' && after?.text === 'cent' ? to + 2 : undefined
}

function isBareAmount(tokens: readonly Token[], from: number, to: number): boolean {
  const figures = tokens.slice(from, to)
  const isTelling = figures.length > 1 || /^\d{2,}/u.test(figures[0]?.text ?? '') || (figures[0]?.text.length ?? 0) > 5
  const next = tokens[to]
  return (
    isTelling &&
    !isDigitByDigit(figures) &&
    figures.length <= mostWords &&
    !/^\d{6,}$/u.test(figures[0]?.text ?? '') &&
    !ofDates.test(tokens[from - 1]?.text ?? '') &&
    !(next?.after === 'space' && otherUnits.test(next.text))
  )
}

/** "Four four one two" is a reference; "two oh five" may be an amount. */
const isDigitByDigit = (figures: readonly Token[]): boolean =>
  figures.length > 3 && figures.every(({ text }) => saidDigit(text) !== undefined)
