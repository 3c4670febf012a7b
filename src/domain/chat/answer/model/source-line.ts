/** The first line of a model's reply: the numbered sources that the answer uses. */
export interface SourceLine {
  /** Distinct, each from 1 to the number of sources. `none`: the sources do not answer the question. Empty: not stated. */
  numbers: number[] | 'none'
  /** The text after the line. */
  rest: string
}

/** A longer first line, in characters, cannot be a source line. */
const maxLineLength = 200

/**
 * Reads the first line once it is complete; undefined until then.
 * @param sources the number of sources
 * @param isWhole whether `text` is the whole reply
 */
export function sourceLine(text: string, sources: number, isWhole = false): SourceLine | undefined {
  const begun = text.trimStart()
  const end = begun.indexOf('\n')
  if (end < 0 && !isWhole && begun.length <= maxLineLength) return undefined
  const line = end < 0 ? begun : begun.slice(0, end)
  const cited = /^\W*sources?\W*:\s*(.*)$/i.exec(line)?.[1]
  if (cited === undefined) return { numbers: [], rest: '' }
  if (/\bnone\b/i.test(cited)) return { numbers: 'none', rest: '' }
  const numbers = [...new Set((cited.match(/\d{1,3}/g) ?? []).map(Number))].filter((number) => number >= 1 && number <= sources)
  return { numbers, rest: end < 0 ? '' : begun.slice(end + 1).trimStart() }
}
