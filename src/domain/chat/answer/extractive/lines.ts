/** Lines of a section that belong together: a paragraph alone, or all of a list or table. */
export interface Run {
  kind: 'text' | 'bullets' | 'steps' | 'table'
  lines: string[]
  /** Number of the first line. */
  line: number
}

function kindOf(line: string): Run['kind'] {
  if (/ \| /.test(line)) return 'table'
  if (/^\s*[-•*–]\s+\S/.test(line)) return 'bullets'
  return /^\s*\(?\d{1,2}[.)]\s+\p{L}/u.test(line) ? 'steps' : 'text'
}

/** The runs of a section, in its order. A numbered list and a table are one each, however long. */
export function linesOf(content: string): Run[] {
  const runs: Run[] = []
  for (const [number, text] of content.split('\n').entries()) {
    const line = text.trim()
    if (line === '') continue
    const kind = kindOf(line)
    const before = runs.at(-1)
    if (before && kind !== 'text' && before.kind === kind && before.line + before.lines.length === number) before.lines.push(line)
    else runs.push({ kind, lines: [line], line: number })
  }
  return runs
}
