import { searchWords } from '../../../../language/folding.ts'
import { inEnglish } from '../../../../language/spanish/in-english.ts'
import { stem } from '../../../../language/stems.ts'
import { remembered } from '../../../../platform/remembered.ts'
import { layPhrases } from '../../../library/search/lay-words.ts'
import { withoutWriting } from './code-words.ts'
import { ofSections } from './section-text.ts'

/** Words that a question is built of and that say nothing of what is asked. */
const built = new Set(
  `a an the of for to in on and or do does did i my me you your it its can could should would will shall how when where why who
  whom which what with at by from that this these those there here be been being is are was were am have has had having if not
  no as any some so than then about into just also may might must get gets got getting go goes going went we us our they them
  their he she his her him please hi hello hey ok okay now ever still yet too very really only want wanna like im ive id dont
  cant doesnt didnt isnt wont whats hows wheres lets let s t m re ve ll yes mean means up off during while someone somebody
  anyone one ones own tell know u ur bc cause thing things stuff bit even right sure since because though actually maybe guess
  gonna gotta around myself yourself himself herself already always never same every each make makes sort information question
  thanks thank wondering wonder explain show list give`.split(/\s+/),
)

/** Words so common that a section without them may answer all the same. */
const common = new Set(
  `use used using uses take takes taking given need needs help helps way ways much many long often good best better work
  works people person patient patients find happen happens happened start starting day days time times
  related done medicine medication drug doctor become different more most other first new else after before again
  come came look looks kind kinds type types main common normal ask see seeing call left bring safe increase
  allowed causes put without last next week weeks month months today yesterday little small big able feel feeling doing
  long ago night morning hour hours minute minutes year years once twice`.split(/\s+/),
)

/** A word of the question, or a phrase that means one thing, with what may stand for it. */
export interface QuestionTerm {
  word: string
  /** The stems of a phrase are parted by spaces. */
  stem: string
  /** Stems of the words with the same meaning, which count for a little less. */
  others: string[]
  /** 0 to 1: how much it says of what is asked. */
  weight: number
}

const commonWeight = 0.35

/** The telling words and phrases of a question (a Spanish one's by its English), each once, in order. */
export function questionTerms(question: string): QuestionTerm[] {
  const words = searchWords(inEnglish(withoutWriting(question)))
  const phrases = new Map(layPhrases(words).map((phrase) => [phrase.from, phrase]))
  const terms = new Map<string, QuestionTerm>()
  for (let at = 0; at < words.length; ) {
    const { length, meant } = phrases.get(at) ?? { length: 1, meant: [] }
    const said = words.slice(at, at + length)
    at += length
    const telling = said.filter((word) => !built.has(word))
    const word = said.join(' ')
    if (telling.length === 0 && meant.length === 0) continue
    const key = (telling.length === 0 ? said : telling).map(stem).join(' ')
    const weight = said.every((one) => common.has(one) || built.has(one)) && meant.length === 0 ? commonWeight : 1
    const others = meant.map(stem).filter((other) => other !== key)
    if (!terms.has(key)) terms.set(key, { word, stem: key, others: [...new Set(others)], weight })
  }
  const asked = [...terms.values()]
  // "Drink alcohol" is not said by "alcohol" alone.
  return asked.map((term) => ({ ...term, others: term.others.filter((other) => !terms.has(other)) }))
}

/** Whether a word or phrase says what a question is about: no common one and no number. */
export const isTelling = (phrase: string): boolean =>
  phrase.split(' ').some((word) => !common.has(word) && !built.has(word) && !/^\d/.test(word))

/** The stems of a text, to look the terms of a question up in; of a Spanish text its English ones, too. */
export const stemsOf = remembered((text): ReadonlySet<string> => {
  const written = withoutWriting(text)
  const english = inEnglish(written)
  const words = searchWords(written)
  return new Set((english === written ? words : [...words, ...searchWords(english)]).map(stem))
}, ofSections)

const otherWorth = 0.8

/** 0 to 1: how far a text has a term. */
export function has(stems: ReadonlySet<string>, { stem: own, others }: QuestionTerm): number {
  if (own.includes(' ') ? own.split(' ').every((part) => stems.has(part)) : stems.has(own)) return 1
  return others.some((other) => stems.has(other)) ? otherWorth : 0
}
