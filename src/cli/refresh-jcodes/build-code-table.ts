import { routeOf, withoutForm } from '../../domain/drugs/forms.ts'
import { baseIngredient, isSalt } from '../../domain/drugs/ingredient.ts'
import { keyOf } from '../../domain/drugs/name-key.ts'
import { nameWords } from '../../language/folding.ts'
import type { Curated } from './curated-names.ts'
import { describe } from './describe.ts'
import type { CmsRow } from './read-cms-file.ts'

/** A row of `hcpcs-drug-codes.tsv`; docs of the columns are in its head. */
export interface CodeRow {
  code: string
  ingredient: string
  brands: string[]
  description: string
  route: string
  standing: string
  doses: string[]
}

/** A code of the HCPCS list and what the ASP file and the crosswalk say of it. */
interface ListedCode {
  code: string
  long: string
  short: string
  /** Names of its products in the NDC-HCPCS crosswalk. */
  products: string[]
  inCrosswalk: boolean
}

// J, Q and S codes and gadolinium; skin substitutes (Q4100 and up) are no drugs, except two drugs among them.
const drugCode = /^(?:A95[78]\d|J\d{4}|Q(?!4[1-9])\d{4}|S0\d{3}|C9\d{3})$/
const makersElsewhere =
  /^(?:ani|auromedics|avyxa|belcher|bpi|endo|exela|hope|ingenus|intl med sys|maia|par pharm|wg crit|wg critical|dr\. reddy|b\.? braun|fres|hikma|mylan|xellia|teva|sandoz|baxter|hospira|apotex|accord|cipla|pfizer|bluepoint|sun pharma|american regent)/

/**
 * The rows of the code table from CMS's HCPCS list and crosswalk, merged with what is kept by hand. Throws for a list that
 * does not say which codes are terminated.
 */
export function buildCodeTable(
  list: readonly CmsRow[],
  crosswalk: readonly CmsRow[],
  curated: readonly Curated[],
  today: string,
): CodeRow[] {
  if (!list.every(tellsTermination)) throw new Error('The HCPCS list has no column TERM DT or status: which codes are terminated?')
  const codes = listedCodes(list, crosswalk, today)
  const rows = codes.flatMap((listed) =>
    rowsOf(
      listed,
      curated.filter(({ code }) => code === listed.code),
    ),
  )
  const current = new Set(rows.filter((row) => row.standing === '' && inUse(codes, row.code)).map(groupOf))
  for (const row of rows) {
    if (row.standing === '' && !inUse(codes, row.code) && current.has(groupOf(row))) row.standing = 'older'
  }
  return rows
}

const inUse = (codes: readonly ListedCode[], code: string) => codes.find((listed) => listed.code === code)?.inCrosswalk ?? false
const groupOf = ({ ingredient, route }: CodeRow) => `${baseIngredient(ingredient)} ${route}`

function listedCodes(list: readonly CmsRow[], crosswalk: readonly CmsRow[], today: string): ListedCode[] {
  const products = Map.groupBy(
    crosswalk,
    (row) => row.hcpcs ?? Object.entries(row).find(([name]) => /^(?:_?\d{4}_code|hcpcs_code)$/.test(name))?.[1] ?? '',
  )
  return list
    .map((row) => ({ ...row, code: row.code ?? row.hcpc ?? row.hcpcs_code ?? '' }) as CmsRow & { code: string })
    .filter((row) => drugCode.test(row.code) && !isTerminated(row, today))
    .map((row) => ({
      code: row.code,
      long: row.long_description ?? '',
      short: row.short_description ?? '',
      products: (products.get(row.code) ?? []).map(({ drug_name }) => drug_name ?? ''),
      inCrosswalk: products.has(row.code) || row.sources?.includes('asp') === true,
    }))
}

const tellsTermination = (row: CmsRow) => [row.status, row.term_dt, row.termination_date].some((cell) => cell !== undefined)

function isTerminated(row: CmsRow, today: string): boolean {
  if (row.status !== undefined) return row.status !== 'active'
  const date = row.term_dt ?? row.termination_date ?? ''
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []
  const sortable = year === undefined ? date.replace(/\D/g, '') : `${year}${month?.padStart(2, '0')}${day?.padStart(2, '0')}`
  return sortable.length === 8 && sortable < today.replaceAll('-', '')
}

function rowsOf(listed: ListedCode, curated: readonly Curated[]): CodeRow[] {
  const said = describe(listed.long || listed.short)
  const makers = said.named.filter((name) => makersElsewhere.test(name))
  const branded = said.named.filter((name) => !makersElsewhere.test(name) && !/equivalent|\d|vitamin|ivig/.test(name)).map(capitalized)
  const standing = said.compounded
    ? 'compounded'
    : said.notEquivalent || makers.length > 0
      ? 'maker'
      : said.esrdOnly
        ? 'esrd'
        : branded.length > 0
          ? 'product'
          : ''
  const entries = curated.length > 0 ? curated : [{ ingredient: '', names: [], standing: '', doses: [] }]
  if (entries.some(({ ingredient }) => ingredient === '-')) return []
  return entries.map((entry, at) => {
    const ingredient = entry.ingredient || said.ingredient
    // Of a code for several drugs, the crosswalk does not say which of them a product is; the first line gets them.
    const ofMakers = makers.map((maker) => `${baseIngredient(ingredient)} (${maker})`)
    const listedNames = at === 0 ? [...namesOf([...listed.products, ...branded], ingredient, curated), ...ofMakers] : []
    const brands = [...new Map([...listedNames, ...entry.names].map((name) => [key(name), name])).values()]
    const longest = (listed.short || listed.long).replace(/\s+/g, ' ')
    return {
      code: listed.code,
      ingredient,
      brands,
      description: longest.slice(0, 100),
      route: said.route,
      standing: entry.standing || standing,
      doses: entry.doses,
    }
  })
}

/** The names of the lists but those that say the ingredient only, have a device added to another name, or are slips. */
function namesOf(names: readonly string[], ingredient: string, curated: readonly Curated[]): string[] {
  const plain = names.map((name) => name.replace(/ ?\([^)]*\)/g, '').trim())
  const known = new Set([...plain, ...curated.flatMap((entry) => entry.names)].map(key))
  const settled = new Set(curated.flatMap((entry) => [...entry.notNames, ...entry.names]).map(key))
  const isDevice = (name: string) => {
    const plainName = withoutForm(name)
    const added = nameWords(name.slice(plainName.length))
    return (
      added.length > 0 &&
      known.has(key(plainName)) &&
      added.every((word) => [undefined, 'injected', 'subcutaneous'].includes(routeOf(word)))
    )
  }
  return plain.filter((name) => key(name).length > 2 && !settled.has(key(name)) && !isDevice(name) && !saysIngredient(name, ingredient))
}

const key = (name: string) => keyOf(nameWords(name))

const capitalized = (name: string) => name.replace(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase())

function saysIngredient(name: string, ingredient: string): boolean {
  const words = new Set(nameWords(ingredient))
  return nameWords(name).every(
    (word) =>
      words.has(word) ||
      isSalt(word) ||
      /^(?:injection|inj|usp|in|dextrose|nacl|sodium|chloride|\d+|and|porcine|lock|flush|kit)$/.test(word),
  )
}
