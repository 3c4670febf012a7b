/** Gives the browser a file to keep. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Not in the same task: a browser may read the file only after it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A cell of a table: what it is, not how it is shown. */
export type Cell = string | number | null

/** A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula is kept text (OWASP, CSV Injection). */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Gives the browser a table to keep, as a CSV file. */
export const saveTable = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''), 'text/csv;charset=utf-8')
