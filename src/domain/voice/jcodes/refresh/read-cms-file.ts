import { readFileSync } from 'node:fs'

/** A row of a list by column, names of columns in lower case with `_` for everything else than letters and digits. */
export type CmsRow = Record<string, string>

/**
 * The rows of a list as CMS publishes it and people export it: tab-separated or CSV (quotes and doubled quotes), in
 * UTF-8 or Windows' Latin-1, with any number of title lines above the line that names the columns.
 * @param column one that the right line has, in the form of `CmsRow`; a pattern where it changes by year
 */
export function readCmsFile(path: string, column: RegExp): CmsRow[] {
  const bytes = readFileSync(path)
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const text = utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8
  const separator = text.includes('\t') ? '\t' : ','
  const lines = separator === '\t' ? text.split(/\r?\n/).map((line) => line.split('\t')) : csvLines(text)
  const head = lines.findIndex((cells) => cells.some((cell) => column.test(columnName(cell))))
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

function csvLines(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    lines.push(cells)
    cells = []
  }
  return lines
}
