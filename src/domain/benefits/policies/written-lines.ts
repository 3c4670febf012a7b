const marked = /^\s*(?:#{1,6}\s|>|```|\||[-*+•]\s|\d{1,2}[.)]\s|[-=]{3,}\s*$)/
const opensLine =
  /^\s*(?:\(?(?:[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})[.)]\s|[•●▪◦–—-]\s|[QA][:.]\s|\d{1,2}\s+\p{Lu}|[\p{Lu}\d][^:.?!]{0,45}:(?:\s|$)|\*\*?[^*]{1,60}\*\*?)/u
const isBullet = /^\s*[-*+•]\s/
const indentOf = (line: string): number => line.length - line.trimStart().length
const columns = /\S(?:\t+| {3,}| ?\.{4,} ?)\S/

/**
 * Markdown and plain text in which the line ends that an author meant are kept: Markdown joins "STEP THERAPY GROUP" and the drugs
 * under it to one sentence. A line goes on where it is as wide as the text; a short one, or one before a label, a number or a
 * letter of a list, ends. Columns set apart by spaces or dots become cells.
 */
export function withWrittenLines(source: string): string {
  const lines = source.replace(/\r\n?/g, '\n').split('\n')
  const isPlain = !lines.some((line) => /^(?:#{1,6}\s|\|.*\|)/.test(line))
  const widest = Math.max(0, ...lines.slice(0, 20_000).map((line) => Math.min(line.length, 200)))
  // A star that marks names above is no bullet.
  const isStarred = isPlain && /\p{L}\*(?=[\s,;)]|$)/mu.test(source)
  const withStars = isStarred ? lines.map((line) => line.replace(/^(\s*)\* /, '$1\\* ')) : lines
  const joined = isPlain ? withContinuations(withStars) : withStars
  return (isPlain ? joined.map((line) => (/^\s*[-=_*]{4,}\s*$/.test(line) ? '' : line)) : lines)
    .map((line, index, lines) => {
      const next = lines[index + 1] ?? ''
      const own = isPlain ? asColumns(line.replace(/^\s+(?![-*+•]\s)/, '')).replace(/^(\d{1,2})([.)]) /, '$1\\$2 ') : line
      if (
        line.trim() === '' ||
        next.trim() === '' ||
        (isPlain ? /^\s*(?:[-*+•]\s|[-=]{3,}\s*$)/ : marked).test(line) ||
        (marked.test(next) && !isPlain)
      )
        return isBullet.test(line) && next.trim() !== '' && !isBullet.test(next) && indentOf(next) <= indentOf(line) ? `${own}\n` : own
      const ends = opensLine.test(next) || line.length < Math.min(60, widest * 0.7) || columns.test(line) || columns.test(next)
      return ends ? `${own.trimEnd()}  ` : own
    })
    .join('\n')
}

/** A cell that goes on in the next line, under itself, is one cell. */
function withContinuations(lines: readonly string[]): string[] {
  const found: string[] = []
  let row: number | null = null
  for (const line of lines) {
    const before = row === null ? undefined : found[row]
    if (before !== undefined && row !== null && line.trim() !== '' && !columns.test(line) && indentOf(line) >= 10 && !isBullet.test(line)) {
      found[row] = `${before}${/^\s*[\p{Lu}]/u.test(line) && !/[,;:]$/.test(before) ? ';' : ''} ${line.trim()}`
      continue
    }
    found.push(line)
    row = columns.test(line) && line.length < 400 ? found.length - 1 : null
  }
  return found
}

/** "ORENITRAM ........ PA, LD" as a row. */
const asColumns = (line: string): string => {
  // The number of a chapter is no cell of its own, nor is the label of a list.
  const outlined = line
    .replace(/^(\(?(?:[IVX]{1,5}|[A-Z]|\d{1,2})[.)])\s{2,}/, '$1 ')
    .replace(/^([\p{Lu}][\w -]{2,30}:)\s{2,}(?!.*\S {3,}\S)/u, '$1 ')
  if (outlined !== line) return asColumns(outlined)
  if (!columns.test(line) || line.length > 400) return line
  return line
    .trim()
    .split(/\t+| {3,}| ?\.{4,} ?/)
    .join(' | ')
}
