import { editDistance } from '../../../../language/edit-distance.ts'
import { isEnglish } from '../../../../language/english-words.ts'
import { foldLetters, nameWords } from '../../../../language/folding.ts'
import { inEnglish } from '../../../../language/spanish/in-english.ts'
import type { MedicineNames, NamePlace } from '../../../drugs/medicine-names.ts'
import { type DrugName, drugNames } from '../../../drugs/name-index.ts'
import { keyOf } from '../../../drugs/name-key.ts'
import { unknownNames } from '../../../drugs/unknown-names.ts'
import type { RetrievedItem } from '../../chat.ts'
import { textOf } from './section-text.ts'

/**
 * The question, in English word for word, and the sections with a code word for each medicine's name, and the way back. Whatever chooses an answer reads
 * only these, so that no name's length, rarity, figures or stops change what is chosen.
 */
export interface Masked {
  question: string
  items: RetrievedItem[]
  /** A text made of pieces of masked ones, as its medicines are written. */
  unmasked(text: string): string
}

/** A code word: its medicine's number, its brand's (0: the generic name) and that of the name as it is written. */
const codeLike = /^medq[a-jx]+qz$/
const codeWord = /\bMedq([a-j]+)x([a-j]+)x([a-j]+)qz\b/g
const letters = (count: number) => String(count).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Shorter words are too often one letter away from a name. */
const shortest = 4
const longest = 20
/** From so many letters on two may be wrong. */
const longEnough = 7

/**
 * Masks the medicines of a question and of the sections found for it. A short name that the question misspells by one letter
 * counts where a section is headed with it: taken for an unknown word, it would be answered with another medicine's section.
 */
export function maskMedicines(question: string, items: readonly RetrievedItem[], names: MedicineNames): Masked {
  const medicines = numbering()
  const brands = numbering()
  const written = numbering()
  const coded = (text: string, places: readonly NamePlace[]) => {
    let masked = ''
    let at = 0
    for (const { start, end, drug } of places) {
      const brand = brandOf(drug)
      const code = `Medq${letters(medicines.of(drug.ingredient))}x${letters(brand === '' ? 0 : brands.of(brand))}x${letters(written.of(text.slice(start, end)))}qz`
      masked += text.slice(at, start) + code
      at = end
    }
    return masked + text.slice(at)
  }
  // Who writes a code word names nothing by it.
  const mask = (text: string) => coded(withoutMedicines(text), names.places(withoutMedicines(text)))
  const asked = withoutMedicines(question)
  // A product that no section names is another medicine, whatever it is.
  const withUnknown = (text: string, isTranslated: boolean) => {
    const drug = (name: string): DrugName => ({ name: name.toLowerCase(), ingredient: `? ${name.toLowerCase()}`, codes: [] })
    const unknown = unknownNames(
      text,
      (word) => codeLike.test(word) || items.some((item) => foldLetters(textOf(item)).includes(word)),
      isTranslated,
    )
    return coded(
      text,
      unknown.map(({ start, end }) => ({ start, end, drug: drug(text.slice(start, end)) })),
    )
  }
  const named = coded(asked, placesInQuestion(asked, items, names))
  const english = inEnglish(named)
  return {
    question: withUnknown(english, english !== named),
    items: items.map((item) => ({
      ...item,
      title: mask(item.title),
      sectionHeader: item.sectionHeader === null ? null : mask(item.sectionHeader),
      content: mask(item.content),
    })),
    unmasked: (text) => text.replace(codeWord, (_code, _medicine, _brand, surface: string) => written.at(numberOf(surface))),
  }
}

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

/** A brand without what tells its packs apart: a brand's "Mini" is the brand; empty for a generic name. */
function brandOf({ name, ingredient }: DrugName): string {
  if (name === name.toLowerCase()) return ''
  const words = nameWords(name)
  for (let count = 1; count < words.length; count++) {
    const shorter = drugNames.get(keyOf(words.slice(0, count)))
    if (shorter && shorter.ingredient === ingredient && shorter.name !== shorter.name.toLowerCase()) return shorter.name
  }
  return name
}

function numbering() {
  const numbers = new Map<string, number>()
  const all = ['']
  return {
    of(key: string): number {
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, all.length)
      return all.push(key) - 1
    },
    at: (number: number): string => all[number] ?? '',
  }
}

const numberOf = (code: string) => Number(code.replace(/[a-j]/g, (letter) => String('abcdefghij'.indexOf(letter))))

/** A text whose code words do not tell how a name is written. */
export const withoutWriting = (text: string): string =>
  text.replace(codeWord, (_code, medicine: string, brand: string) => `Medq${medicine}x${brand}`)

/** A text without its medicines. */
export const withoutMedicines = (text: string): string => text.replace(codeWord, ' ')

/** Medicines by number, with the brands of each that are named; no brand where only the generic name is. */
export type Medicines = ReadonlyMap<string, ReadonlySet<string>>

/** The medicines that a masked text names. */
export function medicinesIn(text: string): Medicines {
  const named = new Map<string, Set<string>>()
  for (const [, medicine = '', brand = ''] of text.matchAll(codeWord)) {
    const brands = named.get(medicine) ?? new Set()
    named.set(medicine, brands)
    if (numberOf(brand) > 0) brands.add(brand)
  }
  return named
}

/** Whether one medicine is named by both, and not by two brands of it, which may be one ingredient in other doses. */
export const shareMedicine = (one: Medicines, other: Medicines): boolean =>
  [...one].some(([medicine, brands]) => isAmong(medicine, brands, other))

/** Whether each medicine of the first is one of the others. */
export const areAmong = (some: Medicines, others: Medicines): boolean =>
  [...some].every(([medicine, brands]) => isAmong(medicine, brands, others))

function isAmong(medicine: string, brands: ReadonlySet<string>, others: Medicines): boolean {
  const theirs = others.get(medicine)
  if (!theirs || brands.size === 0 || theirs.size === 0) return theirs !== undefined
  return [...brands].some((brand) => theirs.has(brand))
}
