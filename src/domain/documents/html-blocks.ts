import { type Block, deFactoLevel, looksLikeHeading, promoteHeadings, ticks } from './block.ts'
import { type DomElement, walk } from './dom.ts'
import { isFurniture } from './main-content.ts'
import { plainLine } from './plain-text.ts'

const blockElements = new Set(
  'address article blockquote body center dd details div dl dt fieldset figcaption figure footer header hr html li main ol p pre section summary table tbody thead tfoot tr td th caption ul h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const strongElements = /^(b|strong)$/
/** What has been struck out is no text any more. */
const isStruck = (element: DomElement) =>
  /^(?:del|s|strike)$/.test(element.localName) || /line-through/i.test(element.getAttribute('style') ?? '')
const headingElement = /^h([1-6])$/

interface Line {
  text: string
  strong: boolean
  item: boolean
}

/** A table in reading: its rows are lines, unless it is there for layout only (it holds headings or tables). */
interface Table {
  layout: boolean
  rows: Line[][] | null
  /** The cells of the row, where they stand. */
  places: Place[]
  /** What cells of earlier rows put into the next ones, by column. */
  above: Map<number, { cell: readonly Line[]; rows: number }>
  /** The row of column names, to stand again under a line across the table. */
  names: string | undefined
}

/** How far a cell reaches. */
interface Place {
  columns: number
  rows: number
  isHead: boolean
  /** Whether it holds a mark and no word: a dash says something, an empty cell may not. */
  isMarked: boolean
}

/** Nothing in a document is wider or longer; a page may claim anything. */
const widestCell = 50

function placeOf(element: DomElement): Place {
  const spanOf = (name: string) => Math.min(widestCell, Math.max(1, Number.parseInt(element.getAttribute(name) ?? '1', 10) || 1))
  return { columns: spanOf('colspan'), rows: spanOf('rowspan'), isHead: element.localName === 'th', isMarked: false }
}

/** A longer term is a question or a sentence, and stands by itself. */
const longestTerm = 40

/** An empty cell, and one with a dash: a row keeps its columns, and says that there is nothing. */
const nothing = '–'

/** Headings, paragraphs, list items and table rows under an element. */
export function htmlBlocks(root: DomElement): Block[] {
  const blocks: Block[] = []
  const plain = new WeakSet<Block>()
  const tables: Table[] = []
  let text = ''
  let strongLength = 0
  let strongDepth = 0
  let sectionDepth = 0
  let heading: number | undefined
  let bullet = false
  let listDepth = 0
  /** Of a list of definitions: what the next one defines, where it is short. */
  let term = ''
  let isTerm = false

  const emit = (line: Line) => {
    if (line.item) return blocks.push({ text: `- ${line.text}`, ...(listDepth > 0 && { depth: listDepth }) })
    if (line.strong && looksLikeHeading(line.text)) {
      const before = blocks.at(-1)?.level
      // Of two unmarked headings in a row the first is over the second.
      return blocks.push({ text: line.text, level: before === deFactoLevel ? deFactoLevel + 1 : deFactoLevel })
    }
    const block = { text: line.text }
    if (listDepth === 0 && tables.length === 0) plain.add(block)
    return blocks.push(block)
  }
  const flush = () => {
    const length = lettersIn(text)
    const strong = length > 0 && strongLength >= length - 1
    for (const part of looseLines(text)) {
      const line = { text: plainLine(part).replace(/^[•●▪◦·–]\s+/, ''), strong, item: bullet || /^\s*[•●▪◦]/.test(part) }
      const table = tables.at(-1)
      const cell = table?.rows?.at(-1)
      if (!/[\p{L}\p{N}]/u.test(line.text) && !(cell && ticks.test(line.text))) {
        const place = table?.places.at(-1)
        if (cell && place && /\S/.test(part)) place.isMarked = true
        continue
      }
      if (isTerm && line.text.length <= longestTerm && !/[?.!:]$/.test(line.text) && term === '' && !cell) {
        term = line.text
        continue
      }
      if (term !== '') line.text = `${term}: ${line.text}`
      term = ''
      if (heading !== undefined) blocks.push({ text: line.text, level: heading })
      else if (cell) cell.push(line)
      else emit(line)
      bullet = false
    }
    text = ''
    strongLength = 0
  }
  /** A term that nothing defines. */
  const endTerm = () => {
    if (term !== '') emit({ text: term, strong: false, item: false })
    term = ''
  }
  const endRow = (table: Table) => {
    const { rows: cells, places } = table
    if (!cells) return
    table.rows = null
    table.places = []
    const filled = cells.filter((cell) => cell.length > 0)
    // An empty row says nothing; cells from above reach into it as into any other.
    if (filled.length === 0 && !places.some(({ isMarked }) => isMarked)) inColumns(cells, places, table.above)
    // Under names of columns, a cell behind empty ones says something of its own column; a first one stands across.
    const isBehind = table.names !== undefined && cells[0]?.length === 0
    const isRow =
      filled.length > 1 || (filled.length === 1 && (isBehind || places.some(({ isMarked }) => isMarked) || table.above.size > 0))
    if (!isRow || table.layout) {
      for (const line of filled.flat()) emit(line)
      // What stands across a table is over the rows that follow, which need the names of their columns.
      if (filled.length > 0 && !table.layout && table.names !== undefined) blocks.push({ text: table.names })
      return
    }
    const columns = inColumns(cells, places, table.above)
    const text = columns.map((cell) => textOf(' ')(cell).replace(/\s*\|\s*/g, ' / ') || nothing).join(' | ')
    if (places.every(({ isHead }) => isHead)) table.names = text
    blocks.push({ text, cells: columns.map(textOf(', ')) })
  }
  const openTables = () => {
    for (const table of tables) {
      table.layout = true
      endRow(table)
    }
  }

  walk(root, {
    enter(element) {
      const name = element.localName
      if (element !== root && isFurniture(element)) return 'skip'
      if (isStruck(element)) {
        text += ' '
        return 'skip'
      }
      if (name === 'br') {
        if (heading === undefined && !/^\s*$/.test(text)) flush()
        else text += ' '
        return 'skip'
      }
      if (strongElements.test(name) || /\bbold\b/i.test(element.getAttribute('class') ?? '')) strongDepth++
      if (name === 'sup') text += superscript(text, element.textContent ?? '')
      if (name === 'sup') return 'skip'
      if (!blockElements.has(name)) return 'enter'
      flush()
      const rank = headingElement.exec(name)?.[1]
      if (rank || name === 'table') openTables()
      if (rank) heading = sectionDepth * 10 + Number(rank)
      else if (name === 'li') bullet = true
      else if (name === 'dt') endTerm()
      else if (name === 'ul' || name === 'ol') listDepth++
      else if (name === 'section') sectionDepth++
      else if (name === 'table') tables.push({ layout: false, rows: null, places: [], above: new Map(), names: undefined })
      isTerm = name === 'dt'
      const table = tables.at(-1)
      if (table && name === 'tr') {
        table.rows = []
        table.places = []
      }
      if (table && !table.layout && (name === 'td' || name === 'th')) {
        table.rows?.push([])
        table.places.push(placeOf(element))
      }
      return 'enter'
    },
    leave(element) {
      const name = element.localName
      if (strongElements.test(name) || /\bbold\b/i.test(element.getAttribute('class') ?? '')) strongDepth--
      if (!blockElements.has(name)) return
      flush()
      isTerm = false
      if (name === 'dl') endTerm()
      if (headingElement.test(name)) heading = undefined
      else if (name === 'li') bullet = false
      else if (name === 'ul' || name === 'ol') listDepth--
      else if (name === 'section') sectionDepth--
      const table = tables.at(-1)
      if (table && (name === 'tr' || name === 'table')) endRow(table)
      if (name === 'table') tables.pop()
    },
    text(part) {
      text += part
      if (strongDepth > 0) strongLength += lettersIn(part)
    },
  })
  flush()
  return promoteHeadings(blocks, (block) => plain.has(block))
}

/** The cells of a row, one a column: one that reaches over several says the same in each, also in the rows below it. */
function inColumns(cells: readonly (readonly Line[])[], places: readonly Place[], above: Table['above']): (readonly Line[])[] {
  const row: (readonly Line[])[] = []
  const takeAbove = () => {
    for (let known = above.get(row.length); known; known = above.get(row.length)) {
      if (known.rows > 1) above.set(row.length, { ...known, rows: known.rows - 1 })
      else above.delete(row.length)
      row.push(known.cell)
    }
  }
  for (const [at, cell] of cells.entries()) {
    takeAbove()
    const { columns = 1, rows = 1 } = places[at] ?? {}
    for (let column = 0; column < columns; column++) {
      if (rows > 1) above.set(row.length, { cell, rows: rows - 1 })
      row.push(cell)
    }
  }
  takeAbove()
  return row
}

/** The lines of a cell in one: drugs that stand under each other stay apart. */
const textOf = (between: string) => (cell: readonly Line[]) => cell.map(({ text }) => text).join(between)

function lettersIn(text: string): number {
  return text.replace(/\s+/g, '').length
}

/** Marks of footnotes, alone or several: "1", "a,b", "1-3", "(2)", "†". */
const isFootnote = (mark: string) =>
  mark
    .replace(/[()[\]]/g, '')
    .split(/[\s,;–—-]+/)
    .every((part) => /^(?:\d{1,3}|[a-z]|\d?[*†‡§¶#]+)$/.test(part))

/** `10` and `9` is 10^9, `m` and `2` an area, a mark of a footnote says nothing without it; the rest stays (®, an ordinal's letters). */
function superscript(before: string, raised: string): string {
  const mark = raised.trim()
  if (/^[-−–]\d+$/.test(mark)) return /\d$/.test(before) ? `^${mark}` : raised
  if (/^\d+$/.test(mark) && /(?<!\d)10$/.test(before)) return `^${mark}`
  if (/^[23]$/.test(mark) && /(?<!\p{L})(?:[cmkdµμ]?m|ft|in)$/u.test(before)) return raised
  // A number that nothing stands before is no footnote's: an isotope's, or that of the note itself.
  return isFootnote(mark) && (/\S$/.test(before) || !/\d/.test(mark)) ? '' : raised
}

/**
 * Leaflets made from PDFs have their lines in one paragraph. Such a line stands alone if it is a bullet or,
 * being much shorter than the others, looks like a heading; other line ends mean nothing in HTML.
 */
function looseLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.length < 2) return [text]
  const widest = Math.max(...lines.map((line) => line.trim().length).slice(0, 1000))
  const parts: string[] = []
  let current = ''
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.trim() ?? ''
    const alone = current.trim() === '' && line.trim().length < widest * 0.75 && looksLikeHeading(line.trim()) && /^\p{Lu}/u.test(next)
    current += `${line}\n`
    if (/^[•●▪◦]/.test(next) || (widest >= 60 && alone && next.length > 40)) {
      parts.push(current)
      current = ''
    }
  }
  return [...parts, current]
}
