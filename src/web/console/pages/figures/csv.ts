/** A cell of a figure's table: what it is, not how it is shown. */
export type Cell = string | number | null

export interface Table {
  columns: readonly { name: string; shown?: (value: Cell) => string }[]
  rows: readonly (readonly Cell[])[]
}

const quoted = (cell: Cell) => {
  if (cell === null) return ''
  // A spreadsheet runs what begins like a formula.
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The table as comma-separated values (RFC 4180), with its column names first. */
export const csvOf = ({ columns, rows }: Table) =>
  [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

/** Gives text to the browser as a file to keep. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
