import { cardinalAt, type Group, groupAt, isPercentAt, type NumberSource, next, round, scaleAt } from './cardinal.ts'
import { ones, saidDigit, simple, tens } from './number-words.ts'
import { tokensOf } from './tokens.ts'

/**
 * What a run of number words may mean. A caller picks: as a `large` amount "twelve fifty" is 1250, as a `small` one 12.50.
 * Both are the same for most. Undefined is "not to be read": better no number than a wrong one.
 */
export interface NumberReading {
  /** Index after the last word. */
  to: number
  large?: number | undefined
  small?: number | undefined
  /** Said in three groups, the last as cents: "four seventeen sixty-two" is 417.62. */
  withCents?: number | undefined
  /** Said short: "sixteen three" is 16,300 where a limit is expected. */
  short?: number | undefined
  /** Said as two halves that make a hundred: "eighty twenty". */
  split?: number | undefined
  /** It may be two numbers: "three thousand six hundred (met)", "fifteen hundred and forty (for specialists)". */
  loose?: 'and' | 'hundreds' | undefined
}

/** Reads a number that begins at a word; undefined where none begins, and for "one" alone, a pronoun. */
export function readNumber(words: NumberSource, from: number): NumberReading | undefined {
  const digits = digitByDigit(words, from)
  if (digits) return digits
  const cardinal = cardinalAt(words, from)
  if (!cardinal) return undefined
  const { value, to, loose, isWhole } = cardinal
  if (!isWhole) return pairs(words, from, cardinal)
  return isNumberAt(words, to) ? (behindWhole(words, cardinal) ?? { to: to + 1 }) : { to, large: value, small: value, loose }
}

/** "Thirteen hundred twelve | fifty": cents behind a whole number. */
function behindWhole(words: NumberSource, { value, to }: Group): NumberReading | undefined {
  const cents = centsGroup(words, to)
  return cents && Number.isInteger(value) && value >= 100 ? { to: cents.to, withCents: round(value + cents.value / 100) } : undefined
}

/** A last group of two digits, "sixty-two" or "oh five", with no number behind it. */
function centsGroup(words: NumberSource, at: number): Group | undefined {
  const [group, isOh] = secondOf(words, at)
  return group && (isOh || group.value >= 10) && group.value < 100 && !isNumberAt(words, group.to) ? group : undefined
}

/** The values that a number may have, each once; empty where it is not to be read. */
export const valuesOf = ({ large, small }: NumberReading): number[] => [...new Set([large, small])].filter((value) => value !== undefined)

/** A text with its numbers in figures: "take twenty-five mg" is "take 25 mg". "One" stays: it is more often a pronoun. */
export function withFigures(text: string): string {
  const tokens = tokensOf(text)
  let written = ''
  let from = 0
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    const cardinal = token?.kind === 'word' ? cardinalAt(tokens, at) : undefined
    if (!token || !cardinal || (cardinal.to === at + 1 && ones.has(token.text))) {
      at++
      continue
    }
    written += text.slice(from, token.start) + cardinal.value
    from = tokens[cardinal.to - 1]?.end ?? token.end
    at = cardinal.to
  }
  return written + text.slice(from)
}

/** "one five zero zero": three to five digits are an amount, more are someone's number. */
function digitByDigit(words: NumberSource, from: number): NumberReading | undefined {
  let said = ''
  let to = from
  for (; ; to++) {
    const digit = saidDigit(to === from ? (words.at(to)?.text ?? '') : next(words, to))
    if (digit === undefined) break
    said += digit
  }
  if (said.length < 3) return undefined
  const decimals = decimalsAt(words, to)
  if (decimals && said.length <= 5 && !said.startsWith('0')) {
    const value = Number(`${said}.${decimals.said}`)
    return { to: decimals.to, large: value, small: value }
  }
  if (scaleAt(words, to) > 0 || tens.has(next(words, to)) || (simple.get(next(words, to)) ?? 0) > 9) return { to: to + 1 }
  const value = said.length > 5 || said.startsWith('0') ? undefined : Number(said)
  // "Four oh five" may be 405 or 4.05.
  return { to, large: value, small: said.length > 3 ? value : undefined }
}

/** "… point oh eight" */
function decimalsAt(words: NumberSource, at: number): { said: string; to: number } | undefined {
  if (next(words, at) !== 'point') return undefined
  let said = ''
  let to = at + 1
  for (let digit = saidDigit(next(words, to)); digit !== undefined && said.length < 3; digit = saidDigit(next(words, to))) {
    said += digit
    to++
  }
  return said.length === 2 ? { said, to } : undefined
}

/** "twelve fifty", "fifteen oh five", "eighty twenty"; more groups than two are no amount. */
function pairs(words: NumberSource, from: number, first: Group): NumberReading | undefined {
  const slash = words.at(first.to)?.text === '/'
  const [second, isOh] = secondOf(words, slash ? first.to + 1 : first.to)
  if (!second || first.value >= 100 || !Number.isInteger(first.value)) {
    if (slash) return { to: first.to + 1 }
    const value = Number.isNaN(first.value) ? undefined : first.value
    return ones.has(words.at(from)?.text ?? '') ? undefined : { to: first.to, large: value, small: value }
  }
  const cents = slash || (!isOh && second.value < 10) ? undefined : centsGroup(words, second.to)
  if (cents && first.value > 0) return { to: cents.to, withCents: round(first.value * 100 + second.value + cents.value / 100) }
  if (slash || isNumberAt(words, second.to) || next(words, second.to) === '/') {
    const split = slash && first.value + second.value === 100 ? first.value : undefined
    let to = second.to
    while (isNumberAt(words, to) || next(words, to) === '/') to++
    return { to, split: to === second.to ? split : undefined }
  }
  const split = first.value + second.value === 100 && second.value >= 10 ? first.value : undefined
  if (first.value === 0) return { to: second.to }
  const isYear = first.value === 20 && second.value >= 20 && second.value < 40
  const large = isYear ? undefined : first.value * 100 + second.value
  const small = first.value >= 10 ? round(first.value + second.value / 100) : undefined
  if (isOh || second.value >= 10 || second.value === 0) return { to: second.to, large, small, split }
  return { to: second.to, short: first.value >= 10 ? first.value * 1000 + second.value * 100 : undefined }
}

function secondOf(words: NumberSource, at: number): [Group | undefined, boolean] {
  const text = next(words, at)
  if (text === 'oh' || text === 'o' || text === 'zero') {
    const unit = saidDigit(next(words, at + 1))
    return unit === undefined ? [undefined, false] : [{ value: unit, to: at + 2 }, true]
  }
  if (/^\d\d?$/u.test(text)) return [{ value: Number(text), to: at + 1 }, false]
  const second = groupAt(words, at)
  return second && scaleAt(words, second.to) === 0 && !isPercentAt(words, second.to) ? [second, false] : [undefined, false]
}

function isNumberAt(words: NumberSource, at: number): boolean {
  if (scaleAt(words, at) > 0) return true
  const low = groupAt(words, at)
  return low !== undefined && scaleAt(words, low.to) === 0 && !isPercentAt(words, low.to) && next(words, at) !== 'zero'
}
