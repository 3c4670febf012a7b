import { type NumberReading, readNumber } from '../../../language/numbers.ts'
import type { Token } from '../../../language/tokens.ts'
import type { Label } from './labels.ts'
import { wordsIn } from './spoken-tokens.ts'

/** A number in a sentence that may be an amount or a percentage. */
export interface Figure {
  from: number
  to: number
  /** `none`: a number that is no amount, such as a date or "thirty days". */
  kind: 'money' | 'bare' | 'percent' | 'zero' | 'none'
  /** As a large amount, a deductible, and as a small one, a copay; undefined: not to be read. */
  large?: number
  small?: number
  percent?: number
  /** Of three groups the amount with cents: "four seventeen sixty-two" is 417.62 where an amount met is expected. */
  withCents?: number | undefined
  /** "Sixteen three" is 16,300 where a limit is expected. */
  short?: number | undefined
  /** Of "eighty twenty" the first: what the plan pays. */
  split?: number
  /** It is written as a ratio: "80/20". */
  isRatio?: boolean
  loose?: NumberReading['loose']
  /** Several amounts in a row, one for each name of a kind: "tiers are ten, forty, seventy-five". */
  row?: { kind: Label['kind']; figures: Figure[]; names: Label[] }
}

const dollars = new Set(['dollar', 'dollars', 'bucks', 'buck', 'usd'])
/** Words beside a number that is no amount: what it counts, and what it numbers. */
const counted =
  /^(?:days?|months?|weeks?|years?|visits?|hours?|minutes?|seconds?|tablets?|pills?|capsules?|units?|mgs?|milligrams?|mls?|times?|calls|members|people|plans|tiers|options|refills?|digits?|am|pm|a\.m|p\.m|o'clock|st|nd|rd|th|doses?|claims|injections?|policies|fills?|business|calendar|hundredths?|x)$/u
const numbered =
  /^(?:number|id|identifier|reference|ref|code|npi|tin|phone|fax|extension|ext|option|press|dial|zip|group|birth|january|february|march|april|june|july|august|september|october|november|december|call|called|page|step|level|badge|section|star|pound|suite|room|box|chapter|line|claim|year|since|by|at|dated|ending|plan|hipaa|j|h|w|x|b|a|q|day)$/u
const ordinal =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\w{4,9}teenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th))$/u

/** The figures in a sentence; `taken` are words that belong to labels ("tier one"). */
export function figuresIn(words: readonly Token[], taken: ReadonlySet<number>): Figure[] {
  const figures: Figure[] = []
  for (let at = 0; at < words.length; ) {
    const figure = taken.has(at) ? undefined : (halfAt(words, at) ?? figureAt(words, at))
    if (figure === undefined) at++
    else {
      const from = at
      at = figure === 'none' ? at + 1 : figure.figure.to
      if (figure === 'none') {
        while (at < words.length && !taken.has(at) && words[at]?.after === 'space' && readNumber(words, at)) at++
        figures.push({ from, to: at, kind: 'none' })
      } else figures.push(figure.figure)
    }
  }
  return figures
}

type FigureFound = { figure: Figure } | 'none' | undefined

function figureAt(words: readonly Token[], at: number): FigureFound {
  const isSigned = words[at]?.text === '$'
  const from = isSigned ? at + 1 : at
  const buck =
    !isSigned && words[at]?.text === 'a' && (words[at + 1]?.text === 'buck' || words[at + 1]?.text === 'dollar')
      ? aBuck(words, at)
      : undefined
  if (buck) return { figure: buck }
  const read = readNumber(words, from) ?? (isOneDollar(words, from) ? { to: from + 1, large: 1, small: 1 } : undefined)
  if (!read) return undefined
  const after = words[read.to]?.after === 'space' ? (words[read.to]?.text ?? '') : ''
  const { large, small, split, loose, withCents, short } = read
  if (dollars.has(after) || isSigned) {
    const to = dollars.has(after) ? read.to + 1 : read.to
    const cents = dollars.has(after) ? centsAt(words, to) : undefined
    const isPair = large !== small
    const value = isPair && dollars.has(after) ? large : large === undefined ? undefined : large + (cents?.value ?? 0) / 100
    return {
      figure: {
        from: at,
        to: cents?.to ?? to,
        kind: 'money',
        large: value,
        small: isPair ? undefined : value,
        loose: isSigned ? undefined : loose,
      },
    }
  }
  const percentTo =
    after === '%' || after === 'percent' ? read.to + 1 : after === 'per' && words[read.to + 1]?.text === 'cent' ? read.to + 2 : 0
  if (percentTo > 0) return { figure: { from: at, to: percentTo, kind: 'percent', percent: large === small ? large : undefined } }
  if (isNoAmount(words, at, read.to)) return 'none'
  const part =
    large === undefined
      ? undefined
      : (partAt(words, read.to) ?? pointAt(words, read.to) ?? (words[read.to]?.text === 'and' ? centsAt(words, read.to) : undefined))
  if (part && large !== undefined) {
    const value = large + (part.value < 1 ? part.value : part.value / 100)
    return { figure: { from: at, to: part.to, kind: 'money', large: value, small: value } }
  }
  return {
    figure: { from: at, to: read.to, kind: 'bare', large, small, split, loose, withCents, short, isRatio: words[at + 1]?.text === '/' },
  }
}

function isNoAmount(words: readonly Token[], from: number, to: number): boolean {
  const after = words[to]?.after === 'space' ? (words[to]?.text ?? '') : ''
  if (counted.test(after) || ordinal.test(after)) return true
  const before = words[from]?.after === 'space' ? [words[from - 1]?.text ?? '', words[from - 2]?.text ?? ''] : []
  const [last = '', beforeLast = ''] = before
  if (numbered.test(last) && !(last === 'a' || last === 'at' || last === 'by' || last === 'plan')) return true
  if (/^(?:at|by)$/u.test(last) && /^(?:us|back)$/u.test(beforeLast)) return true
  if (
    /^(?:is|are|was|of|on|to)$/u.test(last) &&
    numbered.test(beforeLast) &&
    !/^(?:plan|call|a|line|level|year|day|group|by|at)$/u.test(beforeLast)
  )
    return true
  return ordinal.test(last) || (/^(?:in|for|through)$/u.test(last) && isYear(words, from, to))
}

const isYear = (words: readonly Token[], from: number, to: number): boolean => {
  const value = readNumber(words, from)
  return value?.to === to && value.large !== undefined && value.large > 2000 && value.large < 2100
}

/** "… point eighteen" */
function pointAt(words: readonly Token[], at: number): { value: number; to: number } | undefined {
  if (words[at]?.text !== 'point' && words[at]?.text !== 'dot') return undefined
  const read = readNumber(words, at + 1)
  return read?.large !== undefined && read.large >= 10 && read.large < 100 ? { value: read.large, to: read.to } : undefined
}

/** "… and a quarter" */
function partAt(words: readonly Token[], at: number): { value: number; to: number } | undefined {
  const [and, a, part] = [words[at], words[at + 1], words[at + 2]].map((word) => word?.text)
  if (and !== 'and' || (a !== 'a' && a !== 'one')) return undefined
  return part === 'quarter' ? { value: 0.25, to: at + 3 } : part === 'half' ? { value: 0.5, to: at + 3 } : undefined
}

function centsAt(words: readonly Token[], at: number): { value: number; to: number } | undefined {
  const start = words[at]?.text === 'and' ? at + 1 : at
  const read = readNumber(words, start)
  return read?.large !== undefined && read.large < 100 && /^cents?$/u.test(words[read.to]?.text ?? '')
    ? { value: read.large, to: read.to + 1 }
    : undefined
}

function aBuck(words: readonly Token[], at: number): Figure {
  const cents = words[at + 2]?.after === 'space' ? readNumber(words, at + 2) : undefined
  const isCents = cents?.large !== undefined && cents.large >= 10 && cents.large < 100 && cents.to - at <= 4
  const value = isCents ? 1 + (cents.large ?? 0) / 100 : 1
  return { from: at, to: isCents ? cents.to : at + 2, kind: 'money', large: value, small: value }
}

const isOneDollar = (words: readonly Token[], at: number): boolean => words[at]?.text === 'one' && dollars.has(words[at + 1]?.text ?? '')

/** "The member pays half." */
function halfAt(words: readonly Token[], at: number): FigureFound {
  const isHalf = words[at]?.text === 'half' && /^(?:pays?|responsible|covers?|is)$/u.test(words[at - 1]?.text ?? '')
  return isHalf ? { figure: { from: at, to: at + 1, kind: 'percent', percent: 50 } } : undefined
}

const only = (text: string): Figure | undefined => {
  const words = wordsIn(text)
  const figures = figuresIn(words, new Set()).filter(({ kind }) => kind !== 'none')
  return figures.length === 1 ? figures[0] : undefined
}

/**
 * The one amount of money in a text, in currency units; undefined where there is none, more than one or one that cannot be
 * told. "Twelve fifty" is 1250 as a `large` amount (deductible) and 12.50 as a `small` one (copay).
 */
export const spokenAmount = (text: string, size: 'large' | 'small'): number | undefined => only(text)?.[size]

/** The one percentage in a text, 0 to 100: "twenty percent", "30%". */
export function spokenPercentage(text: string): number | undefined {
  const percent = only(text)?.percent
  return percent !== undefined && percent <= 100 ? percent : undefined
}
