import { aroundFigures } from './around-figures.ts'
import type { FieldParts } from './readings.ts'
import type { SaidTurn } from './said-figures.ts'

/** A deductible and a maximum are a year's; what is said of another time, or of each occasion, is none of theirs. */
const otherTime =
  /\b(?:(?:a|per|each|every) (?:month|quarter|fill|refill|prescription|script|occurrence|admission|visit|stay|day|incident|paycheck)|monthly|quarterly|lifetime|per occurrence)\b/u
/** Before a figure only its own name stands between: "the monthly deductible is 120", not "the copay is 20 per visit, the deductible is 500". */
const otherTimeBefore =
  /\b(?:monthly|quarterly|lifetime|per occurrence|per admission|per fill|per visit)(?: (?:deductible|out of pocket|oop|moop|max|maximum|limit|of|is|are|the|amount|for|it's|was)){0,6}$/u
const otherTimeAfter = new RegExp(`^(?:(?:dollars?|bucks|maximum|max|limit) ){0,2}${otherTime.source}`, 'u')
/** Of more people than one, and of fewer than a family. */
const ofSome =
  /^(?:\S+ ){0,3}?(?:for )?(?:the )?(?:employee|member|subscriber|self|you|him|her|individual) ?(?:and|plus|\+|with) (?:a |one |the |his |her |your )?(?:child(?:ren)?|spouse|partner|dependents?|one)\b/u
const ofSomeBefore =
  /\b(?:employee|member|subscriber|self|individual) ?(?:and|plus|\+|with) (?:a |one |the |his |her |your )?(?:child(?:ren)?|spouse|partner|dependents?|one)(?: \S+){0,4}$/u

const pharmacy = '(?:pharmacy|prescription|rx|dental|vision)'
/** Of a plan whose deductibles are told apart: "the pharmacy deductible is separate, it's two hundred, and she met one twenty of the pharmacy one". */
const ofPharmacyAfter = new RegExp(`^(?:(?:dollars?|bucks) )?(?:of|on|toward|towards) (?:the |her |his |their )?${pharmacy}\\b`, 'u')
const ofPharmacyBefore = new RegExp(
  `\\b${pharmacy}(?: (?:deductible|out of pocket|max|maximum|only|one|side|benefit|is|are|of|a|the|separate|that's|it's|and|has)){0,6}$`,
  'u',
)

/** Whether an amount is said of another time than the year, of another deductible, or of other people, than those of the field that it was taken for. */
export function isOtherAmount(turn: SaidTurn | undefined, value: number, { benefit, scope }: FieldParts): boolean {
  if (!turn || value === 0 || !(benefit === 'deductible' || benefit === 'oop')) return false
  const isToldApart = turn.words.some(({ text }) => text === 'medical')
  const places = aroundFigures(turn, value)
  return (
    places.length > 0 &&
    places.every(
      ({ before, after }) =>
        otherTimeBefore.test(before) ||
        otherTimeAfter.test(after) ||
        (isToldApart && (ofPharmacyBefore.test(before) || ofPharmacyAfter.test(after))) ||
        (scope === 'individual' && (ofSomeBefore.test(before) || ofSome.test(after))),
    )
  )
}
