import { gap, letters, nextWord, run, type Scanner } from './scanner.ts'

/** Units and counted nouns in English and Spanish, singular and folded; the first of each group is its name. */
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
/** Units that may stand before their figure: "week 12", "day 30". */
const beforeFigure = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'dose'])
/** Words between a figure and its unit that do not change the meaning: "2 more tablets". */
const fillers = new Set(
  'more full whole additional extra separate consecutive total prefilled single further other mas enteros enteras completos completas'.split(
    ' ',
  ),
)
/** Letters directly after a figure that are not a unit: "1st", "8am", "1990s". */
const suffixes = new Set('st nd rd th am pm s er ro ra do da to ta mo ma vo va no na'.split(' '))
/** Temperature scales. "36 degrees" may restate "36°F". */
const scales = new Set(['fahrenheit', 'celsius'])

export const unitOf = (word: string) => units.get(word)
export const standsBefore = (unit: string) => beforeFigure.has(unit)
const times = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'night'])
export const isTime = (unit: string) => times.has(unit)
export const isTemperature = (unit: string) => unit === 'degree' || scales.has(unit)

interface Unit {
  /** Undefined if no word follows, or a word that is not a unit. */
  unit: string | undefined
  end: number
}

/**
 * The unit that follows a figure: "mg", "-day", "°F", "more tablets". Unknown letters directly after a figure count as a unit
 * of their own, marked with `~`.
 */
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
