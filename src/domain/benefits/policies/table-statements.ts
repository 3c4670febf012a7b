import { distinct, type Mention } from './drug-mentions.ts'
import type { PolicyStatement } from './policy-statement.ts'
import { headingDrugs, subjectsIn } from './policy-subject.ts'
import { normalised, requirementStatus } from './requirement-status.ts'
import { named, trialIn } from './step-drugs.ts'

type Column = 'drug' | 'authorization' | 'step' | 'flags' | 'other'

/** What the columns of a table hold, or which drugs each column is for. */
export type Table = { columns: Column[] } | { drugs: Mention[][] }

const authorizationCell =
  /^(?:(?:prior|advance)[- ]?auth\w*|prior (?:approval|review)|pre-?[ ]?auth\w*|pre-?cert\w*|pre-?approval|PA)(?: \(PA\))?(?: required| needed| requirement| status)?\??$/i
const stepCell =
  /^(?:step[- ](?:therapy|edits?|treatment)|ST)(?: \(ST\))?(?: required| requirement| drugs?| products?| through| with)?\??$/i
const drugCell =
  /^(?:drugs?|brand|generic|medications?|medicines?|products?|agents?|therapy|hcpcs|j-?codes?|codes?|name)(?: names?| codes?| \(.*\)| \/.*)?$/i
const flagCell =
  /^(?:requirements?|limits?|restrictions?|notes?|requirements?\s?[/&]\s?limits?|coverage (?:rules|requirements)|utilization management(?: requirements)?|UM)$/i

export const cellsOf = (row: string): string[] => row.split(' | ').map((cell) => cell.trim())

/** The table that a row heads, if it is a heading row. */
export function tableOf(cells: readonly string[]): Table | null {
  const columns = cells.map(
    (cell): Column =>
      authorizationCell.test(cell)
        ? 'authorization'
        : stepCell.test(cell)
          ? 'step'
          : drugCell.test(cell)
            ? 'drug'
            : flagCell.test(cell)
              ? 'flags'
              : 'other',
  )
  if (columns.includes('drug') && columns.some((column) => column !== 'drug' && column !== 'other')) return { columns }
  const drugs = cells.map((cell) => headingDrugs(cell))
  const withDrug = drugs.filter((mentions) => mentions.length > 0).length
  const plain = cells.every((cell) => normalised(cell) === cell.toLowerCase() && !/^(?:yes|no|none|required)\b/i.test(cell))
  return plain && withDrug >= 2 && drugs.slice(1).every((mentions) => mentions.length > 0)
    ? { drugs: drugs[0]?.length ? drugs : drugs.slice(1) }
    : null
}

/**
 * The statements of a row. A row with fewer cells than its heading states nothing: the extraction drops empty cells, so
 * nobody can tell which column is missing.
 */
export function statementsInRow(
  cells: readonly string[],
  table: Table,
  row: { quote: string; section: number },
  today: string,
): PolicyStatement[] {
  if ('drugs' in table) {
    if (cells.length !== table.drugs.length + 1) return []
    const label = cells[0] ?? ''
    return cells.slice(1).flatMap((cell, index) => statementsInCell(label, cell, table.drugs[index] ?? [], row, today))
  }
  if (cells.length !== table.columns.length) return []
  const subjects = distinct(table.columns.flatMap((column, index) => (column === 'drug' ? subjectsIn(cells[index] ?? '') : [])))
  return cells.flatMap((cell, index) => {
    const column = table.columns[index]
    if (column === 'authorization') return statementsInCell('Prior authorization', cell, subjects, row, today)
    if (column === 'step') return statementsInCell('Step therapy', cell, subjects, row, today)
    return column === 'flags' ? statementsInFlags(cell, subjects, row, today) : []
  })
}

/** What a cell or a labelled line ("Step therapy: none") states about the drugs. */
export function statementsInCell(
  label: string,
  cell: string,
  subjects: readonly Mention[],
  row: { quote: string; section: number },
  today: string,
): PolicyStatement[] {
  const own = cell.replace(/^y$/i, 'Yes').replace(/^n$/i, 'No')
  if (authorizationCell.test(label)) {
    const bare = /^PA$/.test(own) ? 'Yes' : own
    const clause = bare.split(/[.;]\s/)[0] ?? ''
    const status = requirementStatus('priorauth', normalised(`prior authorization: ${clause}`), today)
    return status ? subjects.map((of) => ({ of, thing: { authorization: status }, ...row })) : []
  }
  if (!stepCell.test(label)) return []
  const status = requirementStatus('steptherapy', normalised(`step therapy: ${own}`), today)
  const drugs = status === 'not_required' ? [] : (trialIn(own)?.drugs ?? named(own).drugs)
  const step = status ?? (drugs.length > 0 && !/^(?:no|none|not|n\/a)\b/i.test(own) ? 'required' : undefined)
  return step
    ? subjects.map((of) => ({
        of,
        thing: { step, drugs: drugs.filter((drug) => drug.toLowerCase() !== of.written.toLowerCase()) },
        ...row,
      }))
    : []
}

/** The letters of formularies: "PA; QL", "PA, ST (methotrexate)". A missing letter states nothing. */
function statementsInFlags(
  cell: string,
  subjects: readonly Mention[],
  row: { quote: string; section: number },
  today: string,
): PolicyStatement[] {
  const flags = cell.split(/[;,/+]\s*|\s+(?=(?:PA|ST|QL|SP)\b)/)
  return flags.flatMap((flag) => {
    if (authorizationCell.test(flag.trim())) return statementsInCell('PA', 'Yes', subjects, row, today)
    const step = /^ST\b(.*)$/.exec(flag.trim())
    if (step) return subjects.map((of) => ({ of, thing: { step: 'required' as const, drugs: named(step[1] ?? '').drugs }, ...row }))
    if (stepCell.test(flag.trim())) return subjects.map((of) => ({ of, thing: { step: 'required' as const, drugs: [] }, ...row }))
    return statementsInCell('PA', flag, normalised(flag).includes('priorauth') ? subjects : [], row, today)
  })
}
