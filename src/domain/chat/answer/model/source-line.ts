/** The first line of a model's reply: which of the numbered sources it is going to use. */
export interface SourceLine {
  /** Distinct, each from 1 to the number of sources; `none`: the sources do not answer the question; empty: not told. */
  numbers: number[] | 'none'
  /** What stands after the line. */
  rest: string
}

/** A reply whose first line is longer than this is none of ours. */
const longestLine = 200

/**
 * Reads the first line as soon as it is whole: undefined while more has to come.
 * @param sources how many there are
 */
export function sourceLine(text: string, sources: number, isWhole = false): SourceLine | undefined {
  const begun = text.trimStart()
  const end = begun.indexOf('\n')
  if (end < 0 && !isWhole && begun.length <= longestLine) return undefined
  const line = end < 0 ? begun : begun.slice(0, end)
  const told = /^\W*sources?\W*:\s*(.*)$/i.exec(line)?.[1]
  if (told === undefined) return { numbers: [], rest: '' }
  if (/\bnone\b/i.test(told)) return { numbers: 'none', rest: '' }
  const numbers = [...new Set((told.match(/\d{1,3}/g) ?? []).map(Number))].filter((number) => number >= 1 && number <= sources)
  return { numbers, rest: end < 0 ? '' : begun.slice(end + 1).trimStart() }
}
