import { findMedications } from '../../voice/jcodes/find-medications.ts'

/** A medicine that a text names: the word as it stands there, and the ingredient by which brand and generic are one. */
export interface DrugNamed {
  word: string
  ingredient: string
}

/** The medicines that a text names, each once, in order. */
export function drugsNamed(text: string): DrugNamed[] {
  const found = new Map<string, DrugNamed>()
  for (const { name, ingredient } of findMedications(text)) {
    if (!found.has(ingredient)) found.set(ingredient, { word: asWritten(text, name, ingredient), ingredient })
  }
  return [...found.values()]
}

/** The ingredients that a text names. */
export const ingredientsIn = (text: string): Set<string> => new Set(findMedications(text).map(({ ingredient }) => ingredient))

/** The word of the text that stands for the drug; its usual name where that is written in several words. */
function asWritten(text: string, name: string, ingredient: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []
  return words.find((word) => word.length > 3 && findMedications(word)[0]?.ingredient === ingredient) ?? name
}
