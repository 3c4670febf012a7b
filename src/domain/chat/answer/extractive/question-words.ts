import { searchWords } from '../../../../language/folding.ts'
import { stem } from '../../../../language/stems.ts'
import { clinicalWords } from '../../../library/search/lay-words.ts'
import { withoutWriting } from './mask-medicines.ts'
import { englishOf } from './spanish-words.ts'

/** Words that a question is built of and that say nothing of what is asked. */
const built = new Set(
  `a an the of for to in on and or do does did i my me you your it its can could should would will shall how when where why who
  whom which what with at by from that this these those there here be been being is are was were am have has had having if not
  no as any some so than then about into just also may might must get gets got getting go goes going went we us our they them
  their he she his her him please hi hello hey ok okay now ever still yet too very really only want wanna like im ive id dont
  cant doesnt didnt isnt wont whats hows wheres lets let s t m re ve ll yes mean means up off during while someone somebody
  anyone one ones own tell know u ur bc cause thing things stuff bit even right sure since because though actually maybe guess
  gonna gotta around myself yourself himself herself already always never same every each make makes sort information question
  el la los las un una de del al en y o que como cuando donde cual cuales cuanto cuanta cuantos cuantas por para con sin mi mis
  su sus se es son esta este esto eso si lo le te puedo puede debo hay ser estar tengo tiene hago hacer`.split(/\s+/),
)

/** Words so common that a section without them may answer all the same. */
const common = new Set(
  `use used using uses take takes taking give given need needs help helps way ways much many long often good best better work
  works people person patient patients find happen happens happened start starting day days time times affected affect affects
  available related done medicine medication drug doctor become different more most other first new else after before again
  keep come came look looks kind kinds type types main common normal ask see seeing call left bring safe raise raises increase
  allowed causes put without last next week month today yesterday little small big bad tiny accidentally turning old able feel
  feeling doing`.split(/\s+/),
)

/** A word of the question, with what may stand for it. */
export interface QuestionTerm {
  word: string
  stem: string
  /** Stems of the words with the same meaning, which count for a little less. */
  others: string[]
  /** 0 to 1: how much it says of what is asked. */
  weight: number
}

const commonWeight = 0.35

/** Clinical words that are too wide to stand for an everyday one: a section with "dose" says nothing of a forgotten one. */
const tooWide = new Set(['dose', 'site', 'container', 'pharmacy', 'effect', 'reaction', 'schedule', 'temperature'])

/** Words of the same meaning beyond the search's own. */
const alike = new Map(
  Object.entries({
    keep: ['store', 'refrigerator'],
    kept: ['store', 'refrigerator'],
    store: ['keep', 'refrigerator'],
    stored: ['keep', 'refrigerator'],
    raise: ['increase', 'higher'],
    increase: ['raise', 'higher'],
    overnight: ['night'],
    plane: ['airport', 'flight'],
  }),
)

/** Words that a question and a leaflet use for the same. */
const same = new Map(
  Object.entries({
    kid: 'child',
    kids: 'child',
    daughter: 'child',
    son: 'child',
    fridge: 'refrigerator',
    dosage: 'dose',
    dosages: 'dose',
    dosing: 'dose',
  }),
)
const stemOf = (word: string): string => stem(same.get(word) ?? word)

/** The telling words of a question (English; common Spanish ones by their English), each once, in order. */
export function questionTerms(question: string): QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>()
  for (const word of searchWords(withoutWriting(question).replace(/\b(?:throw(?:ing|s|n)?|threw) up\b/gi, 'vomiting'))) {
    const english = englishOf(word)
    if (built.has(word) && english.length === 0) continue
    const key = stemOf(word)
    const clinical = clinicalWords([word, ...english]).filter((other) => !tooWide.has(other))
    const others = [...english, ...clinical, ...(alike.get(word) ?? [])].map(stemOf).filter((other) => other !== key)
    const weight = common.has(word) ? commonWeight : 1
    if (!terms.has(key)) terms.set(key, { word, stem: key, others: [...new Set(others)], weight })
  }
  const asked = [...terms.values()]
  // "Drink alcohol" is not said by "alcohol" alone.
  return asked.map((term) => ({ ...term, others: term.others.filter((other) => !terms.has(other)) }))
}

/** Whether a word says what a question is about: no common one and no number. */
export const isTelling = (word: string): boolean => !common.has(word) && !built.has(word) && !/^\d/.test(word)

/** Texts whose stems are remembered: a library's sections are found again and again. */
const mostRemembered = 2_000
const remembered = new Map<string, ReadonlySet<string>>()

/** The stems of a text, to look the terms of a question up in. */
export function stemsOf(text: string): ReadonlySet<string> {
  const known = remembered.get(text)
  if (known) return known
  const stems = new Set(searchWords(withoutWriting(text)).map(stemOf))
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(text, stems)
  return stems
}

const otherWorth = 0.7

/** 0 to 1: how far a text has a term. */
export function has(stems: ReadonlySet<string>, { stem: own, others }: QuestionTerm): number {
  if (stems.has(own)) return 1
  return others.some((other) => stems.has(other)) ? otherWorth : 0
}
