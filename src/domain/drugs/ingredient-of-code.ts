import { baseIngredient } from './ingredient.ts'
import { codeRows } from './tables.ts'

const ingredients = new Map<string, Set<string>>()
for (const { code, ingredient } of codeRows) {
  ingredients.set(code, (ingredients.get(code) ?? new Set()).add(baseIngredient(ingredient)))
}

/** The drug of a HCPCS code such as `J3357` (`Medication.ingredient`); undefined for other text and for codes of several drugs. */
export function ingredientOfCode(code: string): string | undefined {
  const [only, ...others] = ingredients.get(code.trim().toUpperCase()) ?? []
  return others.length === 0 ? only : undefined
}
