/** A row of a table, as it may be quoted without the others. */
export interface Row {
  /** The table's own lines that it is made of: that of the column names, if there is one, and its own. */
  lines: string[]
  /** Its first cell, after that column's name: for whom or what it is. */
  label: string
  /** The same as a sentence: "25 to 50 kg: first dose 80 mg; every 4 weeks after that 40 mg". */
  sentence: string
}

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())

/** A figure, or an amount of one: what columns are filled with, and no column is called. */
const figure =
  /^(?:[<>≤≥~±$€£]\s?)?\d|^(?:less|more|greater|fewer|up) (?:than|to) \d|^(?:do not|avoid|contraindicated|not |no |none|yes$|no$|n\/a|[-–—]$)/i
const asking = /^q(?:uestion)?\s?\d{0,2}[.:]?$/i
const answering = /^a(?:nswer)?\s?\d{0,2}[.:]?$/i

/** Whether a table's first row is as the others are: a bare figure in it, or one of the unit that its column has. "25 mg strength" names a column. */
const isRowItself = ([first = [], ...data]: readonly string[][]) =>
  first.some(
    (cell, at) => figure.test(cell) && (!/\p{L}{3}/u.test(cell) || data.some((cells) => shapeOf(cells[at] ?? '') === shapeOf(cell))),
  )

/** A column is named where most of its cells are figures, and its first is none. */
function hasNames(rows: readonly string[][]): boolean {
  const [names = [], ...data] = rows
  if (data.length === 0 || isRowItself(rows)) return false
  const width = Math.max(...data.map((cells) => cells.length))
  if (names.length < Math.min(2, width - 1) || names.length > width) return false
  return Array.from({ length: width }, (_, at) => data.flatMap((cells) => cells[at] ?? [])).some(
    (column, at) => at > 0 && column.length > 0 && column.filter((cell) => figure.test(cell)).length * 2 > column.length,
  )
}

/** Words that column names begin with; others may be names. */
const beginsSmall =
  /^(?:age|after|as|amount|average|body|body|daily|dose|doses|dosage|dosing|duration|during|each|every|first|following|for|frequency|how|in|infusion|initial|loading|maintenance|maximum|monthly|next|number|rate|recommended|second|side|single|starting|strength|subsequent|then|third|time|total|usual|volume|week|weekly|weeks|weight|what|when|where|with|less|more|greater|under|over|up)\b/i
const small = (text: string) => (beginsSmall.test(text) && !/^\p{Lu}{2}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

const named = (name: string, cell: string) =>
  name === '' ? cell : /^[<>≤≥~±$€£]?\s?\d/.test(cell) ? `${small(name)} ${cell}` : `${small(name)}: ${small(cell)}`

/** A cell that its line's end cut: an open bracket. */
const isCut = (cell: string) => (cell.match(/\(/g)?.length ?? 0) !== (cell.match(/\)/g)?.length ?? 0)

/** A row of a bare figure is named by its column: "Week 2, 4 and 6". "25 to 50 kg" and "Adults" say themselves what they are. */
function labelOf(name: string, cell: string): string {
  if (name === '' || !/^\d/.test(cell) || /\d[\s-]?(?:kg|lb|years?|months?|m[gl]\b)/i.test(cell)) return cell
  return cell.toLowerCase().includes(name.toLowerCase()) ? cell : `${name} ${cell}`
}

function withNames(names: readonly string[], cells: readonly string[], width: number): Omit<Row, 'lines'> | undefined {
  // Names without one for the first column stand over the others.
  const columns = names.length < width ? ['', ...names] : names
  if (cells.length < 2 || cells.length > columns.length || cells.some(isCut)) return undefined
  const [first = '', ...rest] = cells
  const shown = labelOf(columns[0] ?? '', first)
  const said = rest.map((cell, at) => [columns[at + 1] ?? '', cell] as const).filter(([, cell]) => cell !== '')
  if (said.length === 0) return undefined
  return { label: `${columns[0]} ${first}`.trim(), sentence: `${shown}: ${said.map(([name, cell]) => named(name, cell)).join('; ')}` }
}

/** What a cell is made of: its unit, or words. */
const shapeOf = (cell: string) =>
  figure.test(cell)
    ? (/\d[\s-]?([\p{L}%°]+)/u
        .exec(cell)?.[1]
        ?.toLowerCase()
        .replace(/(?<=\p{L}{3})s$/u, '') ?? 'figure')
    : 'words'

/** Whether a row that lacks cells lacks the last ones: its others are like those of a whole row. */
const isFromTheLeft = (cells: readonly string[], full: readonly string[]) =>
  cells.every((cell, at) => shapeOf(cell) === shapeOf(full[at] ?? ''))

/** A row whose cells nobody can tell to their columns, with the table's first line behind it: none is lost, and none is guessed. */
function asItStands(head: string, line: string): Row {
  const [label = '', ...rest] = cellsOf(line)
  const said = rest.length === 0 ? label : `${label}: ${rest.join('; ')}`
  return head === line
    ? { lines: [line], label, sentence: said }
    : { lines: [head, line], label, sentence: `${said} (${cellsOf(head).join(' / ')})` }
}

/**
 * The rows of a table, each as a sentence with its column names. Where cells cannot be told to their columns, the row stands as it is
 * before the table's first line: a figure without its name says the wrong thing, and a row that is left out may be the one that forbids.
 */
export function rowsOf(lines: readonly string[]): Row[] {
  const rows = lines.map(cellsOf)
  if (rows.some(([first = '']) => asking.test(first) || answering.test(first))) return questionRows(lines, rows)
  if (hasNames(rows)) {
    const [names = []] = rows
    const width = Math.max(...rows.slice(1).map((cells) => cells.length))
    const full = rows.slice(1).find((cells) => cells.length === width) ?? []
    return rows.flatMap((cells, at): Row[] => {
      if (at === 0) return []
      const [head = '', line = ''] = [lines[0], lines[at]]
      const row = cells.length < width && !isFromTheLeft(cells, full) ? undefined : withNames(names, cells, width)
      return [row ? { lines: [head, line], ...row } : { ...asItStands(head, line), label: `${names[0]} ${cells[0]}` }]
    })
  }
  // Two columns without names are a thing and what is said of it; of more nobody could tell which is which.
  if (rows.some((cells) => cells.length > 2)) {
    const [head = '', ...others] = lines
    return isRowItself(rows) || others.length === 0
      ? lines.map((line) => asItStands(line, line))
      : others.map((line) => asItStands(head, line))
  }
  return rows.map(([label = '', said = ''], at): Row => {
    const line = lines[at] ?? ''
    if (said === '' || label === '' || isCut(label) || isCut(said)) return asItStands(line, line)
    return { lines: [line], label, sentence: /^\d{1,2}$/.test(label) ? `${label}. ${said}` : `${label}: ${said}` }
  })
}

/** "Q. | What if …?" over "A. | …": the question is the label of its answer. */
function questionRows(lines: readonly string[], rows: readonly string[][]): Row[] {
  const found: Row[] = []
  let asked: { line: string; text: string } | undefined
  for (const [at, [mark = '', ...cells]] of rows.entries()) {
    const text = cells.join(' ')
    if (asking.test(mark)) asked = { line: lines[at] ?? '', text }
    else if (answering.test(mark) && asked) {
      found.push({ lines: [asked.line, lines[at] ?? ''], label: asked.text, sentence: `${asked.text} ${text}` })
      asked = undefined
    }
  }
  return found
}
