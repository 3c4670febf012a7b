import { isPromptInjection } from '../../../../language/prompt-injection.ts'
import { remembered } from '../../../../platform/remembered.ts'
import type { RetrievedItem } from '../../chat.ts'
import { areAmong, type Medicines, medicinesIn, shareMedicine } from './code-words.ts'
import { asksForDose } from './dose-asked.ts'
import { isForMeasures, type Measure } from './measures.ts'
import { asksDose, hasMedicineFigure, saysDose } from './medicine-figure.ts'
import { isOfOtherUse } from './other-dose.ts'
import { type Passage, passagesOf, textWithNeeded } from './passages.ts'
import { type People, peopleIn, peopleMeant } from './people.ts'
import type { QuestionTerm } from './question-words.ts'
import { headOf, ofSections, textOf } from './section-text.ts'
import { confusesSeverity } from './severity.ts'

/** A section from which an answer may be taken, and which of its passages may be. */
export interface UsableItem {
  item: RetrievedItem
  passages: readonly Passage[]
  /** Whether the passage with this number is about nothing but what is asked about. */
  allowed(index: number): boolean
  /** The medicines that its title and heading name; none: it is about no certain one. */
  subjects: Medicines
}

const speaksToAssistant = remembered((text) => isPromptInjection(text, 'content'), ofSections)

/** Whom and what a question is about. */
interface QuestionSubject {
  /** What it asks, without what it tells. */
  core: string
  /** The words of that. */
  asked: QuestionTerm[]
  /** The stems of all that was found. */
  knowing: ReadonlySet<string>
  medicines: Medicines
  people: ReadonlySet<People>
  /** Of whom it gives the weight, age or kidney function. */
  measures: readonly Measure[]
}

/**
 * The sections that may answer, for the medicines that the question names: none about another medicine, and none at all
 * where one of the medicines is nowhere in what was found. Sections that speak to an assistant are left out whole.
 */
export function usableItems(about: QuestionSubject, items: readonly RetrievedItem[]): UsableItem[] {
  const { medicines } = about
  const named = new Map(items.map((item) => [item, medicinesIn(textOf(item))]))
  const isNamed = ([ingredient, brands]: [string, ReadonlySet<string>]) => {
    const one = new Map([[ingredient, brands]])
    return items.some((item) => shareMedicine(one, named.get(item) ?? new Map()))
  }
  if (![...medicines].every(isNamed)) return []
  const usable = items
    .filter((item) => !speaksToAssistant(textOf(item)))
    .map((item) => ({ item, subjects: medicinesIn(headOf(item)) }))
    .filter(({ item, subjects }) => {
      if (medicines.size === 0) return true
      if (medicines.size > 1 && !areAmong(medicines, named.get(item) ?? new Map())) return false
      return subjects.size === 0 || shareMedicine(subjects, medicines)
    })
    .map(({ item, subjects }) => {
      const passages = passagesOf(item, about.measures)
      const scopes = medicinesOfPassages(passages, subjects)
      const allowed = (index: number) => {
        const passage = passages[index]
        const scope = scopes[index]
        if (!passage || !scope || passage.onlyLead || passage.unquotable) return false
        if (isStudied(passage.parts.join('\n'), about.core) || isOfOneDose(passage, item, about.core)) return false
        if (confusesSeverity(about.core, [passage.shown, textWithNeeded(passages, index), item.sectionHeader ?? ''])) return false
        if (saysDose(passage.parts.join('\n')) && isOfOtherUse(about, nearOf(passages, index, item))) return false
        return isOfMedicine(passage, scope, subjects, medicines) && isForPeople(passages, index, item, about)
      }
      return { item, subjects, passages, allowed }
    })
  return about.people.size === 0 && asksDose(about.core) ? withoutChildrensDoses(usable) : usable
}

/** Where nobody is named a dose for children alone answers only if there is none for others. */
function withoutChildrensDoses(items: readonly UsableItem[]): UsableItem[] {
  const doses = items.map(({ item, passages, allowed }) => {
    const said = passages.map(({ parts }, at) => saysDose(parts.join('\n')) && allowed(at))
    const childrens = new Set([...passages.keys()].filter((at) => said[at] && isForChildren(whoseDose(passages, at, item))))
    return { childrens, others: said.filter((isDose, at) => isDose && !childrens.has(at)).length }
  })
  if (!doses.some(({ others }) => others > 0)) return [...items]
  return items.map((one, index) => ({ ...one, allowed: (at) => one.allowed(at) && !doses[index]?.childrens.has(at) }))
}

const isForChildren = (people: ReadonlySet<People>) => people.has('children') && !people.has('adults')

/** The medicines that a passage speaks of. */
interface Scope {
  own: Medicines
  /** Those named last before it in its paragraph, or anywhere before it in a section whose heading names none. */
  before: Medicines | undefined
  /** Those that the section's text names. */
  around: Medicines
}

function medicinesOfPassages(passages: readonly Passage[], subjects: Medicines): Scope[] {
  const all = passages.map(({ parts }) => medicinesIn(parts.join('\n')))
  const around = new Map(all.flatMap((medicines) => [...medicines]))
  let last: { medicines: Medicines; line: number } | undefined
  return passages.map(({ line }, index) => {
    const own = all[index] ?? new Map()
    const near = last && (subjects.size === 0 || last.line === line) ? last.medicines : undefined
    if (own.size > 0) last = { medicines: own, line }
    return { own, before: near, around }
  })
}

/** In a section about several medicines, only what names the one that is asked about, or none. */
function isOfMedicine({ parts }: Passage, { own, before, around }: Scope, subjects: Medicines, asked: Medicines): boolean {
  const isFigure = hasMedicineFigure(parts.join('\n'))
  const theirs = subjects.size > 0 ? subjects : around
  if (asked.size === 0) return !isFigure || own.size > 0 || areAmong(before ?? theirs, subjects)
  if (own.size === 0) {
    if (!isFigure) return true
    const brands = [...asked.values()].reduce((sum, { size }) => sum + Math.max(1, size), 0)
    const whose = before ?? subjects
    // Of two medicines asked about, a figure that names neither may be either's.
    return brands === 1 && whose.size > 0 && areAmong(whose, asked)
  }
  if (!shareMedicine(own, asked)) return !isFigure && subjects.size === 1
  // Taken out of its table's columns, a figure may be read as another medicine's.
  const table = parts.some((part) => part.includes(' | '))
  return (subjects.size === 1 && shareMedicine(subjects, asked)) || !(table && own.size > asked.size)
}

/** Of animals, and of what people were given to find out. */
const studied =
  /\b(?:animals?|rats?|rabbits?|mice|mouse|monkeys?|MRHD|AUC|highest dose tested|(?:patients|subjects|participants|volunteers|adults|children) (?:\w+ ){0,2}(?:received|were (?:treated|given|randomi[sz]ed|exposed)))\b/iu

/** Whether a passage names a dose that nobody is to take, where one is asked for. */
const isStudied = (passage: string, core: string): boolean => studied.test(passage) && saysDose(passage) && asksForDose(core)

/** What to do about a dose that was missed, or about too much. */
const oneDose =
  /\b(?:miss(?:ed|es|ing)? (?:an? |your |the |any )?(?:\p{L}+ )?dos(?:es?|age)|dose (?:is|was) missed|forg[eo]t\p{L}*|overdos\p{L}+)\b/iu

/** Whether a passage is on a dose that went wrong, where the usual one is asked for. */
const isOfOneDose = ({ shown }: Passage, { sectionHeader }: RetrievedItem, core: string): boolean =>
  (oneDose.test(shown) || oneDose.test(sectionHeader ?? '')) && asksForDose(core)

/** A dose is given for the people asked about only; one that names nobody is the adults'. */
function isForPeople(
  passages: readonly Passage[],
  index: number,
  item: RetrievedItem,
  { people: asked, measures }: QuestionSubject,
): boolean {
  if ((asked.size === 0 && measures.length === 0) || !saysDose(passages[index]?.parts.join('\n') ?? '')) return true
  if (
    nearOf(passages, index, item)
      .map((text) => isForMeasures(text, measures))
      .find((fits) => fits !== undefined) === false
  )
    return false
  const named = whoseDose(passages, index, item)
  return [...asked].every((people) => named.has(people) || (people === 'adults' && named.size === 0))
}

/** What says whose dose a passage names, nearest first. */
const nearOf = (passages: readonly Passage[], index: number, item: RetrievedItem): string[] => [
  passages[index]?.shown ?? '',
  textWithNeeded(passages, index),
  // "Psoriasis: Pediatric Dosage": what stands last is nearest.
  ...(item.sectionHeader?.split(': ').reverse() ?? []),
  item.title,
]

/** The kinds of people that the nearest words which name any name. */
const whoseDose = (passages: readonly Passage[], index: number, item: RetrievedItem): Set<People> =>
  peopleMeant(
    nearOf(passages, index, item)
      .slice(1)
      .find((text) => peopleIn(text).size > 0) ?? '',
  )
