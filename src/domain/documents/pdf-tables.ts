import { ticks } from './block.ts'
import type { PdfCell, PdfLine } from './pdf-lines.ts'

const nothing = '–'
const isRow = ({ cells }: PdfLine) => cells.length > 1
/** Lines of one cell follow each other within so many heights, and stand on one level within so few. */
const spacing = 1.7
const sameLevel = 0.5
/** So many lines of one cell are looked through for the cell beside it. */
const longestCell = 12

/**
 * Puts the cells of tables under their columns: print leaves an empty cell out, and what stands behind it would be taken for it. The lines
 * of a cell are joined, whether the file has them cell by cell or across the table.
 */
export function withAlignedTables(lines: readonly PdfLine[]): PdfLine[] {
  return tablesIn(lines).flatMap((table) => (table.some(({ text }) => text.includes(' | ')) ? aligned(table) : table))
}

/** The lines of each table, and every other line by itself. */
function tablesIn(lines: readonly PdfLine[]): PdfLine[][] {
  const found: PdfLine[][] = []
  for (let at = 0; at < lines.length; ) {
    const to = isRow(lines[at] as PdfLine) || goesBackUp(lines, at) ? tableEnd(lines, at) : at + 1
    found.push(lines.slice(at, to))
    at = to
  }
  return found
}

/** Whether the lines of a first cell begin at a place, so that a cell beside it stands as high. */
function goesBackUp(lines: readonly PdfLine[], from: number): boolean {
  const first = lines[from]
  if (!first) return false
  for (let at = from + 1; at < Math.min(lines.length, from + longestCell); at++) {
    const [before, line] = [lines[at - 1], lines[at]]
    if (!before || !line || line.page !== first.page || isRow(before)) return false
    if (line.x > first.right && line.y >= before.y - before.height * sameLevel) return line.y <= first.y + first.height * sameLevel
    if (line.x > before.x + first.height || !follows(line, before)) return false
  }
  return false
}

const follows = (line: Pick<PdfLine, 'y'>, before: Pick<PdfLine, 'y' | 'height'>) =>
  line.y < before.y && before.y - line.y <= before.height * spacing

function tableEnd(lines: readonly PdfLine[], from: number): number {
  const first = lines[from] as PdfLine
  const lefts = new Set<number>()
  /** The highest and the lowest line of the row. */
  let [top, bottom] = [first, first]
  const see = (line: PdfLine) => {
    for (const { x } of line.cells) lefts.add(Math.round(x))
    if (isRow(line) || line.y < bottom.y - line.height * spacing) [top, bottom] = [line, line]
    else if (line.y < bottom.y) bottom = line
  }
  see(first)
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at] as PdfLine
    if (line.page !== first.page) return at
    const least = Math.min(...lefts)
    const isBeside = line.x > top.right || [...lefts].some((x) => x > least + line.height && Math.abs(x - line.x) < line.height)
    const isInRow = line.y <= top.y + line.height && line.y >= bottom.y - bottom.height * spacing
    const isBegun = line.cells.some(({ starts }) => starts.slice(1).some(({ x }) => x > least + line.height && isEdge(x, lefts)))
    if (!(isRow(line) || isBegun || (isBeside && isInRow) || goesBackUp(lines, at) || isWithinFirst(lines, at))) return at
    see(line)
  }
  return lines.length
}

/** Cells of one column begin as near each other as this, in points. */
const near = 1
const isEdge = (x: number, lefts: Iterable<number>) => [...lefts].some((left) => Math.abs(left - x) <= near)

/** A cell that another column begins within, as two cells: print may leave hardly a gap between them. */
function parted(cell: PdfCell, lefts: ReadonlySet<number>): PdfCell[] {
  const start = cell.starts.slice(1).find(({ x }) => x > cell.x + near && isEdge(x, lefts))
  if (!start) return [cell]
  const starts = cell.starts.filter(({ at }) => at >= start.at).map(({ at, x }) => ({ at: at - start.at, x }))
  return [
    { ...cell, right: start.x - near, text: cell.text.slice(0, start.at), starts: cell.starts.filter(({ at }) => at < start.at) },
    ...parted({ x: start.x, right: cell.right, text: cell.text.slice(start.at), starts }, lefts),
  ]
}

/** A further line of a first cell, to whose row the file comes back. */
const isWithinFirst = (lines: readonly PdfLine[], at: number): boolean => {
  for (let from = at - 1; from >= Math.max(0, at - longestCell); from--) {
    const [line, next] = [lines[from], lines[from + 1]]
    if (!line || !next || isRow(line) || !follows(next, line)) return false
    if (goesBackUp(lines, from)) return true
  }
  return false
}

interface Piece extends PdfCell {
  y: number
  height: number
  line: PdfLine
}

interface Row {
  line: PdfLine
  top: number
  /** Of each column its lines, the lowest last. */
  cells: Piece[][]
}

function aligned(printed: readonly PdfLine[]): PdfLine[] {
  const lefts = new Set(printed.filter(isRow).flatMap(({ cells }) => cells.map(({ x }) => Math.round(x))))
  const table = printed.map((line) => ({ ...line, cells: line.cells.flatMap((cell) => parted(cell, lefts)) }))
  const columns = columnsOf(table)
  const rows: Row[] = []
  let last: { column: number; piece: Piece } | undefined
  for (const line of table)
    for (const cell of line.cells) {
      const piece = { ...cell, y: line.y, height: line.height, line }
      const column = columnOf(cell, columns)
      const row = rows.at(-1)
      const goesOn = row && last && last.column === column && follows(piece, last.piece)
      const isBeside = row && row.cells[column]?.length === 0 && Math.abs(row.top - piece.y) <= piece.height * sameLevel
      if (row && (goesOn || isBeside)) row.cells[column]?.push(piece)
      else rows.push({ line, top: piece.y, cells: columns.map((_, at) => (at === column ? [piece] : [])) })
      last = { column, piece }
    }
  return joinedAcross(rows).map(({ line, cells }) => ({ ...line, cells: [], text: cells.map(textOf).join(' | ') }))
}

const textOf = (pieces: readonly Piece[]): string => {
  const text = pieces
    .map((piece) => piece.text.replace(/\s*\|\s*/g, ' / ').trim())
    .join(' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(text) || ticks.test(text) ? text : nothing
}

/** The columns, from left to right, as what stands in them spans them: those of the row with the most cells first. */
function columnsOf(table: readonly PdfLine[]): { x: number; right: number }[] {
  const columns: { x: number; right: number }[] = []
  for (const { cells } of table.toSorted((one, other) => other.cells.length - one.cells.length))
    for (const { x, right } of cells) {
      const over = columns.filter((column) => x < column.right && column.x < right)
      const [own] = over
      if (!own) columns.push({ x, right })
      else if (over.length === 1) Object.assign(own, { x: Math.min(x, own.x), right: Math.max(right, own.right) })
    }
  return columns.toSorted((one, other) => one.x - other.x)
}

/** The column that a cell stands in; of a cell over several the first. */
const columnOf = ({ x, right }: PdfCell, columns: readonly { x: number; right: number }[]): number =>
  Math.max(
    0,
    columns.findIndex((column) => x < column.right && column.x < right),
  )

/**
 * Joins what the file has line by line across the table: what goes on, by how it begins, in a line of which the first column is empty or that
 * stands nearer than rows do. Where most lines stand equally far apart each is a row.
 */
function joinedAcross(rows: readonly Row[]): Row[] {
  const bottomOf = ({ cells, top }: Row) => Math.min(top, ...cells.flat().map(({ y }) => y))
  const gaps = rows.slice(1).map((row, at) => bottomOf(rows[at] as Row) - row.top)
  const least = Math.min(...gaps.filter((gap) => gap > 0))
  const areApart = gaps.filter((gap) => gap > least * 1.3).length * 3 >= gaps.length
  const joined: Row[] = []
  for (const [at, row] of rows.entries()) {
    const above = joined.at(-1)
    const gap = gaps[at - 1] ?? 0
    const isNear = areApart && gap > 0 && gap <= least * 1.1 && gap <= row.line.height * spacing
    const begun = row.cells.flatMap(([piece]) => piece?.text.trim() ?? [])
    const goingOn = begun.filter((text) => /^[\p{Ll}(]/u.test(text)).length
    const isRest = row.cells[0]?.length === 0 && goingOn === begun.length
    if (above && (isRest || (isNear && goingOn > 0 && !begun.some((text) => /^\p{Lu}/u.test(text)))))
      above.cells = above.cells.map((cell, column) => [...cell, ...(row.cells[column] ?? [])])
    else joined.push({ ...row })
  }
  return joined
}
