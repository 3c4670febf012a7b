import type { Word } from './words.ts'

/**
 * What a run of number words may mean: as a large amount ("twelve fifty" is 1250), as a small one (12.50). Both are the same
 * for most; undefined is "not to be read": better no number than a wrong one.
 */
export interface Reading {
  /** Index after the last word. */
  to: number
  large?: number
  small?: number
  /** Said as two halves that make a hundred: "eighty twenty". */
  split?: number
  /** It may be two numbers: "three thousand six hundred (met)", "fifteen hundred and forty (for specialists)". */
  loose?: 'and' | 'hundreds'
}

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const below20 = new Map(units.split(' ').map((word, value) => [word, value]))
const tens = new Map('twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, index * 10 + 20]))
const thousands = new Set(['thousand', 'grand', 'k'])
const percents = new Set(['percent', '%', 'per'])

interface Group {
  value: number
  to: number
}

/** Reads a number that begins at a word; undefined where none begins. Looks at a bounded number of words ahead. */
export function readNumber(words: readonly Word[], from: number): Reading | undefined {
  const digits = digitByDigit(words, from)
  if (digits) return digits
  const first = leading(words, from)
  if (!first) return undefined
  const scaled = withScales(words, from, first)
  if (scaled) return scaled
  return decimals(words, first) ?? pairs(words, from, first)
}

/** A word that goes on without a pause; a comma ends a number. */
const next = (words: readonly Word[], at: number): string => (words[at]?.after === 'space' ? words[at].text : '')

function digitOf(text: string): number | undefined {
  if (text === 'oh' || text === 'o') return 0
  const value = below20.get(text)
  if (value !== undefined) return value < 10 ? value : undefined
  return /^\d$/u.test(text) ? Number(text) : undefined
}

/** "one five zero zero": three to five digits are an amount, more are someone's number. */
function digitByDigit(words: readonly Word[], from: number): Reading | undefined {
  let said = ''
  let to = from
  for (; ; to++) {
    const digit = digitOf(to === from ? (words[to]?.text ?? '') : next(words, to))
    if (digit === undefined) break
    said += digit
  }
  if (said.length < 3) return undefined
  if (scaleAt(words, to) > 0 || tens.has(next(words, to)) || (below20.get(next(words, to)) ?? 0) > 9) return { to: to + 1 }
  const value = said.length > 5 || said.startsWith('0') ? undefined : Number(said)
  // "Four oh five" may be 405 or 4.05.
  return { to, large: value, small: said.length > 3 ? value : undefined }
}

function scaleAt(words: readonly Word[], at: number): number {
  const text = next(words, at)
  return text === 'hundred' ? 100 : thousands.has(text) ? 1000 : 0
}

/** A group below a hundred in words, or a figure in digits. */
function group(words: readonly Word[], at: number, text = next(words, at)): Group | undefined {
  const ten = tens.get(text)
  if (ten !== undefined) {
    const unit = below20.get(next(words, at + 1)) ?? 0
    return unit > 0 && unit < 10 ? { value: ten + unit, to: at + 2 } : { value: ten, to: at + 1 }
  }
  const low = below20.get(text)
  return low === undefined ? undefined : { value: low, to: at + 1 }
}

function leading(words: readonly Word[], from: number): Group | undefined {
  const text = words[from]?.text ?? ''
  if (/^\d/u.test(text)) return figure(words, from, text)
  if (text === 'a' || text === 'hundred' || text === 'thousand') {
    const at = text === 'a' ? from + 1 : from
    const scale = at === from ? (text === 'hundred' ? 100 : 1000) : scaleAt(words, at)
    return scale > 0 && next(words, at) !== 'k' ? { value: 1, to: at } : undefined
  }
  return group(words, from, text)
}

/** "1,500.00", "1.5k", "1 500". Grouping must be by thousands, and cents have at most two digits. */
function figure(words: readonly Word[], from: number, text: string): Group | undefined {
  const [, digits = '', cents = '', k] = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d+)?(k)?,?$/u.exec(text) ?? []
  if (digits === '') return undefined
  const value = Number(digits.replaceAll(',', '') + cents) * (k ? 1000 : 1)
  if (cents.length > 3 && !k) return { value: Number.NaN, to: from + 1 }
  const rest = words[from + 1]
  if (/^\d{1,3}$/u.test(text) && rest?.after === 'space' && /^\d{3}(?:\.\d\d)?$/u.test(rest.text))
    return { value: value * 1000 + Number(rest.text), to: from + 2 }
  return { value: Math.round(value * 100) / 100, to: from + 1 }
}

/** "fifteen hundred", "three thousand two hundred and fifty", "two point five thousand". */
function withScales(words: readonly Word[], from: number, first: Group): Reading | undefined {
  const fraction = fractionAt(words, first)
  const scale = words[first.to]?.text === 'hundred' && first.to === from ? 100 : first.to === from ? 1000 : scaleAt(words, fraction.to)
  if (scale === 0) return undefined
  let to = (first.to === from ? from : fraction.to) + 1
  let total = round(fraction.value * scale)
  let loose: Reading['loose']
  let isHundreds = scale === 100
  if (isHundreds) {
    const rest = restAfter(words, to)
    if (rest) [total, to, loose] = [total + rest.value, rest.to, rest.joined ? 'and' : undefined]
    if (scaleAt(words, to) === 1000) [total, to, isHundreds, loose] = [total * 1000, to + 1, false, undefined]
  }
  if (!isHundreds && Number.isInteger(first.value)) {
    const hundreds = restAfter(words, to, true)
    if (hundreds)
      [total, to, loose] = [total + hundreds.value, hundreds.to, hundreds.joined ? 'and' : hundreds.value >= 100 ? 'hundreds' : undefined]
  }
  return isNumberAt(words, to) ? { to: to + 1 } : { to, large: total, small: total, loose }
}

function fractionAt(words: readonly Word[], first: Group): Group {
  if (next(words, first.to) !== 'point') return first
  let said = ''
  let to = first.to + 1
  for (let digit = digitOf(next(words, to)); digit !== undefined && said.length < 3; digit = digitOf(next(words, to))) {
    said += digit
    to++
  }
  return said === '' ? first : { value: Number(`${first.value}.${said}`), to }
}

/** What follows a hundred or a thousand as its part; not what begins a number of its own ("fifteen hundred | six hundred"). */
function restAfter(words: readonly Word[], at: number, withHundreds = false): (Group & { joined: boolean }) | undefined {
  const joined = next(words, at) === 'and'
  const start = joined ? at + 1 : at
  const low = group(words, start)
  if (!low || low.value === 0) return undefined
  if (scaleAt(words, low.to) === 100 && withHundreds && low.value < 10) {
    const rest = restAfter(words, low.to + 1)
    return { value: low.value * 100 + (rest?.value ?? 0), to: rest?.to ?? low.to + 1, joined: joined || (rest?.joined ?? false) }
  }
  if (scaleAt(words, low.to) > 0 || percents.has(next(words, low.to))) return undefined
  return { ...low, joined }
}

function decimals(words: readonly Word[], first: Group): Reading | undefined {
  const { value, to } = fractionAt(words, first)
  return to === first.to ? undefined : { to, large: value, small: value }
}

/** "twelve fifty", "fifteen oh five", "eighty twenty"; more groups than two are no amount. */
function pairs(words: readonly Word[], from: number, first: Group): Reading | undefined {
  const slash = words[first.to]?.text === '/'
  const [second, isOh] = secondOf(words, slash ? first.to + 1 : first.to)
  if (!second || first.value >= 100 || !Number.isInteger(first.value)) {
    if (slash) return { to: first.to + 1 }
    const value = Number.isNaN(first.value) ? undefined : first.value
    // "one" alone is a pronoun.
    return words[from]?.text === 'one' ? undefined : { to: first.to, large: value, small: value }
  }
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
  return isOh || second.value >= 10 || second.value === 0 ? { to: second.to, large, small, split } : { to: second.to }
}

function secondOf(words: readonly Word[], at: number): [Group | undefined, boolean] {
  const text = next(words, at)
  if (text === 'oh' || text === 'o' || text === 'zero') {
    const unit = digitOf(next(words, at + 1))
    return unit === undefined ? [undefined, false] : [{ value: unit, to: at + 2 }, true]
  }
  if (/^\d\d?$/u.test(text)) return [{ value: Number(text), to: at + 1 }, false]
  const second = group(words, at)
  return second && scaleAt(words, second.to) === 0 && !percents.has(next(words, second.to)) ? [second, false] : [undefined, false]
}

const isNumberAt = (words: readonly Word[], at: number): boolean => {
  const text = next(words, at)
  if (scaleAt(words, at) > 0) return true
  const low = group(words, at)
  return low !== undefined && scaleAt(words, low.to) === 0 && !percents.has(next(words, low.to)) && !/^(?:zero)$/u.test(text)
}

const round = (value: number): number => Math.round(value * 100) / 100
