import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A pattern found among words: `from` to `to` (exclusive), and what its row stands for. */
export interface Found {
  from: number
  to: number
  value: string
}

type Element = { gap: number } | { optional: boolean; accepts: (word: string) => boolean }
interface Pattern {
  value: string
  elements: Element[]
}

export type FindPatterns = (words: readonly string[]) => Found[]

/** Words that a class of `classes.tsv` stands for. */
const classes = new Map(
  rowsOf('classes.tsv').map(([name, words]): [string, ReadonlySet<string>] => [`<${name}>`, new Set(words.split(/,\s*/))]),
)

/** The words of a class of `classes.tsv`. */
export const wordsOfClass = (name: string): ReadonlySet<string> => classes.get(`<${name}>`) ?? new Set()

function rowsOf(file: string): [string, string][] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => {
      const [name = '', content = ''] = line.split('\t')
      return [name, content.trim()]
    })
}

function numberBetween(choice: string): ((word: string) => boolean) | undefined {
  const [, least, most] = /^(\d+)-(\d+)$/.exec(choice) ?? []
  return least === undefined ? undefined : (word) => /^\d{1,6}$/.test(word) && Number(word) >= Number(least) && Number(word) <= Number(most)
}

function accepting(choices: readonly string[]): (word: string) => boolean {
  const exact = new Set(choices.filter((choice) => !choice.endsWith('*')))
  const begun = choices.filter((choice) => choice.endsWith('*')).map((choice) => choice.slice(0, -1))
  const sets = choices.map((choice) => classes.get(choice)).filter((set) => set !== undefined)
  const ranges = choices.map(numberBetween).filter((range) => range !== undefined)
  return (word) =>
    exact.has(word) ||
    begun.some((beginning) => word.startsWith(beginning)) ||
    sets.some((set) => set.has(word)) ||
    ranges.some((range) => range(word))
}

function elementOf(part: string): Element {
  if (/^\.{2,}$/.test(part)) return { gap: part.length === 2 ? 3 : 7 }
  const optional = part.endsWith('?')
  return { optional, accepts: accepting((optional ? part.slice(0, -1) : part).split('|')) }
}

function endOf(elements: readonly Element[], words: readonly string[], at: number, next = 0): number | undefined {
  const element = elements[next]
  if (!element) return at
  if ('gap' in element) {
    for (let skipped = 0; skipped <= element.gap; skipped++) {
      const end = endOf(elements, words, at + skipped, next + 1)
      if (end !== undefined) return end
    }
    return undefined
  }
  const word = words[at]
  const taken = word !== undefined && element.accepts(word) ? endOf(elements, words, at + 1, next + 1) : undefined
  return taken ?? (element.optional ? endOf(elements, words, at, next + 1) : undefined)
}

/** The patterns that may begin with a word, remembered: a message repeats its words. */
function beginners(patterns: readonly Pattern[]): (word: string) => readonly Pattern[] {
  const known = new Map<string, readonly Pattern[]>()
  return (word) => {
    const before = known.get(word)
    if (before) return before
    const found = patterns.filter(({ elements: [first] }) => first && 'accepts' in first && first.accepts(word))
    // Bounded, because messages are anybody's.
    if (known.size < 20_000) known.set(word, found)
    return found
  }
}

/**
 * Reads patterns beside this module: a value, a tab, and patterns parted by ", "; lines that begin with # are remarks.
 * A pattern is words parted by spaces; `one|two` is either, `word*` every word with that beginning, `<name>` a class,
 * `5-99` a number from 5 to 99, `word?` may be left out, `..` up to 3 words and `...` up to 7 that say anything. A pattern
 * costs a bounded number of steps at each word, so that finding is linear in the number of words. Finds overlap.
 */
export function patternFinder(file: string): FindPatterns {
  const patterns = rowsOf(file).flatMap(([value, content]) =>
    content
      .split(/,\s*/)
      .filter((text) => text !== '')
      .map((text): Pattern => ({ value, elements: text.split(' ').map(elementOf) })),
  )
  const beginning = beginners(patterns)
  return (words) =>
    words.flatMap((word, from) =>
      beginning(word).flatMap(({ value, elements }) => {
        const to = endOf(elements, words, from)
        return to === undefined ? [] : [{ from, to, value }]
      }),
    )
}
