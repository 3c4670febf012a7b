import { editDistance } from '../../../../language/edit-distance.ts'
import { isEnglish } from '../../../../language/english-words.ts'
import { foldLetters } from '../../../../language/folding.ts'
import { inEnglish } from '../../../../language/spanish/in-english.ts'
import { remembered } from '../../../../platform/remembered.ts'
import type { MedicineNames, NamePlace } from '../../../drugs/medicine-names.ts'
import type { DrugName } from '../../../drugs/name-index.ts'
import { unknownNames } from '../../../drugs/unknown-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { coded, decoded, isCodeWord, newCodes, withoutMedicines } from './code-words.ts'
import { ofSections, textOf } from './section-text.ts'

/**
 * The question, in English word for word, and the sections with a code word for each medicine's name, and the way back. Whatever chooses an answer reads
 * only these, so that no name's length, rarity, figures or stops change what is chosen.
 */
export interface MaskedQuestion {
  question: string
  items: RetrievedItem[]
  /** A text made of pieces of masked ones, as its medicines are written. */
  unmasked(text: string): string
}

/** Shorter words are too often one letter away from a name. */
const shortest = 4
const longest = 20
/** From so many letters on two may be wrong. */
const longEnough = 7

const librariesMasked = new WeakMap<MedicineNames, ReturnType<typeof maskLibrary>>()

/** Masks the texts of sections: each the same way whatever is asked, so that what is read of it can be remembered. */
function maskLibrary(names: MedicineNames) {
  const codes = newCodes()
  // Who writes a code word names nothing by it.
  const masked = (text: string) => coded(withoutMedicines(text), names.places(withoutMedicines(text)), codes)
  return { codes, mask: remembered(masked, ofSections) }
}

/**
 * Masks the medicines of a question and of the sections found for it. A short name that the question misspells by one letter
 * counts where a section is headed with it: taken for an unknown word, it would be answered with another medicine's section.
 */
export function maskMedicines(question: string, found: readonly RetrievedItem[], names: MedicineNames): MaskedQuestion {
  const library = librariesMasked.get(names) ?? maskLibrary(names)
  librariesMasked.set(names, library)
  const { mask } = library
  const items = found.map((item) => ({
    ...item,
    title: mask(item.title),
    sectionHeader: item.sectionHeader === null ? null : mask(item.sectionHeader),
    content: mask(item.content),
  }))
  const codes = newCodes(library.codes)
  const asked = withoutMedicines(question)
  // A product that no section names is another medicine, whatever it is.
  const withUnknown = (text: string, isTranslated: boolean) => {
    const drug = (name: string): DrugName => ({ name: name.toLowerCase(), ingredient: `? ${name.toLowerCase()}`, codes: [] })
    const unknown = unknownNames(
      text,
      (word) => isCodeWord(word) || found.some((item) => foldedText(textOf(item)).includes(word)),
      isTranslated,
    )
    const places = unknown.map(({ start, end }) => ({ start, end, drug: drug(text.slice(start, end)) }))
    return coded(text, places, codes)
  }
  const named = coded(asked, placesInQuestion(asked, found, names), codes)
  const english = inEnglish(named)
  return { question: withUnknown(english, english !== named), items, unmasked: (text) => decoded(text, codes) }
}

const foldedText = remembered(foldLetters, ofSections)

function placesInQuestion(question: string, items: readonly RetrievedItem[], names: MedicineNames): NamePlace[] {
  const places = names.places(question)
  const headed = new Map<string, DrugName>()
  for (const { title, sectionHeader } of items) {
    const head = `${title}\n${sectionHeader ?? ''}`
    for (const { start, end, drug } of names.places(head)) headed.set(head.slice(start, end).toLowerCase(), drug)
  }
  const heads = [...headed.keys()]
  const misspelt = [...question.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }): NamePlace[] => {
    const isNamed = places.some(({ start, end }) => start <= index && index < end)
    if (isNamed || word.length < shortest || word.length > longest) return []
    const said = word.toLowerCase()
    const meant = heads.find((name) => isMisspeltName(said, name))
    const drug = meant === undefined ? undefined : headed.get(meant)
    return drug ? [{ start: index, end: index + word.length, drug }] : []
  })
  return [...places, ...misspelt].toSorted((one, other) => one.start - other.start)
}

/** One letter may be wrong; of a long name two, but not the first. */
function isMisspeltName(said: string, name: string): boolean {
  if (Math.abs(said.length - name.length) > 2) return false
  const edits = editDistance(said, name)
  return edits === 1 || (edits === 2 && said.length >= longEnough && said[0] === name[0] && !isEnglish(said))
}
