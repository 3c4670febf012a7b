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
 * taken; before all, one that is kept by hand as `first`, as are those of drugs mostly taken by mouth (tacrolimus). Then by
 * `standing`: the general code before those for one product, for dialysis, for one maker ("not therapeutically
 * equivalent") and for compounded drugs; then the lowest. A dose beside the drug chooses among codes that differ by it.
 * @param beside words that were said beside the drug's name, folded
 */
export function chooseCode(codes: readonly CodeRow[], route: Route | undefined, beside: readonly string[] = []): string | null {
  const possible = route === undefined ? routes : allowed[route]
  const place = ({ standing }: CodeRow) => (standing === 'first' && route === undefined ? 0 : 1)
  const rank = (row: CodeRow) => [
    place(row),
    route === undefined ? Number(!isGiven(row)) : 0,
    standings.indexOf(row.standing),
    possible.indexOf(row.route),
  ]
  const ofRoute = codes.filter((row) => possible.includes(row.route))
  const ofDose = ofRoute.filter(({ doses }) => doses.some((dose) => isSaid(dose, beside)))
  const found = ofDose.length > 0 ? ofDose : ofRoute
  return found.toSorted((one, other) => compare(rank(one), rank(other)) || (one.code < other.code ? -1 : 1))[0]?.code ?? null
}

/** "3.75" is said in "3.75mg", which comes as the words "3" and "75mg". Only a number with a fraction is one without its unit. */
function isSaid(dose: string, beside: readonly string[]): boolean {
  const said = ` ${beside
    .join(' ')
    .replaceAll('.', ' ')
    .replace(/(\d)(?=\p{L})/gu, '$1 ')} `
  const units = dose.includes('.') ? [''] : ['mg ', 'milligram ', 'milligrams ']
  return units.some((unit) => said.includes(` ${dose.replace('.', ' ')} ${unit}`))
}

const isGiven = ({ route }: CodeRow) => ['', 'intravenous', 'subcutaneous'].includes(route)

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
