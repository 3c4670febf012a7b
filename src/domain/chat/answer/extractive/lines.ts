/** Lines of a section that belong together: a paragraph alone, or all of a list or table. */
export interface Run {
  kind: 'text' | 'bullets' | 'steps' | 'table'
  /** As they stand in the section; one that the next line continues holds its line end. */
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
  let last = { number: -1, raw: '' }
  for (const [number, raw] of content.split('\n').entries()) {
    const line = raw.trim()
    if (line === '') continue
    const kind = kindOf(line)
    const before = last.number === number - 1 ? runs.at(-1) : undefined
    if (before && kind !== 'text' && before.kind === kind) before.lines.push(line)
    // Only lines without spaces at their ends stand in the section as they are joined here.
    else if (before?.kind === 'text' && kind === 'text' && continues(last.raw, raw)) before.lines = [`${before.lines[0]}\n${line}`]
    else runs.push({ kind, lines: [line], line: number })
    last = { number, raw }
  }
  return runs
}

/** Whether a page's margin cut a sentence: its line ends without a mark, and the next goes on in small letters. */
const continues = (line: string, next: string) =>
  /^\S.{0,2000}[\p{L}\p{N},(]$/u.test(line) && /^[\p{Ll}(].{0,2000}\S$/u.test(next) && line.split(' ', 5).length > 4
