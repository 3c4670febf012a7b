import { type Block, looksLikeHeading, promoteHeadings } from './block.ts'
import type { PdfLine } from './pdf-lines.ts'
import { plainLine } from './plain-text.ts'

const bullet = /^\s*[•●▪◦■○→\uf0b7\uf0a7·–−‒—-](\s*\|)?\s+|^\s*o\s+(?=\S)/u
const number = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+[\p{Lu}¿]|^[A-Z]\.\s+\p{Lu}{2}/u

/** What most lines of the document are like. */
interface Body {
  height: number
  spacing: number
  vocabulary: Set<string>
  /** Whether the chapters are numbered: then an unnumbered line in capitals is none. */
  numbered: boolean
}

/** Headings, paragraphs, list items and table rows from the lines of a PDF. */
export function pdfBlocks(lines: PdfLine[]): Block[] {
  const readable = lines.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const body: Body = {
    height: commonest(readable.map(({ height, text }) => [Math.round(height * 2) / 2, text.length])),
    spacing: commonest(readable.slice(1).map((line, index) => [Math.round(Math.abs((readable[index]?.y ?? 0) - line.y)), 1])),
    numbered: readable.filter(({ bold, text }) => bold && /^\s*\d{1,2}\.\d{1,2}\s+\p{Lu}/u.test(text)).length > 5,
    vocabulary: new Set(readable.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}-]{4,}/gu) ?? [])),
  }
  const plain = new WeakSet<Block>()
  const blocks = paragraphs(readable, body).map((paragraph): Block => {
    const [first] = paragraph
    const text = plainLine(paragraph.map((line) => plainLine(line.text)).reduce((before, after) => joined(before, after, body.vocabulary)))
    const level = headingLevel(paragraph, text, body)
    const item = level === undefined && first && bullet.test(first.text)
    const block = { text: item ? `- ${text.replace(bullet, '')}` : text, level, page: first?.page }
    if (level === undefined && !item && paragraph.length === 1 && !text.includes(' | ')) plain.add(block)
    return block
  })
  return promoteHeadings(
    blocks.filter(({ text }) => text !== ''),
    (block) => plain.has(block),
  )
}

function paragraphs(lines: PdfLine[], body: Body): PdfLine[][] {
  const found: PdfLine[][] = []
  for (const line of lines) {
    const paragraph = found.at(-1)
    const before = paragraph?.at(-1)
    if (!paragraph || !before || startsNew(line, before, body)) found.push([line])
    else paragraph.push(line)
  }
  return found
}

function startsNew(line: PdfLine, before: PdfLine, body: Body): boolean {
  if (bullet.test(line.text) || line.text.includes(' | ') || before.text.includes(' | ')) return true
  const goesOn = /^\s*[\p{Ll}(]/u.test(line.text) && !/[.:;?!]\s*$/.test(before.text)
  if (before.page !== line.page) return !goesOn
  const gap = before.y - line.y
  if (gap > Math.max(body.spacing, line.height) * 1.45 || gap < -line.height) return true
  // A sentence may turn bold or italic within a line; where one style ends with the line, the other begins anew.
  if (!goesOn && (line.bold !== before.bold || line.italic !== before.italic || Math.abs(line.height - before.height) > 1.5)) return true
  return line.bold && (number.test(line.text) || /\?\s*$/.test(before.text))
}

/** Parts of European and American drug documents; each has chapters of its own. */
const documentPart =
  /^(summary of product|ficha técnica|labelling|package leaflet|particulars to|minimum particulars|información (que|mínima)|full prescribing|medication guide|patient (package )?information|instructions for use|highlights)/i

function headingLevel(paragraph: PdfLine[], text: string, body: Body): number | undefined {
  const [line] = paragraph
  if (!line || paragraph.length > 4 || text.includes(' | ') || bullet.test(line.text)) return undefined
  const bold = paragraph.every((one) => one.bold)
  const larger = paragraph.every(({ height }) => height > body.height * 1.15)
  const capitals = /\p{Lu}{3}/u.test(text) && text === text.toUpperCase() && text.replace(/[^\p{L}]/gu, '').length >= 5
  const numbered = number.exec(text)
  const depth = numbered?.[1]?.split('.').length ?? 0
  // The long names of EMA chapters ("NAME AND ADDRESS OF ...") are headings, too.
  if (!looksLikeHeading(text, capitals || (numbered && bold) ? 30 : undefined)) return undefined
  if (depth > 0 && (bold || capitals || larger || (depth >= 2 && paragraph.length === 1)) && !isMeasure(text)) return 10 + depth
  if (larger) return Math.max(2, Math.round(9 - (line.height - body.height) / 2))
  if (/^(annex|anexo|bilag)\s+[IVX]+\b/i.test(text)) return 6
  if (capitals && numbered) return 7
  // One word in capitals may be a table's or the product's name: it does not end a chapter.
  if (capitals && text.includes(' ')) return bold && (!body.numbered || documentPart.test(text)) ? 9 : 30
  if (bold || capitals) return 40
  return paragraph.length === 1 && line.italic && text.split(' ').length <= 10 ? 50 : undefined
}

/** "2.5 mg once daily" is a dose, no chapter. */
function isMeasure(text: string): boolean {
  return /^\d+(\.\d+)?\s*(mg|mcg|ml|g|kg|%|x|weeks?|years?|days?|hours?|months?|patients?)\b/i.test(text)
}

/** A word divided at the line's end is joined, unless the document writes it with a hyphen elsewhere. */
function joined(before: string, after: string, vocabulary: Set<string>): string {
  const half = /([\p{L}-]+)-$/u.exec(before)?.[1]
  const rest = /^\p{Ll}[\p{L}-]*/u.exec(after)?.[0]
  if (half === undefined || rest === undefined) return `${before} ${after}`
  const hyphenated = vocabulary.has(`${half}-${rest}`.toLowerCase()) && !vocabulary.has(`${half}${rest}`.toLowerCase())
  return hyphenated ? before + after : before.slice(0, -1) + after
}

function commonest(weighted: [number, number][]): number {
  const totals = new Map<number, number>()
  for (const [value, weight] of weighted) totals.set(value, (totals.get(value) ?? 0) + weight)
  return [...totals].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 0
}
