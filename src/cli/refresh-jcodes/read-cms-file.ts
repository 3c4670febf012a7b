import { readFileSync } from 'node:fs'

/** A row of a list by column, names of columns in lower case with `_` for everything else than letters and digits. */
export type CmsRow = Record<string, string>

/**
 * The rows of a list as CMS publishes it and people export it: tab-separated or CSV (both with quotes and doubled
 * quotes where a cell needs them), in UTF-8 or Windows' Latin-1, with any number of title lines above the line that names the columns.
 * @param column one that the right line has, in the form of `CmsRow`; a pattern where it changes by year
 */
export function readCmsFile(path: string, column: RegExp): CmsRow[] {
  const bytes = readFileSync(path)
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const text = utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8
  const isHead = (cells: readonly string[]) => cells.some((cell) => column.test(columnName(cell)))
  const tabbed = linesOf(text, /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g)
  const lines = tabbed.some(isHead) ? tabbed : linesOf(text, /(?:"((?:[^"]|"")*)"(?=,|\r?\n|$)|([^,\r\n]*))(,|\r?\n|$)/g)
  const head = lines.findIndex(isHead)
  if (head < 0) throw new Error(`${path} has no column ${column.source}.`)
  const columns = (lines[head] ?? []).map(columnName)
  const filled = lines.slice(head + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  return filled.map((cells) => Object.fromEntries(columns.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

const columnName = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** @param cell finds a quoted cell's inside, a plain cell, and what follows it; a quote elsewhere is part of the cell */
function linesOf(text: string, cell: RegExp): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain, end = ''] of text.matchAll(cell)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\t' || end === ',') continue
    lines.push(cells)
    cells = []
  }
  return lines
}
