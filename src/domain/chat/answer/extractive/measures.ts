import { withFigures } from '../../../../language/numbers.ts'

/** What of a person chooses a dose: kilograms, years, or millilitres a minute of the kidneys. */
type Kind = 'weight' | 'age' | 'kidneys'

/** How much somebody weighs, how old somebody is, how well the kidneys work. */
export interface Measure {
  kind: Kind
  value: number
}

/** For which measures a text holds: "25 to 50 kg", "12 years and older". */
interface Range {
  kind: Kind
  least: number
  most: number
  withLeast: boolean
  withMost: boolean
}

interface Unit {
  kind: Kind
  /** How many of the kind's own unit one is. */
  size: number
}

const units: [RegExp, Unit][] = [
  [/^(?:kgs?|kilos?|kilograms?|kilogramos?)$/i, { kind: 'weight', size: 1 }],
  [/^(?:lbs?|pounds?|libras?)$/i, { kind: 'weight', size: 0.45359237 }],
  [/^(?:stones?)$/i, { kind: 'weight', size: 6.35029318 }],
  [/^(?:years?|yrs?|yo|y\/o|a[nñ]os?)$/i, { kind: 'age', size: 1 }],
  [/^(?:months?|mos?|mes(?:es)?)$/i, { kind: 'age', size: 1 / 12 }],
  [/^(?:weeks?|semanas?)$/i, { kind: 'age', size: 7 / 365.25 }],
  [/^(?:ml\/min.*)$/i, { kind: 'kidneys', size: 1 }],
]

const unitName = String.raw`kgs?|kilos?|kilograms?|kilogramos?|lbs?|pounds?|libras?|stones?|years?|yrs?|yo|y\/o|a[nñ]os?|months?|mos|mes(?:es)?|weeks?|semanas?|ml\/min(?:\/1\.73 ?m(?:2|²|\^2))?`
const figure = String.raw`(?<![\d.,\/]|\d[ -])\d{1,3}(?:\.\d{1,2})?(?!\d|,\d)`
const number = new RegExp(String.raw`(${figure})(?:[\s-]{0,2}(${unitName})\b(?!\/))?`, 'giu')
const kidneyWords = /\b(?:e?gfr|glomerular filtration(?: rate)?|cr ?cl|creatinine clearance|kidney function|renal function)\b/giu

/** What makes a number of years or weeks somebody's age, and not how long something takes. */
const ofAge = /^[\s-]{0,2}(?:old|of age|de edad|and (?:older|over|up|above)|or (?:older|over|above|younger)|y\s?(?:mayores|m[aá]s))\b/iu
const beforeAge =
  /\b(?:age[ds]?|turn(?:ed|s|ing)?|is|are|s|i['’]?m|am|edad|tiene|tengo|baby|infant|son|daughter|boy|girl|child|kid)\b[\s:,(]{1,2}(?:(?:only|just|about|almost|nearly|now|already|of) )?$/iu
const afterBareAge = /^(?:\s{0,2}[,.;?!)]|\s{0,2}$|\s(?:and|what|how|can|so|does|do|is|kg|with|which|when)\b)/iu
const ageWords =
  /\b(?:age[ds]?|older|younger|years? old|child(?:ren)?|kids?|infants?|newborns?|adolescents?|teen\p{L}*|adults?|pa?ediatric|niñ[oa]s?|edad)\b/iu

interface Figure {
  value: number
  unit: Unit | undefined
  start: number
  end: number
}

const unitOf = (name: string | undefined) => (name === undefined ? undefined : units.find(([pattern]) => pattern.test(name))?.[1])

const figuresIn = (text: string): Figure[] =>
  [...text.matchAll(number)].map((match) => ({
    value: Number(match[1]),
    unit: unitOf(match[2]),
    start: match.index,
    end: match.index + match[0].length,
  }))

/** The weights, ages and kidney figures that a question gives of somebody. */
export function measuresIn(question: string): Measure[] {
  return placed(withFigures(question)).map(({ kind, value }) => ({ kind, value }))
}

interface Place extends Measure {
  start: number
  end: number
}

function placed(text: string): Place[] {
  const kidneys = [...text.matchAll(kidneyWords)].map(({ 0: words, index }) => index + words.length)
  return figuresIn(text).flatMap(({ value, unit, start, end }): Place[] => {
    const before = text.slice(Math.max(0, start - 24), start)
    const after = text.slice(end, end + 16)
    if (unit?.kind === 'age' && !/yo|y\/o/i.test(text.slice(start, end)) && !ofAge.test(after) && !beforeAge.test(before)) return []
    if (unit) return [{ kind: unit.kind, value: value * unit.size, start, end }]
    const isOfKidneys = kidneys.some((at) => at <= start && start - at < 12)
    if (isOfKidneys) return [{ kind: 'kidneys', value, start, end }]
    return beforeAge.test(before) && afterBareAge.test(after) ? [{ kind: 'age', value, start, end }] : []
  })
}

/** A question without the measures in it: its other words say what is asked. */
export function withoutMeasures(question: string): string {
  const text = withFigures(question)
  let rest = ''
  let from = 0
  const places = placed(text)
  for (const { start, end } of places) {
    rest += text.slice(from, start)
    from = end
  }
  if (places.length === 0) return question
  return `${rest}${text.slice(from)}`
    .replace(/\b(?:weigh(?:s|ing|t)?|years? old|old|of age|aged?)\b/giu, ' ')
    .replace(kidneyWords, ' kidney ')
    .replace(/[ \t]{2,}/g, ' ')
}

const above = /(?:\b(?:more|greater|higher|older|heavier|larger) than|\b(?:over|above)|>)\s{0,2}$/iu
const fromOn = /(?:\b(?:at least|from|minimum(?: of)?|no less than|not less than|starting at|a partir de|desde)|≥|>=)\s{0,2}$/iu
const below = /(?:\b(?:less|lower|younger|lighter|smaller|fewer) than|\b(?:under|below)(?: the age of)?|<|\bmenos de)\s{0,2}$/iu
const upTo = /(?:\b(?:up to|at most|maximum(?: of)?|no more than|not more than|not exceeding|hasta)|≤|<=)\s{0,2}$/iu
const orMore = /^(?:\s(?:of age|old))?,?\s{0,2}(?:(?:and|or) (?:more|over|above|older|up|greater|heavier)\b|\+|y mayores|o m[aá]s)/iu
const orLess = /^(?:\s(?:of age|old))?,?\s{0,2}(?:(?:and|or) (?:less|under|below|younger|lower|fewer|lighter)\b|o menos)/iu
const joint =
  /^\s{0,2}(?:to|through|until|[-–—]|and|a|y|up to|,? (?:up )?to|but|to a maximum of)?\s{0,2}(?:less than|under|below|<|≤|up to|not more than)?\s{0,2}$/iu

const perMinute: Unit = { kind: 'kidneys', size: 1 }
const inYears: Unit = { kind: 'age', size: 1 }

/** "12 weeks" is how long something is taken; "infants from 12 weeks of age" is an age. */
function isAge(text: string, first: Figure, last: Figure, { size }: Unit): boolean {
  const after = text.slice(last.end, last.end + 24)
  if (ofAge.test(after)) return true
  return size >= 1 / 12 && ageWords.test(text.slice(Math.max(0, first.start - 40), last.end + 40))
}

/** The ranges of weight, age or kidney function that a text is for. Bounded work: each figure is looked at with its neighbours. */
export function rangesIn(text: string): Range[] {
  const figures = figuresIn(text)
  const ranges: Range[] = []
  const isKidneys = kidneyWords.test(text)
  kidneyWords.lastIndex = 0
  for (let at = 0; at < figures.length; at++) {
    const one = figures[at] as Figure
    const next = figures[at + 1]
    const before = text.slice(Math.max(0, one.start - 24), one.start)
    const between = next ? text.slice(one.end, next.start) : ''
    const two =
      next && between.length <= 24 && joint.test(between) && !(one.unit && next.unit && one.unit.kind !== next.unit.kind) ? next : undefined
    const unit = one.unit ?? two?.unit ?? (isKidneys ? perMinute : /\bage[ds]?:? (?:from |between )?$/i.test(before) ? inYears : undefined)
    if (!unit || (unit.kind === 'age' && !isAge(text, one, two ?? one, unit))) continue
    const after = text.slice((two ?? one).end, (two ?? one).end + 24)
    const kind = unit.kind
    if (two) {
      const [least, most] = [one.value * unit.size, two.value * (two.unit ?? unit).size]
      if (most <= least) continue
      ranges.push({ kind, least, most, withLeast: !above.test(before), withMost: !/(?:less than|under|below|<)\s{0,2}$/i.test(between) })
      at++
      continue
    }
    const value = one.value * unit.size
    const range = { kind, least: 0, most: Number.POSITIVE_INFINITY, withLeast: true, withMost: true }
    if (orMore.test(after) || fromOn.test(before)) ranges.push({ ...range, least: value })
    else if (orLess.test(after) || upTo.test(before)) ranges.push({ ...range, most: value })
    else if (above.test(before)) ranges.push({ ...range, least: value, withLeast: false })
    else if (below.test(before)) ranges.push({ ...range, most: value, withMost: false })
  }
  return ranges
}

const isWithin = ({ value }: Measure, { least, most, withLeast, withMost }: Range) =>
  (withLeast ? value >= least : value > least) && (withMost ? value <= most : value < most)

/**
 * Whether a text is for somebody of these measures: false where it is for others only ("less than 25 kg" for one of 30 kg),
 * undefined where it says nothing of them.
 */
export function isForMeasures(text: string, measures: readonly Measure[]): boolean | undefined {
  if (measures.length === 0) return undefined
  const ranges = rangesIn(text)
  let said: boolean | undefined
  for (const measure of measures) {
    const ofKind = ranges.filter(({ kind }) => kind === measure.kind)
    if (ofKind.length === 0) continue
    if (!ofKind.some((range) => isWithin(measure, range))) return false
    said = true
  }
  return said
}

/** The weights, ages and kidney figures of a text in its words. */
export const measuresSaid = (said: string): string[] => {
  const text = withFigures(said)
  return placed(text).map(({ kind, start, end }) => {
    const words = text.slice(start, end)
    if (kind === 'age') return /\p{L}/u.test(words) ? (/yo/i.test(words) ? words : `${words} old`) : `${words} years old`
    return kind === 'kidneys' ? `eGFR ${words}` : words
  })
}
