import { drugOf } from './drug-of.ts'
import { ingredientOfCode } from './ingredient-of-code.ts'

/** What makes two names one drug: brand, generic and J-code have one key; a name that is unknown is its own. Never empty. */
export function drugKeyOf(medication: string): string {
  return ingredientOfCode(medication) ?? drugOf(medication)?.ingredient ?? (medication.trim().toLowerCase().replace(/\s+/g, ' ') || '?')
}
