import { nameWords } from '../../../../language/folding.ts'
import { type DrugName, drugNames } from '../../../drugs/name-index.ts'
import { keyOf } from '../../../drugs/name-key.ts'

/** A brand without what tells its packs apart: a brand's "Mini" is the brand; empty for a generic name. */
export function brandOf({ name, ingredient }: DrugName): string {
  if (name === name.toLowerCase()) return ''
  const words = nameWords(name)
  for (let count = 1; count < words.length; count++) {
    const shorter = drugNames.get(keyOf(words.slice(0, count)))
    if (shorter && shorter.ingredient === ingredient && shorter.name !== shorter.name.toLowerCase()) return shorter.name
  }
  return name
}
