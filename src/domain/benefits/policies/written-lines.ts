const marked = /^\s*(?:#{1,6}\s|>|```|\||[-*+•]\s|\d{1,2}[.)]\s|[-=]{3,}\s*$)/
const opensLine =
  /^\s*(?:\(?(?:[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2})[.)]\s|[•●▪◦–—-]\s|[QA][:.]\s|\d{1,2}\s+\p{Lu}|[\p{Lu}\d][^:.?!]{0,45}:(?:\s|$)|\*\*?[^*]{1,60}\*\*?)/u
const isBullet = /^\s*[-*+•]\s/
const indentOf = (line: string): number => line.length - line.trimStart().length
const columns = /\S(?:\t+| {3,}| ?\.{4,} ?)\S/
const cells = /\S(?:\t+| {3,}| ?\.{4,} ?)\S| \| /

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
  const joined = isPlain ? withColumns(withStars.map((line) => line.replace(/^(\s+)o\s{1,3}(?=\S)/, '$1- '))) : withStars
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
      const ends = opensLine.test(next) || line.length < Math.min(60, widest * 0.7) || cells.test(line) || cells.test(next)
      return ends ? `${own.trimEnd()}  ` : own
    })
    .join('\n')
}

/** Longer lines are no rows, and no row goes on for longer. */
const longestRow = 400
const mostContinued = 40

/** The words of a line and where they begin; words belong together unless `gap` lies between them. */
function partsOf(line: string, gap: RegExp): { text: string; start: number }[] {
  let start = 0
  return line.split(gap).flatMap((text, index, all) => {
    const own = { text: text.trim(), start: start + indentOf(text) }
    start += text.length
    if (index + 1 < all.length) start += gap.exec(line.slice(start))?.[0].length ?? 0
    return own.text === '' ? [] : [own]
  })
}

const ruleAcross = /^\s*[=_*-]{30,}\s*$/
const wide = /\t+| {3,}/
const narrow = /\t+| {2,}/

/**
 * Tables of plain text, in which a cell stands under the head of its column: each line's parts go into the columns that they stand under,
 * and a line without a first cell goes on with the cells of the line above.
 */
function withColumns(lines: readonly string[]): string[] {
  const found: string[] = []
  let starts: number[] = []
  let row: string[] | null = null
  let continued = 0
  for (const [at, written] of lines.entries()) {
    // A rule across the page, with nothing over it, begins another table.
    if (ruleAcross.test(written) && (lines[at - 1] ?? '').trim() === '') starts = []
    if (written.length >= longestRow) {
      found.push(written)
      row = null
      continue
    }
    // Dots lead to the next cell.
    const line = written.replace(/\.{4,}/g, (dots) => ' '.repeat(dots.length))
    const isLegend = partsOf(line, narrow).some(
      ({ start }, index) => index === 1 && starts.length === 2 && Math.abs(start - (starts[1] ?? 0)) <= 2,
    )
    const isRow = columns.test(line) || isLegend
    const parts = partsOf(line, wide)
    const first = parts[0]?.start ?? 0
    const atColumn = (start: number) => starts.findIndex((column, index) => index > 0 && Math.abs(column - start) <= 2)
    if (
      row &&
      continued < mostContinued &&
      parts.length > 0 &&
      first >= 10 &&
      !isBullet.test(line) &&
      parts.every(({ start }) => atColumn(start) > 0 || !isRow)
    ) {
      for (const { text, start } of parts) {
        const at = Math.max(
          atColumn(start),
          starts.findLastIndex((column) => column <= start + 2),
        )
        const before = row[at] ?? ''
        row[at] = before === '' ? text : `${before}${/^\p{Lu}/u.test(text) && !/[,;:]$|\b(?:and|or)$/i.test(before) ? ';' : ''} ${text}`
      }
      found[found.length - 1] = row.join(' | ')
      continued++
      continue
    }
    // The number of a chapter is no cell of its own, nor is the label of a list.
    const isOutlined =
      /^\s*(?:\(?(?:[IVX]{1,5}|[A-Z]|\d{1,2})[.)])\s{2,}\S/.test(line) || /^\s*[\p{Lu}][\w -]{2,30}:\s{2,}(?!.*\S {3,}\S)/u.test(line)
    if (!isRow || isOutlined) {
      found.push(written)
      if (line.trim() !== '') row = null
      continue
    }
    const fine = partsOf(line, narrow)
    const fits = starts.length > 1 && fine.some(({ start }) => atColumn(start) > 0) && first < (starts[1] ?? 0) - 2
    if (!fits) starts = parts.map(({ start }) => start)
    row = starts.map(() => '')
    continued = 0
    for (const { text, start } of fits ? fine : parts) {
      const at = Math.max(
        0,
        starts.findLastIndex((column) => column <= start + 2),
      )
      row[at] = row[at] === '' ? text : `${row[at]} ${text}`
    }
    found.push(row.join(' | '))
  }
  return found
}

/** "ORENITRAM ........ PA, LD" as a row. */
const asColumns = (line: string): string => {
  const outlined = line
    .replace(/^(\(?(?:[IVX]{1,5}|[A-Z]|\d{1,2})[.)])\s{2,}/, '$1 ')
    .replace(/^([\p{Lu}][\w -]{2,30}:)\s{2,}(?!.*\S {3,}\S)/u, '$1 ')
  if (outlined !== line) return asColumns(outlined)
  return !columns.test(line) || line.length >= longestRow
    ? line
    : line
        .trim()
        .split(/\t+| {3,}| ?\.{4,} ?/)
        .join(' | ')
}
