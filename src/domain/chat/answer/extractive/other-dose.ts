import { isEveryday } from '../../../../language/everyday-words.ts'
import { foldForSearch } from '../../../../language/folding.ts'
import { endsAsIllness, isCommonIllness, namesIllness } from '../../../../language/illness-words.ts'
import { remembered } from '../../../../platform/remembered.ts'
import type { RetrievedItem } from '../../chat.ts'
import { type Medicines, shareMedicine } from './code-words.ts'
import { answersWithDose, asksForDose, statesDose } from './dose-asked.ts'
import { asksDose, saysDose } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { has, isTelling, type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import type { QuestionReading } from './reading.ts'
import { headOf, ofSections } from './section-text.ts'

/** Words of dose questions, folded, that a dose need not repeat. */
const ofAnyDose = new Set(
  `dose doses dosage dosages dosing dosed dosis inject injected injecting injection injections shot shots needle needles pen pens syringe syringes
  tablet tablets pill pills apply administer administered strength amount mg ml schedule scheduled frequently recommended usual standard
  regular correct weigh weighs weighing inyecto inyectar`.split(/\s+/),
)

/**
 * Whether a dose is asked for and one is quoted, but of something else: "uveitis" must be said by a dose for it. Words of everyday talk
 * name no illness. Where the asking sentences name nothing special, of what the story names one is enough.
 */
export function isOtherDose({ core, asked, terms }: QuestionReading, item: RetrievedItem, quoted: string): boolean {
  if (!(asksDose(core) || statesDose(core)) || !saysDose(quoted)) return false
  const text = withoutOthers(`${headOf(item)}\n${quoted}`)
  if (kindsOfIllness(core).some((kind) => !saysAll(kind, text))) return true
  const special = asked.filter(isSpecial)
  if (special.length > 0) return !saysAll(special, text)
  const told = terms.filter(isSpecial)
  return told.length > 0 && !told.some((term) => saysAll([term], text))
}

/**
 * Whether the nearest words that name a use name another than the one asked about: in a section on several uses each dose is for the
 * one that stands by it.
 * @param near the dose's own words first, then what it needs, its heading and its title
 */
export function isOfOtherUse(
  { core, asked, knowing }: Pick<QuestionReading, 'core' | 'asked' | 'knowing'>,
  near: readonly string[],
): boolean {
  if (!(asksDose(core) || statesDose(core))) return false
  const short = shortForms(core)
  const special = asked.filter(
    (term) => (term.word.split(' ').some(isIllness) || short.includes(term.word.toUpperCase())) && has(knowing, term) > 0,
  )
  if (special.length === 0) return false
  const nearest = near.find((text) => special.some((term) => has(stemsOf(text), term) > 0) || namesUse(text))
  return nearest !== undefined && !special.some((term) => has(stemsOf(nearest), term) > 0)
}

/** Illnesses are written short: "CLL", "NHL". */
const shortForms = (text: string): string[] =>
  (/\p{Ll}/u.test(text) ? (text.match(/\b[A-Z]{2,5}\b/g) ?? []) : []).filter((word) => !noIllness.has(word))
const noIllness = new Set('AM BID CBC DNA EU FDA HIV II III IM IU IV MG ML OR PM QID RN SC TB TID UK US USA USP UV WBC'.split(' '))

/** Not every word that illnesses are named with: "infusion" and "skin" name none alone. */
const isIllness = (word: string) => isCommonIllness(word) || (endsAsIllness(word) && !ofAnyDose.has(word) && !isEveryday(word))

/** "For patients with co-existent psoriasis" tells of another illness that somebody has besides. */
const besides = /\b(?:co-?exist\p{L}*|concomitant|also (?:have|has)|as well as|in addition to)\b/iu
const behind = /\b(?:for|in|with|of|de|para)\s((?:[\p{L}'’/-]+\s){0,7}[\p{L}'’/-]+)/giu
/** Not "in combination with FC". */
const behindFor = /(?<!combination )\b(?:for|in|with)\s(?!combination)(?:[\p{L}-]+\s){0,4}?[A-Z]{2,5}\b/gu
const heading = /^[^.!?]{3,120}$/u

/** Whether a text says for which illness it is: anywhere in a heading, behind "for", "in" or "with" in a sentence. */
export const namesUse = remembered((text: string): boolean => {
  if (besides.test(text)) return false
  return text.split('\n').some((line) => {
    const isHeading = heading.test(line)
    if (shortForms(isHeading ? line : (line.match(behindFor) ?? []).join(' ')).length > 0) return true
    const words = isHeading ? line : [...line.matchAll(behind)].map(([, words]) => words).join(' ')
    return (words.match(/[\p{L}'’]{4,}/gu) ?? []).map(foldForSearch).some(isIllness)
  })
}, ofSections)

/** A longer heading is a sentence, and no name of a dose. */
const longestName = 80
const mostNamed = 4

/**
 * The headings of doses for other uses or people than the quoted ones, where a question for a dose says neither: who reads one of several
 * must not take it for the only one.
 */
export function otherDosesBeside(
  { core, asked, terms, people, measures, medicines }: QuestionReading,
  quoted: readonly RetrievedItem[],
  items: readonly { item: RetrievedItem; subjects: Medicines }[],
): string[] {
  if (!asksForDose(core) || people.size > 0 || measures.length > 0 || [...asked, ...terms].some(isSpecial)) return []
  const headings = items
    .filter(({ item, subjects }) => answersWithDose(item, item.content) && shareMedicine(subjects, medicines) && !quoted.includes(item))
    .map(({ item }) => item.sectionHeader?.trim() ?? '')
  const apart = headings.filter((name) => name.length <= longestName && (namesUse(name) || peopleIn(name).size > 0))
  return [...new Set(apart)].filter((name) => !quoted.some(({ sectionHeader }) => sectionHeader?.trim() === name)).slice(0, mostNamed)
}

/** "Different from the migraine dose" says no dose for migraine. */
const contrast =
  /\b(?:different(?:ly)? (?:from|than)|other than|rather than|instead of|unlike|compared (?:with|to)|not (?:for|approved for|used for|meant for)|(?:higher|lower|more|less|larger|smaller) than|in contrast to|distint[oa]s? (?:de|a)|diferentes? (?:de|a)|en lugar de|no es para)\b[^.;:\n]{0,60}/giu

/** "For Crohn's disease it is not established" says none for it either. */
const withheld =
  /\b(?:not|never) (?:been )?(?:established|approved|studied|known|indicated|recommended|authorized)\b|\bno (?:se ha establecido|est[aá] (?:aprobado|indicado|establecido))\b/iu

/** A text without what it says of uses only to set them apart. */
const withoutOthers = (text: string): string =>
  text
    .split(/(?<=[.\n])/u)
    .filter((sentence) => !withheld.test(sentence))
    .join('')
    .replaceAll(contrast, ' ')

/** What is an illness only with the word before it: a dose for breast cancer is none for lung cancer. */
const illnessOf =
  /\b(?!(?:kidney|renal|liver|hepatic|the|my|an|any|this|that|her|his|your|their|for|with|has|have|of|and|or|bad|severe|mild)\b)(\p{L}{3,20})\s(cancers?|tumou?rs?|infections?|arthritis|anemia|lymphoma|leuka?emia|colitis|headaches?)\b/giu

const kindsOfIllness = (core: string): QuestionTerm[][] =>
  [...core.matchAll(illnessOf)].map(([phrase]) => questionTerms(phrase)).filter((terms) => terms.length > 1)

/**
 * Whether a word names an illness or another use: it says something, and is none of everyday talk or of any dose. What is merely
 * unknown may be misspelt.
 */
const isSpecial = ({ word }: QuestionTerm) => {
  const words = word.split(' ')
  if (ofAnyDose.has(word) || !isTelling(word)) return false
  return words.some(isCommonIllness) || (!words.every(isEveryday) && words.some(namesIllness))
}

/** Whether a text has each telling word of a question; of people it may speak in other words. */
function saysAll(terms: readonly QuestionTerm[], text: string): boolean {
  const stems = stemsOf(text)
  return terms.every((term) => !isTelling(term.word) || peopleIn(term.word).size > 0 || has(stems, term) > 0)
}
