import { gap, letters, nextWord, run, type Scanner } from './scanner.ts'
import { letterNumber, multiplier, spelledNumber } from './spelled-numbers.ts'
import { isTemperature, unitAt } from './units-of-measure.ts'

/** A number and what it counts. */
export interface Figure {
  /** "1500" of "1,500" and of "fifteen hundred"; of phone numbers the digits. */
  value: string
  /** Undefined: none that is known follows. */
  unit: string | undefined
}

export interface FigureReading {
  /** Several: a range or a choice, "36 to 46°F", whose unit stands once. */
  figures: Figure[]
  /** Of the last number, before its unit. */
  end: number
  unitEnd: number
}

const digits = /\^?\d+(?:(?:[.,:/'^-]| {1,8})\^?\d+)*/y
/** Behind digits: with one more digit, the number would go on. */
const goesOn = /^(?:[.,:/'^-]| {0,8})\^?$/
const dash = /[-–]/y
const currency = /[$€£](?= ?$)/
/** Between the two numbers of a range or a choice. */
const links = new Set('- – to through until till and or a al y e o u hasta'.split(' '))

/** Whether a word links two numbers. */
export const isLink = (word: string) => links.has(word)

/** The figures at a place where a word or a number begins. */
export function figuresAt(scanner: Scanner, at: number): FigureReading | undefined {
  const first = numberAt(scanner, at)
  if (!first) return undefined
  const values = first.values
  let { end } = first
  const priced = currency.exec(scanner.text.slice(Math.max(0, at - 2), at))?.[0]
  const fixed = first.unit ?? priced
  let unit = fixed ? { unit: fixed, end } : unitAt(scanner, end)
  while (unit.unit === undefined) {
    const start = afterLink(scanner, end)
    const next = start === undefined ? undefined : numberAt(scanner, start)
    if (!next || next.unit) break
    values.push(...next.values)
    end = next.end
    unit = unitAt(scanner, end)
  }
  const below = unit.unit !== undefined && isTemperature(unit.unit) && /(?:^|[\s(])[-–]$/.test(scanner.text.slice(Math.max(0, at - 2), at))
  const figures = values.map((value, index) => ({ value: below && index === 0 ? `-${value}` : value, unit: unit.unit }))
  return { figures, end, unitEnd: unit.end }
}

function afterLink(scanner: Scanner, at: number): number | undefined {
  const start = at + run(scanner, gap, at).length
  const link = run(scanner, dash, start) || run(scanner, letters, start)
  if (!links.has(link)) return undefined
  const end = start + link.length
  return end + run(scanner, gap, end).length
}

interface NumberReading {
  values: string[]
  end: number
  unit?: string | undefined
}

function numberAt(scanner: Scanner, at: number): NumberReading | undefined {
  if (!/[\d^]/.test(scanner.text[at] ?? '')) {
    const spelled = spelledNumber(scanner, at)
    if (spelled) return { ...spelled, values: [String(spelled.value)] }
    const lettered = letterNumber(scanner, at)
    return lettered && { values: [lettered.value], end: lettered.end }
  }
  const text = run(scanner, digits, at)
  if (text === '') return undefined
  const end = at + text.length
  if (end + 9 >= scanner.text.length && goesOn.test(scanner.text.slice(end))) scanner.open = true
  const next = nextWord(scanner, end)
  const by = multiplier(next.word)
  const values = split(text, scanner.text[end] === '-' && next.word !== '').map(canonical)
  const [value = ''] = values
  if (values.length === 1 && /(?:^|[^\p{L}\d])\.$/u.test(scanner.text.slice(Math.max(0, at - 2), at)) && /^\d+$/.test(text))
    return { values: [canonical(`0.${text}`)], end }
  if (by !== undefined && values.length === 1) return { values: [String(Number(value) * by)], end: next.end }
  return { values, end }
}

/** What is longer is no number that anyone writes; it stands for itself. */
const longestWritten = 40
const simple = /^(?:0|[1-9]\d{0,3})(?:[.,]\d+)?$/

/** The numbers of a range ("2-8") or a tight list ("2,4,6"); else it is one: a date, a phone number ("1-800-FDA"). */
function split(text: string, wordFollows: boolean): string[] {
  if (/^\d{1,2}(?:,\d{1,2}){2,}$/.test(text)) return text.split(',')
  const parts = text.split('-')
  return parts.length === 2 && parts.every((part) => simple.test(part)) && !(wordFollows && parts[0] === '1' && parts[1]?.length === 3)
    ? parts
    : [text]
}

/** Thousands and decimals as one writes them in JavaScript, without zeros that say nothing; others without their gaps. */
function canonical(written: string): string {
  const text = written.replace(/^\^/, '')
  if (text.length > longestWritten) return text
  const whole = /^[1-9]\d{0,2}(?:[,' ]\d{3})+(?:\.\d+)?$/.test(text) ? text.replace(/[,' ]/g, '') : text
  const decimal = /^\d+[.,]\d+$/.test(whole) ? whole.replace(',', '.').replace(/\.?0+$/, '') : whole
  if (/^\d+(?:\.\d+)?$/.test(decimal)) return decimal.replace(/^0+(?=\d)/, '')
  const joined = decimal.replace(/[ '-]/g, '')
  return joined.split('.').length > 2 ? joined.replaceAll('.', '') : joined
}
