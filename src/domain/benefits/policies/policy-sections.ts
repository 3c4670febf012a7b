import type { Block } from '../../documents/block.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { isDroppedHeading, readableHeading } from '../../documents/section-heading.ts'
import { splitLines } from '../../documents/split-text.ts'

export interface CutPolicySection {
  header: string | null
  /** The headings above that one, outermost first. */
  above: string[]
  content: string
  page: number | null
}

/** A text this short stays whole. */
const wholeWords = 280

/**
 * The sections of a policy: what stands under one heading, cut into parts of about 200 words. Unlike the sections of the library
 * they lose nothing, for one drug under a heading is a rule. A list item keeps its depth as spaces and a row its empty cells.
 */
export function policySections(title: string, blocks: readonly Block[]): CutPolicySection[] {
  const groups: { headings: string[]; lines: { text: string; page?: number }[] }[] = []
  let path: { level: number; text: string }[] = []
  let open: (typeof groups)[number] | undefined
  for (const block of blocks) {
    if (block.level !== undefined) {
      const { level } = block
      const text = readableHeading(block.text, title)
      path = [...path.filter((above) => above.level < level), { level, text }]
      open = undefined
    } else if (!path.some(({ text }) => isDroppedHeading(text))) {
      const text = lineOf(block)
      if (!/[\p{L}\p{N}]/u.test(text)) continue
      if (!open) {
        open = { headings: path.map((heading) => heading.text).filter((heading) => heading !== ''), lines: [] }
        groups.push(open)
      }
      open.lines.push({ text, page: block.page })
    }
  }
  return groups.flatMap(({ headings, lines }) => {
    const words = lines.reduce((total, { text }) => total + text.split(' ').length, 0)
    const parts = words <= wholeWords ? [lines] : splitLines(lines)
    return parts.map((part) => ({
      header: headings.at(-1) ?? null,
      above: headings.slice(0, -1),
      content: part.map(({ text }) => text).join('\n'),
      page: part[0]?.page ?? null,
    }))
  })
}

function lineOf({ text, cells, depth }: Block): string {
  // An empty first cell would be blank space before the line.
  if (cells) return cells.map((cell, at) => plainLine(cell).replace(/\s*\|\s*/g, ' / ') || (at === 0 ? '–' : '')).join(' | ')
  return '  '.repeat(Math.max(0, (depth ?? 1) - 1)) + plainLine(text)
}
