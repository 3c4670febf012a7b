import { nameWords } from '../../language/folding.ts'
import { baseIngredient, withoutSalts } from './ingredient.ts'
import { keyOf } from './name-key.ts'
import { type CodeRow, codeRows, drugRows, heardAs } from './tables.ts'

/** Something that a drug is called. */
export interface DrugName {
  /** As it is shown: a brand as its maker writes it, a generic name in lower case. */
  name: string
  /** What brand, generic and biosimilars share: "adalimumab"; empty for a name of something that is no medicine. */
  ingredient: string
  /** Codes that this name can mean; none for a drug that has none. */
  codes: readonly CodeRow[]
}

/** A name with a maker's suffix is a biosimilar's (or the original's with its suffix) and never the plain name's. */
const isBiosimilar = ({ code }: CodeRow) => /^Q5(?:099|1\d\d)$|^Q99(?:9[6-9])$/.test(code)

function indexNames(): Map<string, DrugName> {
  const index = new Map<string, { name: string; ingredient: string; codes: CodeRow[] }>()
  const add = (said: string, name: string, ingredient: string, code?: CodeRow) => {
    const key = keyOf(nameWords(said))
    const known = index.get(key) ?? { name, ingredient, codes: [] }
    index.set(key, known)
    if (code && known.ingredient === ingredient && !known.codes.includes(code)) known.codes.push(code)
  }
  for (const row of codeRows) {
    const base = baseIngredient(row.ingredient)
    for (const said of spellings(row.ingredient)) add(said, withoutSalts(row.ingredient), base, row)
    if (!isBiosimilar(row)) for (const said of spellings(base)) add(said, base, base, row)
  }
  for (const row of codeRows) for (const brand of row.brands) add(brand, brand, baseIngredient(row.ingredient), row)
  for (const { ingredient, brands } of drugRows) {
    const base = ingredient === '-' ? '' : baseIngredient(ingredient)
    for (const brand of brands) add(brand, brand, base)
    if (base === '') continue
    for (const said of spellings(ingredient)) add(said, withoutSalts(ingredient), base)
    for (const said of spellings(base)) add(said, base, base)
  }
  for (const { said, name } of heardAs) {
    const meant = index.get(keyOf(nameWords(name)))
    if (meant) index.set(keyOf(nameWords(said)), meant)
  }
  return index
}

/** With its salt and without; the parts of a drug of two in either order. */
function spellings(ingredient: string): string[] {
  const plain = withoutSalts(ingredient)
  const parts = plain.split('/')
  return [...new Set([plain, ingredient, ...(parts.length === 2 ? [parts.toReversed().join('/')] : [])])]
}

/** All names of drugs that are known, by `keyOf` their words. */
export const drugNames: ReadonlyMap<string, DrugName> = indexNames()
