import { distinct, drugMentions, type Mention } from './drug-mentions.ts'
import { timing } from './effective-dates.ts'
import { exclusionStatus } from './exclusion-status.ts'
import { listingsOf } from './listing.ts'
import type { Evidence, PolicyStatement } from './policy-statement.ts'
import { drugsAlone, headingDrugs, subjectsIn } from './policy-subject.ts'
import { type Codes, thingsInCodes } from './requirement-codes.ts'
import { normalised, requirementStatus } from './requirement-status.ts'
import { named, setsIn, trialIn } from './step-drugs.ts'

type Column = 'use' | 'drug' | 'group' | 'excluded' | 'authorization' | 'step' | 'first' | 'flags' | 'covered' | 'when' | 'other'

/** What the columns of a table hold, or which drugs each column is for. */
export type Table = { columns: Column[] } | { drugs: Mention[][] }

const authorizationCell =
  /^(?:(?:prior|advance)[- ]?auth\w*|prior (?:approval|review)|pre-?[ ]?auth\w*|pre-?cert\w*|pre-?approval|authorization|PA)(?: \(PA\))?(?:\/precert\w*)?(?: required| needed| requirement| status)?\??$/i
const stepCell =
  /^(?:step[- ](?:therapy|edits?|treatment)|ST)(?: \(ST\))?(?: required| requirement| drugs?| products?| through| with)?\??$|^prerequisite (?:therapy|drugs?|medications?)(?: required)?$/i
const firstCell =
  /\bmust (?:first )?have (?:first )?(?:been )?(?:tried|used)\b|\bfirst (?:have )?tried\b|\b(?:must|required to|should) (?:be )?(?:try|tried|use)d? first\b|\btr(?:y|ied) first\b|\b(?:first[- ]step|step (?:1|one)|prerequisite|required prior|step therapy) (?:drugs?|products?|medications?|agents?|therapy)\b|^(?:step (?:1|one)|prerequisites?)$/i
const drugCell =
  /^(?:covered |formulary |brand |generic |targeted |affected |selected |step (?:2|two) |product |hcpcs )?(?:drugs?|brand|generic|medications?|medicines?|products?|agents?|therapy|hcpcs|j-?codes?|codes?|name|item|step (?:2|two))(?: names?| codes?| \(.*\)| \/.*| affected| label name)?$/i
const excludedCell =
  /^(?:drugs? |medications? |products? )?(?:excluded|not covered|non-?covered|non-?formulary|removed)\b(?! (?:criteria|uses|indications|diagnos))/i
/** Its drugs are read where the document says something of the group. */
const groupCell = /^(?:non-?)?preferred\b(?! alternatives?)/i
const useCell = /^(?:conditions?|indications?|diagnos[ie]s|uses?|diseases?)(?: .*)?$/i
const nowCell = /^(?:today|now|current(?:ly)?(?: (?:requirements?|rules?|status))?|present rule)$/i
const flagCell =
  /^(?:requirements?|limits?|limitations?|restrictions?|notes?|comments?|(?:special )?codes?|requirements?\s?[/&]\s?limits?|coverage (?:rules|requirements|details|limits)|(?:necessary actions?, )?restrictions.*|utilization management(?: requirements?| program)?|UM(?: edits?)?|edits?|(?:what is|what's) changing|changes?|(?:type of )?change|actions?|new requirements?|criteria|special (?:instructions|requirements)|programs?)$/i
const coveredCell =
  /^(?:covered\??|coverage(?: status)?|formulary(?: status)?|on (?:formulary|list)\??|status|is it covered\??|formulary\?|benefit status)$/i
const whenCell = /^(?:when|(?:effective )?dates?|effective(?: on| as of| date)?|starts?|as of|begins?)$/i

export const cellsOf = (row: string): string[] => row.split(/ \|(?: |$)/).map((cell) => cell.trim())

/** The table that a row heads, if it is a heading row. */
export function tableOf(cells: readonly string[]): Table | null {
  const plain = cells.every((cell) => !/^(?:yes|no|none|required|y|n)\b/i.test(cell))
  if (plain && cells.every((cell) => drugMentions(cell).length === 0)) {
    const columns = cells.map(columnOf)
    // "Codes" is a column of drugs only where no other is.
    const isDrug = (column: Column) => column === 'drug' || column === 'excluded'
    if (
      columns.includes('excluded') ||
      columns.filter((column) => column === 'group').length > 1 ||
      (columns.some(isDrug) && columns.some((column) => !isDrug(column) && column !== 'other' && column !== 'when'))
    ) {
      const codes = cells.map((cell) => /^(?:special )?codes?$/i.test(cell))
      const named = columns.some((column, at) => column === 'drug' && !codes[at])
      return { columns: columns.map((column, at) => (codes[at] && named ? 'flags' : column)) }
    }
  }
  const drugs = cells.map((cell) => headingDrugs(cell))
  const withDrug = drugs.filter((mentions) => mentions.length > 0).length
  const unsaid = cells.every((cell) => normalised(cell) === cell.toLowerCase() && !/^(?:yes|no|none|required)\b/i.test(cell))
  return unsaid && withDrug >= 2 && drugs.slice(1).every((mentions) => mentions.length > 0) && cells.every((cell) => !/,/.test(cell))
    ? { drugs: drugs[0]?.length ? drugs : drugs.slice(1) }
    : null
}

const columnOf = (cell: string): Column =>
  authorizationCell.test(cell)
    ? 'authorization'
    : stepCell.test(cell)
      ? 'step'
      : groupCell.test(cell)
        ? 'group'
        : excludedCell.test(cell)
          ? 'excluded'
          : firstCell.test(cell)
            ? 'first'
            : useCell.test(cell)
              ? 'use'
              : whenCell.test(cell)
                ? 'when'
                : coveredCell.test(cell)
                  ? 'covered'
                  : drugCell.test(cell)
                    ? 'drug'
                    : flagCell.test(cell) || nowCell.test(cell)
                      ? 'flags'
                      : 'other'

/**
 * The statements of a row. A row with fewer cells than its heading (a cell spans rows, or a PDF lost an empty one) states only
 * what its cells say by themselves: codes.
 */
export function statementsInRow(
  cells: readonly string[],
  table: Table,
  row: Evidence,
  { today, codes, free }: { today: string; codes: Codes; free: readonly ('authorization' | 'step')[] },
): PolicyStatement[] {
  if ('drugs' in table) {
    if (cells.length !== table.drugs.length + 1) return []
    const label = cells[0] ?? ''
    return cells.slice(1).flatMap((cell, index) => statementsInCell(label, cell, table.drugs[index] ?? [], row, today))
  }
  const { columns } = table
  const marked = cells.flatMap((cell) =>
    drugsAlone(cell).flatMap(({ of, mark }) =>
      (thingsInCodes(mark, codes) ?? []).map(({ thing, weak }): PolicyStatement => ({ of, thing, weak, ...row })),
    ),
  )
  if (cells.length !== columns.length) return codedRow(cells, row, codes)
  const subjects = distinct(columns.flatMap((column, index) => (column === 'drug' ? subjectsIn(cells[index] ?? '') : [])))
  const at = (wanted: Column) => cells.flatMap((cell, index) => (columns[index] === wanted && cell !== '' ? [cell] : []))
  const when = at('when').map((cell) => timing(`effective ${cell}`, today))
  if (when.includes('future') || when.includes('ended')) return []
  const first = at('first').flatMap((cell) =>
    /^(?:no|none|n\/a|not)\b/i.test(cell) ? [] : setsIn(cell).map((set) => ({ ...set, indication: at('use')[0] ?? null })),
  )
  const found = [
    ...marked,
    ...cells.flatMap((cell, index): PolicyStatement[] => {
      const column = columns[index]
      if (column === 'authorization') return statementsInCell('Prior authorization', cell, subjects, row, today)
      if (column === 'step') return statementsInCell('Step therapy', cell, subjects, row, today)
      if (column === 'excluded') return subjectsIn(cell).map((of) => ({ of, thing: { exclusion: 'required' as const }, ...row }))
      if (column === 'covered') return inCovered(cell, subjects, row, today)
      return column === 'flags' ? statementsInFlags(cell, subjects, row, today, codes) : []
    }),
  ]
  // A mark behind the name, or codes in a column whose heading does not say so.
  for (const [index, cell] of cells.entries()) {
    if (columns[index] !== 'other' && columns[index] !== 'covered') continue
    const coded = /[A-Z]{2}/.test(cell) ? thingsInCodes(cell, codes) : undefined
    for (const { thing, weak } of coded ?? []) found.push(...subjects.map((of) => ({ of, thing, weak, ...row })))
  }
  const isStep = found.some(({ thing }) => thing !== 'note' && 'step' in thing && thing.step === 'required')
  const isExcluded = found.some(({ thing }) => thing !== 'note' && 'exclusion' in thing)
  if (columns.includes('flags') && !isExcluded)
    for (const kind of free)
      found.push(
        ...subjects.map(
          (of): PolicyStatement => ({
            of,
            weak: true,
            thing: kind === 'step' ? { step: 'not_required', sets: [] } : { authorization: 'not_required' },
            ...row,
          }),
        ),
      )
  if (first.length > 0) found.push(...subjects.map((of) => ({ of, thing: { step: 'required' as const, sets: first }, ...row })))
  else if (isStep)
    // "Nexletol | S | try a statin first": another column tells which.
    for (const [index, cell] of cells.entries())
      if (columns[index] !== 'drug' && trialIn(cell)?.sets.length)
        found.push(...subjects.map((of) => ({ of, thing: { step: 'required' as const, sets: trialIn(cell)?.sets ?? [] }, ...row })))
  return found
}

/** A row outside a known table, or one with lost cells: drugs, and a cell of codes. */
export function codedRow(cells: readonly string[], row: Evidence, codes: Codes): PolicyStatement[] {
  const drugs = distinct(subjectsIn(cells[0] ?? ''))
  return cells
    .slice(1)
    .flatMap((cell) => (thingsInCodes(cell, codes) ?? []).flatMap(({ thing, weak }) => drugs.map((of) => ({ of, thing, weak, ...row }))))
}

function inCovered(cell: string, subjects: readonly Mention[], row: Evidence, today: string): PolicyStatement[] {
  const bare = /^(?:no|n|not covered|NC|NF|excluded|✗|✘)\.?$/i.test(cell)
  const told = bare ? { status: 'required' as const, weak: /^NF$/i.test(cell) } : exclusionStatus(cell, today)
  const own = told ? subjects.map((of) => ({ of, thing: { exclusion: told.status }, weak: told.weak, ...row })) : []
  const listed = listingsOf(cell, today).filter(({ thing }) => !('exclusion' in thing))
  return [...own, ...listed.flatMap(({ thing, weak }) => subjects.map((of) => ({ of, thing, weak, ...row })))]
}

const ticked = (cell: string): string => cell.replace(/^(?:y|✓|✔|x|●|•|■|☒|☑)$/i, 'Yes').replace(/^n$/i, 'No')

/** What a cell or a labelled line ("Step therapy: none") states about the drugs. */
export function statementsInCell(
  label: string,
  cell: string,
  subjects: readonly Mention[],
  row: Evidence,
  today: string,
): PolicyStatement[] {
  const own = ticked(cell)
  const excluded = exclusionStatus(own, today)
  if (excluded && (authorizationCell.test(label) || stepCell.test(label)))
    return subjects.map((of) => ({ of, thing: { exclusion: excluded.status }, weak: excluded.weak, ...row }))
  if (authorizationCell.test(label)) {
    const bare = /^PA$/.test(own) ? 'Yes' : own
    const clause = bare.split(/[.;]\s/)[0] ?? ''
    const status = requirementStatus('priorauth', normalised(`prior authorization: ${clause}`), today)
    return status ? subjects.map((of) => ({ of, thing: { authorization: status }, ...row })) : []
  }
  if (!stepCell.test(label)) return []
  const status = requirementStatus('steptherapy', normalised(`step therapy: ${own}`), today) ?? (/^ST$/.test(own) ? 'required' : undefined)
  const words = own.replace(/^(?:yes|required)\b[\s,:–—-]*/i, '')
  const sets = status === 'not_required' ? [] : (trialIn(words)?.sets ?? setsIn(words))
  const step = status ?? (sets.length > 0 && !/^(?:no|none|not|n\/a)\b/i.test(own) ? 'required' : undefined)
  return step
    ? subjects.map((of) => ({
        of,
        thing: {
          step,
          sets: sets.map((set) => ({ ...set, drugs: set.drugs.filter((drug) => drug.toLowerCase() !== of.written.toLowerCase()) })),
        },
        ...row,
      }))
    : []
}

/** The letters of formularies: "PA; QL", "PA, ST (methotrexate)", or words. A missing letter states nothing. */
function statementsInFlags(cell: string, subjects: readonly Mention[], row: Evidence, today: string, codes: Codes): PolicyStatement[] {
  const coded = thingsInCodes(cell, codes)
  const step = /\bST\b[^(]{0,12}\(([^)]+)\)/.exec(cell)
  if (coded)
    return coded.flatMap(({ thing, weak }) =>
      subjects.map((of) => ({
        of,
        weak,
        thing: 'step' in thing && step ? { step: thing.step, sets: setsIn(step[1] ?? '') } : thing,
        ...row,
      })),
    )
  const flags = cell.split(/[;,/+]\s*|\s+(?=(?:PA|ST|QL|SP)\b)|\.\s+/)
  return flags.flatMap((flag): PolicyStatement[] => {
    const bare = flag.trim()
    const letters = /^ST\b(.*)$/.exec(bare)
    if (letters) return subjects.map((of) => ({ of, thing: { step: 'required' as const, sets: setsIn(letters[1] ?? '') }, ...row }))
    const listed = listingsOf(bare, today)
    if (listed.length > 0)
      return listed.flatMap(({ thing, weak }) =>
        subjects.map((of) => ({
          of,
          weak,
          thing:
            'step' in thing && thing.step === 'required'
              ? { step: thing.step, sets: setsIn(named(bare).drugs.length > 0 ? bare : '') }
              : thing,
          ...row,
        })),
      )
    const trial = trialIn(bare)
    if (trial && trial.sets.length > 0)
      return subjects.map((of) => ({ of, thing: { step: 'required' as const, sets: trial.sets }, ...row }))
    return authorizationCell.test(bare) ? statementsInCell('PA', 'Yes', subjects, row, today) : []
  })
}
