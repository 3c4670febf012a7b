import { plainText } from '../../../../language/plain-characters.ts'
import { directiveAt } from './directives.ts'
import { type Figure, figuresAt, isLink } from './figures.ts'
import { gap, letters, run, type Scanner } from './scanner.ts'
import { isTemperature, standsBefore, unitOf } from './units.ts'

/** What a text says of figures and doses: nothing else may be said from it. */
export interface StatedFacts {
  has: (figure: Figure) => boolean
  directs: (name: string) => boolean
}

/** How many words may stand between a figure and what it counts: "two starter doses", "two 80 mg injections". */
const wordsBetween = 3
const place = /\p{L}+|\^?\d/gu

/** What is said in a text. It is read generously: each way to read a figure is one in which it may be told. */
export function statedFacts(written: string): StatedFacts {
  const scanner: Scanner = { text: plainText(written), open: false }
  const figures = new Set<string>()
  const directives = new Set<string>()
  const state = (value: string, unit?: string) => {
    figures.add(value)
    if (unit !== undefined) figures.add(`${value} ${unit}`)
    if (unit !== undefined && isTemperature(unit)) figures.add(`${value} degree`)
  }
  // "Weeks 2, 4 and 6": the unit that stands before.
  let ahead: string | undefined
  let word = ''
  let from = 0
  for (;;) {
    place.lastIndex = from
    const found = place.exec(scanner.text)
    if (!found) break
    if (/[.;:|\n]/.test(scanner.text.slice(from, found.index))) ahead = undefined
    const directive = directiveAt(scanner, found.index, word)
    if (directive) directives.add(directive)
    const read = figuresAt(scanner, found.index)
    from = read?.end ?? found.index + found[0].length
    if (!read) {
      word = found[0]
      const unit = unitOf(word)
      ahead = unit !== undefined && standsBefore(unit) ? unit : isLink(word) ? ahead : undefined
      if (directive === 'half') state('1/2', countedLater(scanner, from))
      continue
    }
    for (const { value, unit } of read.figures) {
      state(value, unit ?? ahead)
      if (unit === undefined) state(value, countedLater(scanner, from))
      if (value === '1/2') directives.add('half')
    }
    // "Week 12 80 mg": two cells of a table, whose border is lost.
    const [, first, second] = /^(\d+) (\d{1,2}|\d{4,})$/.exec(scanner.text.slice(found.index, read.end)) ?? []
    if (first && second) {
      state(first)
      state(second, read.figures[0]?.unit)
    }
    if (read.figures.at(-1)?.unit !== undefined) {
      // The unit belongs to this figure, not to the next.
      from = Math.max(from, read.unitEnd)
      ahead = undefined
    }
  }
  return {
    has: ({ value, unit }) => figures.has(unit === undefined ? value : `${value} ${unit}`),
    directs: (name) => directives.has(name),
  }
}

/** The unit that a figure has some words later: of "two 80 mg injections" that of two. */
function countedLater(scanner: Scanner, end: number): string | undefined {
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
