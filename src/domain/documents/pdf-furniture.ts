import type { PdfLine } from './pdf-lines.ts'

/** Running headers, footers and page numbers, and lines of a table of contents ("4.8 Undesirable effects ..... 12"). */
export function withoutPdfFurniture(lines: PdfLine[]): PdfLine[] {
  const pages = new Set(lines.map(({ page }) => page)).size
  const pagesWith = new Map<string, Set<number>>()
  for (const line of lines) {
    if (!atEdge(line)) continue
    const key = edgeKey(line)
    pagesWith.set(key, (pagesWith.get(key) ?? new Set()).add(line.page))
  }
  const isRunning = (line: PdfLine) => atEdge(line) && pages >= 3 && (pagesWith.get(edgeKey(line))?.size ?? 0) > Math.max(2, pages * 0.4)
  return lines.filter((line) => !isRunning(line) && !isPageNumber(line) && !/\.{5,}|(\. ){5,}/.test(line.text))
}

function atEdge({ place }: PdfLine): boolean {
  return place > 0.88 || place < 0.1
}

/** Numbers change from page to page, the place does not. */
function edgeKey({ text, y }: PdfLine): string {
  return `${text.replace(/\d+/g, '#')}@${Math.round(y / 4)}`
}

function isPageNumber({ text, place }: PdfLine): boolean {
  return (place > 0.9 || place < 0.1) && /^\s*((page|página|side)\s*)?\d{1,4}(\s*(of|\/|de|af)\s*\d{1,4})?\s*$/i.test(text)
}
