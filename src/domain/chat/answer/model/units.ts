import { gap, letters, nextWord, run, type Scanner } from './scanner.ts'

/** What figures of medicines count, in English and Spanish, in the singular; the first is its name. */
const names = `
mg milligram miligramo|mcg µg μg ug microgram microgramo|g gm gram gramo|kg kilo kilogram kilogramo|lb pound libra
ml milliliter millilitre mililitro cc|l liter litre litro|unit iu ui unidad|percent|meq|mmol|oz ounce onza
fahrenheit f|celsius c centigrade centigrado|degree grado
second sec segundo|minute min minuto|hour hr h hora|day dia|week wk semana|month mes|year yr yo ano|night noche
time x vez|dose dosis|tablet tableta pill pastilla pildora comprimido|capsule capsula|pen pluma|autoinjector autoinyector
syringe jeringa jeringuilla|injection inyeccion shot|infusion|vial|drop gota|puff inhalacion inhalation|spray|patch parche
refill|packet|bottle frasco|kit|teaspoon tsp cucharadita|tablespoon tbsp cucharada|spoonful|cup taza
inch pulgada|foot pie|cm centimeter centimetre centimetro|mm millimeter millimetre milimetro|meter metre metro|mile milla
$ dollar usd dolar|€ euro|calorie caloria`

const plurals = (word: string) =>
  word.length < 2
    ? [word]
    : [word, `${word}s`, `${word}es`, ...(word.endsWith('z') ? [`${word.slice(0, -1)}ces`] : []), ...(word === 'foot' ? ['feet'] : [])]

const units = new Map(
  names
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const words = line.split(' ')
      return words.flatMap(plurals).map((word) => [word, words[0] ?? ''] as const)
    }),
)
/** "Week 12", "day 30": these may stand before their figure. */
const beforeFigure = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'dose'])
/** Between a figure and its unit these change nothing. */
const fillers = new Set(
  'more full whole additional extra separate consecutive total prefilled single further other mas enteros enteras completos completas'.split(
    ' ',
  ),
)
/** "1st", "8 am", "1990s": glued to a figure, and no unit. */
const suffixes = new Set('st nd rd th am pm s er ro ra do da to ta mo ma vo va no na'.split(' '))
/** "36°F" and "36 degrees" may be told of the same. */
const scales = new Set(['fahrenheit', 'celsius'])

export const unitOf = (word: string) => units.get(word)
export const standsBefore = (unit: string) => beforeFigure.has(unit)
export const isTemperature = (unit: string) => unit === 'degree' || scales.has(unit)

interface Unit {
  /** Undefined: a word follows that is no unit, or none. */
  unit: string | undefined
  end: number
}

/** The unit that follows a figure: "mg", "-day", "°F", "more tablets". Letters glued to a figure that are none count as one. */
export function unitAt(scanner: Scanner, at: number): Unit {
  const none = { unit: undefined, end: at }
  const space = run(scanner, gap, at)
  let start = at + space.length
  const sign = scanner.text[start]
  if (sign === '%') return { unit: 'percent', end: start + 1 }
  if (sign === '°' || sign === 'º') return degrees(scanner, start, sign)
  if (space === '' && sign === '-') start++
  let word = run(scanner, letters, start)
  if (word === '') return none
  let end = start + word.length
  if (start === at) return units.has(word) ? named(scanner, word, end) : { ...none, unit: suffixes.has(word) ? undefined : `~${word}` }
  for (let filled = 0; filled < 2 && fillers.has(word); filled++) ({ word, end } = nextWord(scanner, end))
  return named(scanner, word, end)
}

function degrees(scanner: Scanner, at: number, sign: string): Unit {
  const start = at + 1 + run(scanner, gap, at + 1).length
  const word = run(scanner, letters, start)
  const scale = units.get(word) ?? ''
  if (scales.has(scale)) return { unit: scale, end: start + word.length }
  return { unit: sign === '°' ? 'degree' : undefined, end: at + 1 }
}

function named(scanner: Scanner, word: string, end: number): Unit {
  const unit = units.get(word)
  if (unit === 'degree') {
    const scale = nextWord(scanner, end)
    const name = units.get(scale.word) ?? ''
    return scales.has(name) ? { unit: name, end: scale.end } : { unit, end }
  }
  if (word === 'per' || word === 'por') {
    const hundred = nextWord(scanner, end)
    return /^ci?ento?$/.test(hundred.word) ? { unit: 'percent', end: hundred.end } : { unit: undefined, end }
  }
  return { unit, end }
}
