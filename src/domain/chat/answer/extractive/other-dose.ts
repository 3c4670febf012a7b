import { isEveryday } from '../../../../language/everyday-words.ts'
import { isCommonIllness, namesIllness } from '../../../../language/illness-words.ts'
import type { RetrievedItem } from '../../chat.ts'
import { statesDose } from './dose-asked.ts'
import { asksDose, saysDose } from './medicine-figure.ts'
import { peopleIn } from './people.ts'
import { has, isTelling, type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import type { QuestionReading } from './reading.ts'
import { headOf } from './section-text.ts'

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
