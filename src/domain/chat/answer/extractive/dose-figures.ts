import { withFigures } from '../../../../language/numbers.ts'
import { remembered } from '../../../../platform/remembered.ts'
import { ofSections } from './section-text.ts'

/** Words that count without being read as numbers anywhere else. */
const counts = new Map(Object.entries({ one: 1, a: 1, an: 1, una: 1, un: 1, uno: 1, other: 2 }))
// A number is tried from its first figure alone: a long row of figures is read once, not from each of them.
const number = String.raw`((?<![\d.,])\d[\d.,]*|\b(?:one|una|uno)\b)`
const amount = new RegExp(
  String.raw`${number}[\s-]*(mg|mcg|[µμ]g|g|grams?|ml|cc|iu|ui|units?|milligrams?|micrograms?|millilit(?:er|re)s?|miligramos?|mililitros?|unidades)\b`,
  'giu',
)
const count = new RegExp(
  String.raw`${number}(?:\s(?!mg\b|ml\b|mcg\b|(?:day|week|month|year|hour|minute)s?\b)[\p{L}-]+){0,2}\s(injection|shot|pen|syringe|autoinjector|tablet|pill|capsule|drop|puff|vial|inyeccion|tableta|pastilla|pluma)(?:s|es)?\b`,
  'giu',
)
const period = String.raw`(day|week|month|year|hour|d[ií]a|semana|mes|hora)(?:s|es)?\b`
const every = new RegExp(String.raw`\b(?:every|each|cada)\s(?:${number}\s|(other)\s)?${period}`, 'giu')
const howOften = String.raw`(once|twice|una vez|(?:\d{1,2}|two|three|four|five|six)\s?(?:x|times|veces))`
const times = new RegExp(String.raw`(?:\b${howOften}\s)?\b(?:an?|per|al|por)\s${period}`, 'giu')
const adverb = new RegExp(String.raw`\b(?:${howOften}\s)?(dai|week|month|year|hour)ly\b`, 'giu')

const units = new Map(
  Object.entries({
    milligram: 'mg',
    miligramo: 'mg',
    microgram: 'mcg',
    µg: 'mcg',
    μg: 'mcg',
    gram: 'g',
    cc: 'ml',
    unit: 'iu',
    unidad: 'iu',
    ui: 'iu',
  }),
)
const singular = (unit: string) => {
  const one = unit.toLowerCase().replace(/(?<=\p{L}{2})(?:e?s)$/u, '')
  return units.get(one) ?? (/^m(?:illilit|ililitr)/.test(one) ? 'ml' : one)
}
/** A comma before three figures parts thousands, before one or two it is Spanish for a point. */
const valueSaid = (said: string | undefined) =>
  counts.get((said ?? 'a').toLowerCase()) ??
  Number(
    (said ?? '')
      .replace(/,(?=\d{1,2}\.?$)/, '.')
      .replaceAll(',', '')
      .replace(/\.$/, ''),
  )

/** How many times: one unless it is said. */
const timesSaid = (said: string | undefined): number =>
  /^twice/i.test(said ?? '') ? 2 : Number(withFigures(said ?? '').match(/^\d+/)?.[0] ?? 1)

/**
 * The doses that a text names: amounts, numbers of pens and the like, and how often, each in one form, so that "once a month",
 * "monthly" and "every month" are one and "4,500 milligrams" is `4500 mg`.
 */
export function dosesIn(said: string): string[] {
  const text = withFigures(said)
  const amounts = [...text.matchAll(amount)].map(([, value, unit]) => `${valueSaid(value)} ${singular(unit ?? '')}`)
  const counts = [...text.matchAll(count)].map(([, value, thing]) => `${valueSaid(value)} ${thing?.toLowerCase()}`)
  const often = [...text.matchAll(every)].map(([, value, other, unit]) => `every ${valueSaid(value ?? other)} ${unit?.toLowerCase()}`)
  const regular = [...text.matchAll(times), ...text.matchAll(adverb)].map(([, value, period]) => {
    const unit = period?.toLowerCase().replace('dai', 'day')
    const often = timesSaid(value)
    return often === 1 ? `every 1 ${unit}` : `${often} times a ${unit}`
  })
  return [...amounts, ...counts, ...often, ...regular]
}

/** Sentences with a figure that is no dose to take: what to avoid, what studies saw, what a package holds. */
const noDose = /\b(?:do not|don['’]t|never|not|no|%|placebo|stud(?:y|ies)|trials?|comes? (?:in|as)|cartons?|prescribed|nunca)\b|%/iu

/** "140 mg/mL" and "100 mg/4 mL" say what is in a pen, not how much is taken. */
const strength = /\d[\d.,]{0,10}\s?(?:mg|mcg|g|units?|iu)\s?(?:\/|per)\s?(?:\d[\d.,]{0,6}\s?)?m(?:l|illilit(?:er|re)s?)\b/giu

/** Whether a text says how much of a medicine is taken, or how often. A table or list counts by any line, unless its lead speaks of no dose. */
export const givesDose = remembered((text) => {
  const sentences = text.split(/\n|(?<=[.!?])\s/u)
  if (sentences[0]?.endsWith(':') && noDose.test(sentences[0])) return false
  return sentences.some((sentence) => dosesIn(sentence.replaceAll(strength, ' ')).length > 0 && !noDose.test(sentence))
}, ofSections)
