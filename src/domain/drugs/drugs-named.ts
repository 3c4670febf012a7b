import type { MedicineNames } from './medicine-names.ts'

/** A medicine that a text names: as it stands there, and the ingredient by which brand and generic are one. */
export interface DrugNamed {
  word: string
  ingredient: string
}

/** The medicines that a text names, each once, in order. */
export function drugsNamed(text: string, names: MedicineNames): DrugNamed[] {
  const found = new Map<string, DrugNamed>()
  for (const { start, end, drug } of names.places(text)) {
    const word = text.slice(start, end).replace(/['’]s?$/u, '')
    if (!found.has(drug.ingredient)) found.set(drug.ingredient, { word, ingredient: drug.ingredient })
  }
  return [...found.values()]
}
