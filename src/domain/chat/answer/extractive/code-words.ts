import { remembered } from '../../../../platform/remembered.ts'
import type { NamePlace } from '../../../drugs/medicine-names.ts'
import { brandOf } from './brand-of.ts'
import { ofSections } from './section-text.ts'

// A code word stands for the name of a medicine in a masked text: its medicine's number, its brand's (0: the generic name) and that of
// the name as it is written.

const codeWord = /\bMedq([a-j]+)x([a-j]+)x([a-j]+)qz\b/g
const letters = (count: number) => String(count).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
const numberOf = (code: string) => Number(code.replace(/[a-j]/g, (letter) => String('abcdefghij'.indexOf(letter))))

/** Whether a word, in small letters, may be one. */
export const isCodeWord = (word: string): boolean => /^medq[a-jx]+qz$/.test(word)

interface Numbering {
  find(name: string): number | undefined
  of(name: string): number
  at(number: number): string
  size(): number
}

/** Numbers from 0, that of the empty name, on; or those of `shared`, to which further names add nothing. */
function numbering(shared?: Numbering): Numbering {
  const first = shared?.size() ?? 0
  const names = shared ? [] : ['']
  const numbers = new Map(names.map((name, index) => [name, index]))
  const find = (name: string) => numbers.get(name) ?? shared?.find(name)
  return {
    find,
    of(name) {
      const known = find(name)
      if (known !== undefined) return known
      numbers.set(name, first + names.length)
      return first + names.push(name) - 1
    },
    at: (number) => (number < first ? shared?.at(number) : names[number - first]) ?? '',
    size: () => first + names.length,
  }
}

/** The code words of some texts. */
export interface Codes {
  medicines: Numbering
  brands: Numbering
  written: Numbering
}

/** @param shared code words that mean the same here; what is coded besides adds nothing to them */
export const newCodes = (shared?: Codes): Codes => ({
  medicines: numbering(shared?.medicines),
  brands: numbering(shared?.brands),
  written: numbering(shared?.written),
})

/** A text with a code word for the name in each place. */
export function coded(text: string, places: readonly NamePlace[], { medicines, brands, written }: Codes): string {
  let masked = ''
  let at = 0
  for (const { start, end, drug } of places) {
    const numbers = [medicines.of(drug.ingredient), brands.of(brandOf(drug)), written.of(text.slice(start, end))]
    masked += `${text.slice(at, start)}Medq${numbers.map(letters).join('x')}qz`
    at = end
  }
  return masked + text.slice(at)
}

/** A text made of pieces of masked ones, as its medicines are written. */
export const decoded = (text: string, { written }: Codes): string =>
  text.replace(codeWord, (_code, _medicine, _brand, surface: string) => written.at(numberOf(surface)))

/** A text whose code words do not tell how a name is written. */
export const withoutWriting = (text: string): string =>
  text.replace(codeWord, (_code, medicine: string, brand: string) => `Medq${medicine}x${brand}`)

/** A text without its medicines. */
export const withoutMedicines = (text: string): string => text.replace(codeWord, ' ')

/** Medicines by number, with the brands of each that are named; no brand where only the generic name is. */
export type Medicines = ReadonlyMap<string, ReadonlySet<string>>

/** The medicines that a masked text names. */
export const medicinesIn = remembered((text): Medicines => {
  const named = new Map<string, Set<string>>()
  for (const [, medicine = '', brand = ''] of text.matchAll(codeWord)) {
    const brands = named.get(medicine) ?? new Set()
    named.set(medicine, brands)
    if (numberOf(brand) > 0) brands.add(brand)
  }
  return named
}, ofSections)

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
