import { findMedications } from '../../../drugs/find-medications.ts'

/** A medicine that a text names: the word as it stands there, and the ingredient by which brand and generic are one. */
export interface DrugNamed {
  word: string
  ingredient: string
}

/** The medicines that a text names, each once, in order. A name of several words is given as it is usually written. */
export function drugsNamed(text: string): DrugNamed[] {
  const found = new Map<string, DrugNamed>()
  for (const { name, ingredient } of findMedications(text)) if (!found.has(ingredient)) found.set(ingredient, { word: name, ingredient })
  const asWritten = new Map<string, string>()
  for (const word of found.size > 0 ? (text.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []) : []) {
    const ingredient = word.length > 3 ? findMedications(word)[0]?.ingredient : undefined
    if (ingredient !== undefined && !asWritten.has(ingredient)) asWritten.set(ingredient, word)
  }
  return [...found.values()].map(({ word, ingredient }) => ({ word: asWritten.get(ingredient) ?? word, ingredient }))
}

/** Ingredients with the brands of each that are named; no brand where only the generic name is. */
export type Medicines = ReadonlyMap<string, ReadonlySet<string>>

/** The medicines that a text names. */
export function medicinesIn(text: string): Medicines {
  const named = new Map<string, Set<string>>()
  for (const { name, ingredient } of findMedications(text)) {
    const brands = named.get(ingredient) ?? new Set()
    named.set(ingredient, brands)
    if (name !== name.toLowerCase()) brands.add(name)
  }
  return named
}

/**
 * Whether one ingredient is named by both, and not by two brands: Prolia and Xgeva, Ozempic and Wegovy are one ingredient in
 * other doses. "Enbrel Mini" is Enbrel.
 */
export const shareMedicine = (one: Medicines, other: Medicines): boolean =>
  [...one].some(([ingredient, brands]) => isAmong(ingredient, brands, other))

/** Whether each medicine of the first is one of the others. */
export const areAmong = (some: Medicines, others: Medicines): boolean =>
  [...some].every(([ingredient, brands]) => isAmong(ingredient, brands, others))

function isAmong(ingredient: string, brands: ReadonlySet<string>, others: Medicines): boolean {
  const theirs = others.get(ingredient)
  if (!theirs || brands.size === 0 || theirs.size === 0) return theirs !== undefined
  return [...brands].some((brand) => [...theirs].some((their) => their.startsWith(brand) || brand.startsWith(their)))
}
