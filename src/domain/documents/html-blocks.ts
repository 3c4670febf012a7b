import { type Block, deFactoLevel, looksLikeHeading, promoteHeadings } from './block.ts'
import { type DomElement, walk } from './dom.ts'
import { isFurniture } from './main-content.ts'
import { plainLine } from './plain-text.ts'

const blockElements = new Set(
  'address article blockquote body center dd details div dl dt fieldset figcaption figure footer header hr html li main ol p pre section summary table tbody thead tfoot tr td th caption ul h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
const strongElements = /^(b|strong)$/
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
}

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
      if (!/[\p{L}\p{N}]/u.test(line.text)) continue
      const cell = tables.at(-1)?.rows?.at(-1)
      if (heading !== undefined) blocks.push({ text: line.text, level: heading })
      else if (cell) cell.push(line)
      else emit(line)
      bullet = false
    }
    text = ''
    strongLength = 0
  }
  const endRow = (table: Table) => {
    const rows = table.rows ?? []
    const filled = rows.filter((cell) => cell.length > 0)
    table.rows = null
    if (filled.length <= 1 || table.layout) for (const line of filled.flat()) emit(line)
    else blocks.push({ text: filled.map(textOf(' ')).join(' | '), cells: rows.map(textOf(', ')) })
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
      else if (name === 'ul' || name === 'ol') listDepth++
      else if (name === 'section') sectionDepth++
      else if (name === 'table') tables.push({ layout: false, rows: null })
      const table = tables.at(-1)
      if (table && name === 'tr') table.rows = []
      if (table && !table.layout && (name === 'td' || name === 'th')) table.rows?.push([])
      return 'enter'
    },
    leave(element) {
      const name = element.localName
      if (strongElements.test(name) || /\bbold\b/i.test(element.getAttribute('class') ?? '')) strongDepth--
      if (!blockElements.has(name)) return
      flush()
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

/** The lines of a cell in one: drugs that stand under each other stay apart. */
const textOf = (between: string) => (cell: readonly Line[]) => cell.map(({ text }) => text).join(between)

function lettersIn(text: string): number {
  return text.replace(/\s+/g, '').length
}

/** `10` and `9` is 10^9, a letter or sign is a footnote's and says nothing without it, the rest stays (®, m2). */
function superscript(before: string, raised: string): string {
  if (/\d$/.test(before) && /^\s*[-−–]?\d+\s*$/.test(raised)) return `^${raised.trim()}`
  return /^\s*([a-z]|[*†‡§¶#]+)\s*$/.test(raised) ? '' : raised
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
