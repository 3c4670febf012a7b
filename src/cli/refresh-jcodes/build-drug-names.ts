import { isForm, withoutForm } from '../../domain/drugs/forms.ts'
import { baseIngredient, isSalt, withoutSalts } from '../../domain/drugs/ingredient.ts'
import { keyOf } from '../../domain/drugs/name-key.ts'
import { nameWords } from '../../language/folding.ts'
import type { Curated } from './curated-names.ts'
import type { CmsRow } from './read-cms-file.ts'

/** A drug's names: its generic name (with a maker's suffix where it has one) and its brands. */
export interface DrugRow {
  ingredient: string
  brands: string[]
}

const noDrug =
  /syring|syr[-,]|syrge|needle|\bpen ne|lancet|gauze|alcohol (?:pad|swab)|prenatal|\bpnv|\bmvn\b|multivit|mv-mins|\bmv\b|b cmplx|(?:iron|ferrous fum).*folic|folic.*(?:iron|vit)|fluoride|matrix|membrane|allograft|^dextrose|amino ac|\baa\b|electroly|irrig|pollen|dust mite|venom|fat emul/i

// A drug of the code table in a bag: its name is the drug's.
const diluent = /d5w|dextrose|nacl|sod\w* chlor|water|iso-osm|saline/i

/**
 * Brands and generic names of Medicare Part D's list, with those kept by hand first: their spelling is the one shown.
 * Under the ingredient "-" stands what is no medicine (needles, vitamins), so that it is not taken for a misspelt one.
 * @param settled brands whose drug the code table tells
 */
export function buildDrugNames(rows: readonly CmsRow[], curated: readonly Curated[], settled: readonly string[]): DrugRow[] {
  const brands = new Map<string, Map<string, string>>()
  const add = (ingredient: string, names: readonly string[]) => {
    const known = brands.get(ingredient) ?? new Map<string, string>()
    brands.set(ingredient, known)
    for (const name of names) if (!known.has(keyOf(nameWords(name)))) known.set(keyOf(nameWords(name)), name)
  }
  const byHand = curated.filter(({ code }) => code === '')
  for (const { ingredient, names } of byHand) add(ingredient, names)
  const named = new Set([...byHand.flatMap(({ names }) => names), ...settled].map((name) => keyOf(nameWords(name))))
  for (const { brand = '', generic = '', source } of rows) {
    const name = withoutForm(brand)
    const key = keyOf(nameWords(name))
    if (key.length < 3 || named.has(key) || diluent.test(brand) || (source ?? 'cms_part_d') !== 'cms_part_d') continue
    const ingredient = ingredientOf(generic)
    if (noDrug.test(generic)) add('-', [name])
    else if (!isGeneric(name, generic)) add(ingredient, [name])
    else add(withoutSalts(ingredient.includes('/') ? name.toLowerCase().replace(/ ?- ?/g, '/') : name.toLowerCase()), [])
  }
  const seen = new Set<string>()
  return [...brands.entries()]
    .map(([ingredient, known]) => ({
      ingredient,
      brands: [...known.entries()].filter(([key]) => !seen.has(key) && seen.add(key)).map(([, name]) => name),
    }))
    .sort((one, other) => (one.ingredient < other.ingredient ? -1 : 1))
}

/** Whether a "brand" of the list is the generic name, perhaps cut ("Acetamin-Caff"), with salts and forms. */
function isGeneric(name: string, generic: string): boolean {
  const parts = nameWords(generic)
  const says = (word: string) =>
    parts.some((part) => part === word || (word.length > 5 && part.startsWith(word)) || (part.length > 5 && word.startsWith(part)))
  const telling = nameWords(name).filter((word) => word.length > 3 && !isForm(word) && !isSalt(word))
  return telling.length > 0 && telling.every(says)
}

/** Part D writes "insulin glargine,hum.rec.anlog", "x/pf", "y (tdf)" and cuts at 30 letters. */
function ingredientOf(generic: string): string {
  const plain = generic
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/\/pf\b|\/maltose|\/mannitol.*| in .*/g, '')
    .replace(/, ?(?:hum|human|recomb|modified|microniz|submicr|nanocr|conj).*/, '')
    .replace(/\bhcl\b/g, 'hydrochloride')
    .replace(/ (?:hydrochlo|nanocrystallized|submicronized|monohyd|microspheres)\w*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const suffix = /-[a-z]{4}$/.test(plain)
  return suffix ? plain : baseIngredient(plain)
}
