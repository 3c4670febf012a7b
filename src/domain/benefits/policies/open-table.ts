import type { ClauseRequirement } from './clause-requirements.ts'
import { drugMentions, type Mention } from './drug-mentions.ts'
import { type PolicyStatement, thingOf } from './policy-statement.ts'
import { drugsAlone } from './policy-subject.ts'
import { type Column, cellStatements, columnsOf, drugColumnsOf, listingColumnsOf, rowStatements, withSecondRow } from './policy-tables.ts'
import { type Codes, thingsInCodes } from './requirement-codes.ts'
import { trialIn } from './step-drugs.ts'

/** Where a row stands. */
export interface RowPlace {
  at: { section: number; quote: string }
  today: string
  codes: Codes
  /** What a row without a code does not require. */
  free: readonly ('authorization' | 'step')[]
  /** What the table says holds from a later day. */
  isLater: boolean
  /** The drugs that a row without one is about. */
  above: readonly Mention[]
  /** What a cell's words say of drugs. */
  told: (text: string, drugs: readonly Mention[]) => PolicyStatement[]
}

/** The table that is read: what its columns hold, row by row. */
export class OpenTable {
  columns: Column[] | null = null
  /** The drugs that its columns are for. */
  byColumn: Mention[][] | null = null
  /** What the headings of its columns say of the drugs below them. */
  listing: (readonly ClauseRequirement[])[] | null = null
  readonly ofGroups: ReadonlyMap<string, readonly ClauseRequirement[]>
  rows = 0

  constructor(ofGroups: ReadonlyMap<string, readonly ClauseRequirement[]> = new Map()) {
    this.ofGroups = ofGroups
  }

  close(): void {
    this.columns = null
    this.byColumn = null
    this.listing = null
  }

  /** Whether a row heads a table; it is that which is read from there on. */
  isHead(cells: readonly string[], isBehindRow: boolean, isOfSteps: boolean, today: string): boolean {
    const listing = isBehindRow && this.rows > 0 ? null : listingColumnsOf(cells, today, this.ofGroups)
    if (listing) {
      this.close()
      this.listing = listing
      return true
    }
    const second = isBehindRow && this.columns && this.rows === 0 ? withSecondRow(this.columns, cells, today) : null
    const columns = second ?? columnsOf(cells, isOfSteps, today)
    if (columns) {
      this.listing = null
      this.columns = columns
      this.rows = 0
      return true
    }
    const byColumn = this.columns ? null : drugColumnsOf(cells, today)
    if (byColumn) this.byColumn = byColumn
    return byColumn !== null
  }

  /** The drugs that a row is about, whatever it says of them. */
  drugsOf(cells: readonly string[]): Mention[] {
    const { columns } = this
    const own = columns ? cells.filter((_, at) => columns[at] === 'drug') : this.byColumn ? [] : cells
    return own.flatMap((cell) => drugsAlone(cell).map(({ of }) => of))
  }

  read(cells: readonly string[], place: RowPlace): PolicyStatement[] {
    const { at, today, isLater } = place
    if (isLater && !this.columns?.includes('now')) return []
    const { listing } = this
    if (listing && cells.length === listing.length) {
      return cells.flatMap((cell, index) =>
        (listing[index]?.length ? cell.split(/,\s+(?![^([]*[\])])/) : [])
          .flatMap((part) => drugsAlone(part.replace(/[^\p{L}\p{N}\s()[\],./'’-]/gu, '')))
          .flatMap(({ of }) => (listing[index] ?? []).map((one) => ({ of, thing: thingOf(one), weak: one.weak, ...at }))),
      )
    }
    if (this.byColumn && cells.length === this.byColumn.length + 1) return cellStatements(cells, this.byColumn, at, today)
    // Rows of two under columns of more, with words, are another table's.
    const isOther = this.columns !== null && cells.length === 2 && this.columns.length > 2 && trialIn(cells[1] ?? '') !== undefined
    if (!this.columns || isOther) return headless(cells, place)
    this.rows++
    return rowStatements(cells, this.columns, at, place)
  }
}

/** A row of no known table: a drug and what is said of it, or a label and what it says of the drug above. */
function headless(cells: readonly string[], { at, today, codes, above, told }: RowPlace): PolicyStatement[] {
  const [first = '', ...others] = cells
  // "Step therapy | Yes: Humira"
  if (cells.length === 2 && drugMentions(first).length === 0) return cellStatements(cells, [above], at, today)
  const drugs = drugsAlone(first).map(({ of }) => of)
  if (drugs.length === 0) return []
  return others.flatMap((cell) => {
    const coded = thingsInCodes(cell, codes)
    if (coded) return coded.flatMap(({ thing, weak }) => drugs.map((of) => ({ of, thing, weak, ...at })))
    return cell.length > 3 ? told(cell, drugs) : []
  })
}
