const numbers = new Map(
  Object.entries({
    one: 1,
    a: 1,
    an: 1,
    una: 1,
    un: 1,
    uno: 1,
    once: 1,
    two: 2,
    other: 2,
    twice: 2,
    dos: 2,
    three: 3,
    tres: 3,
    four: 4,
    cuatro: 4,
    five: 5,
    cinco: 5,
    six: 6,
    seis: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
  }),
)
const words = [...numbers.keys()].filter((word) => !['a', 'an', 'once', 'other', 'twice', 'un'].includes(word)).join('|')
const number = String.raw`(\d[\d.,]*|\b(?:${words})\b)`
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
const times = new RegExp(String.raw`(?:\b(once|twice|una vez|dos veces)\s)?\b(?:an?|per|al|por)\s${period}`, 'giu')
const adverb = /\b(?:(twice)\s)?(dai|week|month|year|hour)ly\b/giu

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
const valueSaid = (said: string | undefined) =>
  numbers.get((said ?? 'a').toLowerCase()) ?? Number((said ?? '').replaceAll(',', '').replace(/\.$/, ''))

/**
 * The doses that a text names: amounts, numbers of pens and the like, and how often, each in one form, so that "once a month",
 * "monthly" and "every month" are one and "4,500 milligrams" is `4500 mg`.
 */
export function dosesIn(text: string): string[] {
  const amounts = [...text.matchAll(amount)].map(([, value, unit]) => `${valueSaid(value)} ${singular(unit ?? '')}`)
  const counts = [...text.matchAll(count)].map(([, value, thing]) => `${valueSaid(value)} ${thing?.toLowerCase()}`)
  const often = [...text.matchAll(every)].map(([, value, other, unit]) => `every ${valueSaid(value ?? other)} ${unit?.toLowerCase()}`)
  const regular = [...text.matchAll(times), ...text.matchAll(adverb)].map(([, value, unit]) =>
    /^(?:twice|dos)/i.test(value ?? '') ? `twice ${unit}` : `every 1 ${unit?.toLowerCase().replace('dai', 'day')}`,
  )
  return [...amounts, ...counts, ...often, ...regular]
}

/** Sentences with a figure that is no dose to take: what to avoid, what studies saw, what a package holds. */
const noDose = /\b(?:do not|don['’]t|never|not|no|%|placebo|stud(?:y|ies)|trials?|comes? (?:in|as)|cartons?|prescribed|nunca)\b|%/iu

/** Whether a text says how much of a medicine is taken, or how often. A table or list counts by any line, unless its lead speaks of no dose. */
export function givesDose(text: string): boolean {
  const sentences = text.split(/\n|(?<=[.!?])\s/u)
  if (sentences[0]?.endsWith(':') && noDose.test(sentences[0])) return false
  return sentences.some((sentence) => dosesIn(sentence).length > 0 && !noDose.test(sentence))
}
