import { readFileSync } from 'node:fs'

/**
 * The rows of one of our own table files: a row is a line, a tab parts its cells, and lines that are empty or begin with `#`
 * are remarks. A file of one column is a list. These files quote nothing and escape nothing, so a CSV library would have to
 * be told to do no more than this.
 */
export const tableRows = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').map((cell) => cell.trim()))

/** As `tableRows`, for a file whose first row names its columns. */
export const rowsBelowHeading = (file: URL): string[][] => tableRows(file).slice(1)

/** The items of a cell that holds a list: none for an empty cell. */
export const itemsOf = (cell = '', separator: '|' | ',' | ' ' = '|'): string[] =>
  cell
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')
