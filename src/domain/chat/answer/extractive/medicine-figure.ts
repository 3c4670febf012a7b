import { withFigures } from '../../../../language/numbers.ts'
import { remembered } from '../../../../platform/remembered.ts'
import { ofSections } from './section-text.ts'

const number = String.raw`(?:(?<![\d.,])\d[\d.,]*|\b(?:one|half|una?))`

const amount = new RegExp(
  String.raw`${number}[\s-]*(?:mg|mcg|[µμ]g|g|grams?|ml|cc|iu|ui|units?|(?:milli|micro)grams?|millilit(?:er|re)s?|miligramos|mililitros|unidades)\b`,
  'iu',
)
const count = new RegExp(
  String.raw`${number}(?:\s[\p{L}-]+){0,2}\s(?:injections?|pens?|syringes?|autoinjectors?|tablets?|pills?|capsules?|doses?|drops?|puffs?|vials?|inyecciones|tabletas|pastillas)\b`,
  'iu',
)
const schedule =
  /\b(?:every|each|cada)\s(?:[\p{L}\d-]+\s){0,2}(?:days?|weeks?|months?|years?|hours?|d[ií]as?|semanas?|mes(?:es)?|horas?)\b|\b(?:once|twice|\d+ times|una vez|\d+ veces)\s(?:daily|weekly|monthly|yearly|an?\s|per\s|each\s|every\s|al\s|por\s)/iu

/** Whether a text says how much of a medicine, or how often: true of one medicine, one disease and one kind of person only. */
export const saysDose = remembered((said) => {
  const text = withFigures(said)
  return amount.test(text) || count.test(text) || schedule.test(text)
}, ofSections)

const temperature = /\d\s*(?:°|º|degrees?|grados)/iu
const kept = /refriger|fridge|room temperature|freez|frozen|\bnevera\b|temperatura ambiente/iu
const howLong = new RegExp(
  String.raw`${number}[\s-]*(?:minutes?|hours?|days?|weeks?|months?|years?|horas?|d[ií]as?|semanas?|mes(?:es)?)\b`,
  'iu',
)

/** Whether a text has a figure that holds for one medicine only: its dose, the heat it bears, how long it keeps. */
export const hasMedicineFigure = (text: string): boolean =>
  saysDose(text) || temperature.test(text) || (kept.test(text) && howLong.test(withFigures(text)))

/** Whether a question asks for how much or how often. */
export const asksDose = (question: string): boolean =>
  /\bdos(?:e|es|age|ages|ing|is)\b|\bhow (?:much|many|often|frequently)\b|\bstrength\b|\bamount\b|\bschedul|\bregimen\b|\bfrequency\b|\bm[gl]\b|\bwhen (?:do|should|can|does) \w+ (?:take|inject|use|give|get)\b|\bcada cu[aá]nto|\bcu[aá]nt[oa]s?\b|\bposolog[ií]a\b/iu.test(
    question,
  )
