import { similarities } from './chunk-places.ts'
import { asksForDose, forbids } from './dose-asked.ts'
import { givesDose } from './dose-figures.ts'
import { asksWhether, fitOfKind } from './question-kind.ts'
import { has, type QuestionTerm, stemsOf } from './question-words.ts'
import { isOfSomebody, type QuestionReading } from './reading.ts'
import type { UsableItem } from './usable-passages.ts'

/** A section with how well each of its passages answers. */
export interface ScoredItem extends UsableItem {
  /** One a passage: about 0 to 1.5. */
  scores: number[]
  /** How similar the question is to what each passage stands in; null without vectors. */
  near: (number | null)[]
  /** How much more of the question a passage says than others together, as a share of its words by weight. */
  gain(index: number, beside: Iterable<number>): number
}

/** Worth of a word that stands in the heading or the title instead of the sentence: all sentences share it. */
const headingWorth = 0.6
const titleWorth = 0.5
/** What a section's first sentence gains where the heading asks the same question, the next less. */
const openingWorth = 0.45
const kindWorth = 0.25
/** What a sentence gains that is for those who lack what the asker lacks ("no insurance"). */
const lackWorth = 0.3

/** What a sentence loses for each point that the chunk it stands in is less like the question than the section's best. */
const nearWorth = 1.5
/** What a sentence without a dose loses where one is asked for. */
const noDoseWorth = 0.5

/** What a sentence on animals loses where somebody asks whether to take it: what the label says of people comes first. */
const animalsWorth = 0.5
const ofAnimals = /\b(?:animals?|rats?|mice|mouse|rabbits?|monkeys?)\b/iu

/** The share of the question's weight that a text has. */
export function coverage(terms: readonly QuestionTerm[], stems: ReadonlySet<string>): number {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : terms.reduce((sum, term) => sum + term.weight * has(stems, term), 0) / all
}

/** Scores the passages of a section by the question's words, by what kind of thing it asks for, and by their place. */
export function scored(usable: UsableItem, reading: QuestionReading): ScoredItem {
  const { core: question, terms } = reading
  const { item, passages } = usable
  const title = stemsOf(item.title)
  const heading = stemsOf(item.sectionHeader ?? '')
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  const headed = coverage(terms, heading)
  const lacks = lackOf(question)
  const forDose = asksForDose(question)
  const forMe = asksWhether.test(question)
  const texts = passages.map(({ parts }) => parts.join('\n'))
  const stems = texts.map(stemsOf)
  const near = similarities(item, passages)
  const nearest = Math.max(0, ...near.map((value) => value ?? 0))
  const scores = texts.map((text, index) => {
    const own = stems[index] ?? new Set<string>()
    const words = terms.reduce((sum, term) => {
      const worth = Math.max(has(own, term), headingWorth * has(heading, term), titleWorth * has(title, term))
      return sum + term.weight * worth
    }, 0)
    const { fit, missing } = fitOfKind(question, text)
    const alike = lacks?.test(`${item.sectionHeader} ${text}`) ? lackWorth : 0
    const dose = forDose && !givesDose(text) && !(isOfSomebody(reading) && forbids(text)) ? -noDoseWorth : 0
    const animals = forMe && ofAnimals.test(text) ? -animalsWorth : 0
    const meaning = nearWorth * ((near[index] ?? nearest) - nearest)
    return (
      meaning +
      dose +
      animals +
      words / all +
      alike +
      kindWorth * (missing ? -0.5 : fit) +
      (openingWorth * Math.max(headed, 0.3)) / (1 + index)
    )
  })
  const worth = (index: number, term: QuestionTerm) => has(stems[index] ?? new Set(), term)
  const gain = (index: number, beside: Iterable<number>) => {
    const others = [...beside]
    return (
      terms.reduce(
        (sum, term) => sum + term.weight * Math.max(0, worth(index, term) - Math.max(0, ...others.map((at) => worth(at, term)))),
        0,
      ) / all
    )
  }
  return { ...usable, scores, near, gain }
}

/** A pattern for the lack of what a question says is lacking. */
function lackOf(question: string): RegExp | undefined {
  const [, word] = /\b(?:no|without|sin) (\p{L}{4,})/iu.exec(question) ?? []
  return word === undefined ? undefined : new RegExp(`\\b(?:no|without|not have|lack(?:s|ing)?)\\s(?:[\\p{L}]+\\s){0,2}${word}`, 'iu')
}
