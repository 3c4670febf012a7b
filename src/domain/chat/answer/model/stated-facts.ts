import { plainText } from '../../../../language/plain-characters.ts'
import { directiveAt } from './directives.ts'
import { type Figure, figuresAt, isLink } from './figures.ts'
import { gap, letters, run, type Scanner } from './scanner.ts'
import { isTemperature, isTime, standsBefore, unitOf } from './units-of-measure.ts'

/** The figures and dose directives that a text states. An answer drawn from the text may state no others. */
export interface StatedFacts {
  has: (figure: Figure) => boolean
  directs: (name: string) => boolean
}

/** The most words between a figure and the noun it counts: "two starter doses", "two 80 mg injections". */
const wordsBetween = 3
const wordOrDigit = /\p{L}+|\^?\d/gu

/** Reads the facts that a text states. Where a figure has several readings, all of them count as stated. */
export function statedFacts(written: string): StatedFacts {
  const scanner: Scanner = { text: plainText(written), open: false }
  const figures = new Set<string>()
  const directives = new Set<string>()
  const state = (value: string, unit?: string) => {
    figures.add(value)
    if (unit !== undefined) figures.add(`${value} ${unit}`)
    if (unit !== undefined && isTemperature(unit)) figures.add(`${value} degree`)
  }
  // The unit before its figures: "weeks 2, 4 and 6".
  let ahead: string | undefined
  let word = ''
  let from = 0
  for (;;) {
    wordOrDigit.lastIndex = from
    const found = wordOrDigit.exec(scanner.text)
    if (!found) break
    if (/[.;:|\n]/.test(scanner.text.slice(from, found.index))) ahead = undefined
    const directive = directiveAt(scanner, found.index, word)
    if (directive) directives.add(directive)
    if (directive === 'half a dose') directives.add('half')
    const read = figuresAt(scanner, found.index)
    from = read?.end ?? found.index + found[0].length
    if (!read) {
      word = found[0]
      const unit = unitOf(word)
      ahead = unit !== undefined && standsBefore(unit) ? unit : isLink(word) ? ahead : undefined
      if (directive?.startsWith('half')) state('1/2', laterUnit(scanner, from))
      continue
    }
    for (const { value, unit } of read.figures) {
      state(value, unit ?? ahead)
      if (unit === undefined) state(value, laterUnit(scanner, from))
      if (value === '1/2') {
        directives.add('half')
        if (unit !== undefined && !isTime(unit)) directives.add('half a dose')
      }
    }
    // "Week 12 80 mg": two table cells whose border was lost.
    const [, first, second] = /^(\d+) (\d{1,2}|\d{4,})$/.exec(scanner.text.slice(found.index, read.end)) ?? []
    if (first && second) {
      state(first)
      state(second, read.figures[0]?.unit)
    }
    if (read.figures.at(-1)?.unit !== undefined) {
      // Skip the unit: it belongs to this figure, not to the next one.
      from = Math.max(from, read.unitEnd)
      ahead = undefined
    }
  }
  return {
    has: ({ value, unit }) => figures.has(unit === undefined ? value : `${value} ${unit}`),
    directs: (name) => directives.has(name),
  }
}

/** The unit that follows a figure some words later: in "two 80 mg injections", the unit of "two" is injections. */
function laterUnit(scanner: Scanner, end: number): string | undefined {
  let at = end
  for (let words = 0; words <= wordsBetween; words++) {
    at += run(scanner, gap, at).length || (/[,-]/.test(scanner.text[at] ?? '') ? 1 : 0)
    at += run(scanner, gap, at).length
    const figure = figuresAt(scanner, at)
    if (figure) {
      at = Math.max(figure.end, figure.unitEnd)
      continue
    }
    const word = run(scanner, letters, at)
    if (word === '') return undefined
    const unit = unitOf(word)
    if (unit !== undefined) return unit
    at += word.length
  }
  return undefined
}
