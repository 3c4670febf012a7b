import type { Route } from './forms.ts'
import type { CodeRow } from './tables.ts'

const standings = ['first', '', 'older', 'product', 'pump', 'esrd', 'maker', 'compounded']
const routes = ['', 'intravenous', 'subcutaneous', 'oral', 'inhaled', 'topical', 'ophthalmic', 'nasal', 'implant']

// What a route named beside the drug allows, best first. CMS names no route for most injections.
const allowed: Record<Route, readonly string[]> = {
  injected: ['', 'intravenous', 'subcutaneous'],
  intravenous: ['intravenous', ''],
  subcutaneous: ['subcutaneous', ''],
  oral: ['oral'],
  inhaled: ['inhaled'],
  topical: ['topical'],
  ophthalmic: ['ophthalmic'],
  nasal: ['nasal'],
  implant: ['implant'],
  other: [],
}

/**
 * The one code among those of a drug. With a route, only a code of that route: tablets of a drug whose code is for its
 * injection have none. Without, what is injected comes first, since HCPCS codes are mostly of drugs that are given, not
 * taken; then by `standing`: the general code before those for one product, for dialysis, for one maker ("not
 * therapeutically equivalent") and for compounded drugs; then the lowest.
 */
export function chooseCode(codes: readonly CodeRow[], route: Route | undefined): string | null {
  const possible = route === undefined ? routes : allowed[route]
  const place = ({ standing }: CodeRow) => (standing === 'first' && route === undefined ? 0 : 1)
  const rank = (row: CodeRow) => [
    place(row),
    route === undefined ? Number(!isGiven(row)) : 0,
    standings.indexOf(row.standing),
    possible.indexOf(row.route),
  ]
  const found = codes.filter((row) => possible.includes(row.route))
  return found.toSorted((one, other) => compare(rank(one), rank(other)) || (one.code < other.code ? -1 : 1))[0]?.code ?? null
}

const isGiven = ({ route }: CodeRow) => ['', 'intravenous', 'subcutaneous'].includes(route)

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
