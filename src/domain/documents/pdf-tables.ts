import { ticks } from './block.ts'
import type { PdfCell, PdfLine } from './pdf-lines.ts'

const nothing = '–'
const isRow = ({ cells }: PdfLine) => cells.length > 1
const isTable = ({ text }: PdfLine) => text.includes(' | ')

/**
 * Puts the cells of tables under their columns: print leaves an empty cell out, and what stands behind it would be taken for it.
 * The columns of a table are those of its row with the most cells. A line that goes on within cells joins the row above it.
 */
export function withAlignedTables(lines: readonly PdfLine[]): PdfLine[] {
  return tablesIn(lines).flatMap((table) => (table.some(isTable) ? aligned(table) : table))
}

/** Rows that follow each other, and every other line by itself. */
function tablesIn(lines: readonly PdfLine[]): PdfLine[][] {
  const found: PdfLine[][] = []
  for (const line of lines) {
    const before = found.at(-1)?.at(-1)
    if (before && isRow(line) && isRow(before) && line.page === before.page) found.at(-1)?.push(line)
    else found.push([line])
  }
  return found
}

function aligned(table: PdfLine[]): PdfLine[] {
  const columns = table.reduce((widest, { cells }) => (cells.length > widest.length ? cells : widest), [] as readonly PdfCell[])
  const rows: { line: PdfLine; texts: string[] }[] = []
  for (const line of table) {
    const texts = inColumns(line.cells, columns)
    const above = rows.at(-1)
    if (above && texts[0] === '' && texts.every((text) => text === '' || /^[\p{Ll}(]/u.test(text)))
      above.texts = above.texts.map((text, at) => `${text} ${texts[at]}`.trim())
    else rows.push({ line, texts })
  }
  return rows.map(({ line, texts }) => ({
    ...line,
    text: texts.map((text) => (/[\p{L}\p{N}]/u.test(text) || ticks.test(text) ? text : nothing)).join(' | '),
  }))
}

/** Each cell in the column that begins nearest to it, in order; columns that get none are empty. */
function inColumns(cells: readonly PdfCell[], columns: readonly PdfCell[]): string[] {
  const texts = columns.map(() => '')
  let least = 0
  for (const [at, cell] of cells.entries()) {
    // The cells that follow need columns of their own.
    const most = columns.length - (cells.length - at)
    let best = least
    for (let column = least; column <= most; column++)
      if (Math.abs((columns[column]?.x ?? 0) - cell.x) < Math.abs((columns[best]?.x ?? 0) - cell.x)) best = column
    texts[best] = cell.text.replace(/\s*\|\s*/g, ' / ').trim()
    least = best + 1
  }
  return texts
}
