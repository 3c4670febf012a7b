import { hundreds, isLoneScale, saidDigit, scales, simple, tens } from './number-words.ts'

/** What a number is read from: tokens, or words that are fetched as they are asked for. Words behind a comma begin anew. */
export interface NumberSource {
  at(index: number): { text: string; after: string } | undefined
}

/** A number said as one: "forty-two", "two hundred and forty", "two point five", "doscientos cuarenta y dos mil". */
export interface Cardinal {
  /** NaN: a figure that is written as no number is. */
  value: number
  /** Index after the last word. */
  to: number
  /** Whether more than a group below a hundred was said: a scale, or decimals. */
  isWhole: boolean
  /** It may be two numbers: "three thousand six hundred (met)", "fifteen hundred and forty (for specialists)". */
  loose?: 'and' | 'hundreds' | undefined
}

export interface Group {
  value: number
  to: number
}

/** A word that goes on without a pause; a comma ends a number. */
export function next(words: NumberSource, at: number): string {
  const word = words.at(at)
  return word?.after === 'space' ? word.text : ''
}

export const scaleAt = (words: NumberSource, at: number): number => scales.get(next(words, at)) ?? 0

export const isPercentAt = (words: NumberSource, at: number): boolean => {
  const text = next(words, at)
  return text === 'percent' || text === '%' || (text === 'per' && next(words, at + 1) === 'cent')
}

/** A group below a hundred in words. */
export function groupAt(words: NumberSource, at: number, text = next(words, at)): Group | undefined {
  const ten = tens.get(text)
  if (ten === undefined) {
    const value = simple.get(text)
    return value === undefined ? undefined : { value, to: at + 1 }
  }
  const unitAt = next(words, at + 1) === 'y' ? at + 2 : at + 1
  const unit = simple.get(next(words, unitAt)) ?? 0
  return unit > 0 && unit < 10 ? { value: ten + unit, to: unitAt + 1 } : { value: ten, to: at + 1 }
}

/** Reads the number that begins at a word; undefined where none begins. Looks at a bounded number of words ahead. */
export function cardinalAt(words: NumberSource, from: number): Cardinal | undefined {
  return numberAt(words, from, Number.POSITIVE_INFINITY)
}

/** @param below What a scale must be below: behind a million only thousands are its part. */
function numberAt(words: NumberSource, from: number, below: number): Cardinal | undefined {
  const text = words.at(from)?.text ?? ''
  const hundred = hundreds.get(text)
  if (hundred !== undefined) return fromHundreds(words, { value: hundred, to: from + 1 }, below)
  const implied = impliedOne(words, from, text)
  if (implied !== undefined) return scaled(words, { value: 1, to: implied }, scales.get(words.at(implied)?.text ?? '') ?? 0, below)
  const first = /^\d/.test(text) ? figureAt(words, from, text) : groupAt(words, from, text)
  if (!first) return undefined
  const number = withDecimals(words, first)
  const scale = scaleAt(words, number.to)
  if (scale > 0) return scaled(words, number, scale, below)
  return { ...number, isWhole: number.to !== first.to }
}

/** "A hundred", "thousand": where the scale stands that one is meant of. */
function impliedOne(words: NumberSource, from: number, text: string): number | undefined {
  if (text === 'a') return isLoneScale(next(words, from + 1)) || next(words, from + 1) === 'grand' ? from + 1 : undefined
  return isLoneScale(text) ? from : undefined
}

/** "1,500.00", "1.5k", "1 500". Grouping must be by thousands, and cents have at most two digits. */
function figureAt(words: NumberSource, from: number, text: string): Group | undefined {
  const [, digits = '', cents = '', k] = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(\.\d+)?(k)?$/u.exec(text) ?? []
  if (digits === '') return undefined
  if (cents.length > 3 && !k) return { value: Number.NaN, to: from + 1 }
  const value = Number(digits.replaceAll(',', '') + cents) * (k ? 1000 : 1)
  const rest = next(words, from + 1)
  if (/^\d{1,3}$/u.test(text) && /^\d{3}(?:\.\d\d)?$/u.test(rest)) return { value: value * 1000 + Number(rest), to: from + 2 }
  return { value: round(value), to: from + 1 }
}

function withDecimals(words: NumberSource, first: Group): Group {
  if (next(words, first.to) !== 'point') return first
  let said = ''
  let to = first.to + 1
  for (let digit = saidDigit(next(words, to)); digit !== undefined && said.length < 3; digit = saidDigit(next(words, to))) {
    said += digit
    to++
  }
  return said === '' ? first : { value: Number(`${first.value}.${said}`), to }
}

/** "Fifteen hundred", "three thousand two hundred and fifty", "two point five thousand". */
function scaled(words: NumberSource, { value, to }: Group, scale: number, below: number): Cardinal | undefined {
  if (scale >= below) return undefined
  if (scale === 100) return fromHundreds(words, { value: round(value * 100), to: to + 1 }, below)
  const whole = { value: round(value * scale), to: to + 1, isWhole: true }
  return Number.isInteger(value) && scale >= 1000 ? withRest(words, whole, scale) : whole
}

function fromHundreds(words: NumberSource, hundred: Group, below: number): Cardinal | undefined {
  // "Two hundred fifty thousand": fifty belongs to the thousands. Of "fifteen hundred two thousand" two does not.
  const rest = restAfter(words, hundred.to, hundred.value < 1000)
  const value = hundred.value + (rest?.value ?? 0)
  const to = rest?.to ?? hundred.to
  const scale = scaleAt(words, to)
  if (scale >= below) return undefined
  if (scale >= 1000) return withRest(words, { value: value * scale, to: to + 1, isWhole: true }, scale)
  return { value, to, isWhole: true, loose: rest?.joined ? 'and' : undefined }
}

function withRest(words: NumberSource, whole: Cardinal, scale: number): Cardinal {
  const start = next(words, whole.to) === 'and' ? whole.to + 1 : whole.to
  if (scale > 1000) {
    const rest = next(words, start) === '' || /^\d/.test(next(words, start)) ? undefined : numberAt(words, start, scale)
    return rest && rest.value > 0 && rest.value < scale && !isPercentAt(words, rest.to)
      ? { ...rest, value: whole.value + rest.value }
      : whole
  }
  const rest = hundredsAfter(words, start) ?? restAfter(words, whole.to, false)
  if (!rest) return whole
  const loose = start > whole.to || rest.joined ? 'and' : rest.value >= 100 ? 'hundreds' : undefined
  return { value: whole.value + rest.value, to: rest.to, isWhole: true, loose }
}

type Rest = Group & { joined: boolean }

/** The hundreds behind a thousand: "six hundred and fifty", "doscientos". */
function hundredsAfter(words: NumberSource, at: number): Rest | undefined {
  const own = hundreds.get(next(words, at))
  const low = own === undefined ? groupAt(words, at) : undefined
  const isHundreds = low !== undefined && low.value > 0 && low.value < 10 && scaleAt(words, low.to) === 100
  if (own === undefined && !isHundreds) return undefined
  const to = own === undefined ? (low?.to ?? at) + 1 : at + 1
  const rest = restAfter(words, to, false)
  return { value: (own ?? (low?.value ?? 0) * 100) + (rest?.value ?? 0), to: rest?.to ?? to, joined: rest?.joined ?? false }
}

/** What follows a hundred or a thousand as its part; not what begins a number of its own ("fifteen hundred | six hundred"). */
function restAfter(words: NumberSource, at: number, beforeThousands: boolean): Rest | undefined {
  const joined = next(words, at) === 'and'
  const low = groupAt(words, joined ? at + 1 : at)
  if (!low || low.value === 0 || isPercentAt(words, low.to)) return undefined
  const scale = scaleAt(words, low.to)
  return scale === 0 || (beforeThousands && scale >= 1000) ? { ...low, joined } : undefined
}

export const round = (value: number): number => Math.round(value * 100) / 100
