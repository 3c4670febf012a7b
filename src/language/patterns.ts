import { readFileSync } from 'node:fs'
import { wordsOf } from './words.ts'

/**
 * The one engine that finds wordings among words. A pattern is elements parted by spaces:
 *
 * | element     | stands for                                              |
 * | ----------- | ------------------------------------------------------- |
 * | `word`      | that word                                               |
 * | `word*`     | every word with that beginning                          |
 * | `<name>`    | every word of the class `name`                          |
 * | `5-99`      | a number from 5 to 99                                   |
 * | `one\|two`   | either; `_` is a space within an alternative            |
 * | `word?`     | the word, or nothing                                    |
 * | `..`, `...` | up to 3, up to 7 words that say anything                |
 *
 * A pattern costs a bounded number of steps at each word, so finding is linear in the number of words.
 */
export interface PatternRow {
  value: string
  pattern: string
}

/** Words by the name that patterns give them, as `<name>`. */
export type WordClasses = ReadonlyMap<string, (word: string) => boolean>

/** A wording that was found: words `from` to `to` (exclusive), what its row stands for, and the last word that a class matched. */
export interface PatternMatch {
  from: number
  to: number
  value: string
  filled: string | undefined
}

export type FindPatterns = (words: readonly string[]) => PatternMatch[]

interface Options {
  classes?: WordClasses
  /** Words that may stand between the words of a pattern, three in all, without changing what it says. */
  fillers?: ReadonlySet<string>
}

interface Word {
  optional: boolean
  exact: ReadonlySet<string>
  /** Whether it stands for more words than the exact ones. */
  isOpen: boolean
  /** How many letters of a word the element names: all of an exact one, none of a class; undefined where it does not fit. */
  fit(word: string): number | undefined
  fills(word: string): boolean
}
type Element = { gap: number } | Word
interface Pattern {
  value: string
  elements: Element[]
}
interface PatternEnd {
  to: number
  filled: string | undefined
  /** How many letters the pattern names. */
  named: number
}
interface Search {
  elements: readonly Element[]
  words: readonly string[]
  fillers: ReadonlySet<string>
}

const mostFillers = 3
const noWords: ReadonlySet<string> = new Set()

/** Reads rows of a table: a value, a tab, and patterns parted by commas. Lines that begin with `#` are remarks. */
export function readPatterns(file: URL): PatternRow[] {
  return tableRows(file).flatMap(([value, patterns]) =>
    patterns
      .split(',')
      .map((pattern) => ({ value, pattern: pattern.trim() }))
      .filter(({ pattern }) => pattern !== ''),
  )
}

/** Reads classes of words: a name, a tab, and words parted by commas. */
export const readWordClasses = (file: URL): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(tableRows(file).map(([name, words]) => [name, new Set(words.split(/,\s*/))]))

function tableRows(file: URL): [string, string][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => {
      const [name = '', content = ''] = line.split('\t')
      return [name, content.trim()]
    })
}

/** Finds every wording, also where two overlap, in the order of where they begin. */
export function patternFinder(rows: readonly PatternRow[], options: Options = {}): FindPatterns {
  const find = matcher(rows, options)
  return (words) => words.flatMap((_, from) => find(words, from))
}

/** Finds wordings from left to right, the longest at each place, without overlap; of two as long the one that names more letters. */
export function phraseFinder(rows: readonly PatternRow[], options: Options = {}): FindPatterns {
  const find = matcher(rows, options)
  return (words) => {
    const found: PatternMatch[] = []
    for (let at = 0; at < words.length; ) {
      const best = find(words, at).reduce<Match | undefined>((one, other) => (one && !outdoes(other, one) ? one : other), undefined)
      if (best) found.push(best)
      at = best?.to ?? at + 1
    }
    return found
  }
}

type Match = PatternMatch & PatternEnd
const outdoes = (one: Match, other: Match): boolean => one.to > other.to || (one.to === other.to && one.named > other.named)

function matcher(rows: readonly PatternRow[], { classes = new Map(), fillers = noWords }: Options) {
  const elements = createElements(classes, fillers)
  const patterns = rows.flatMap(({ value, pattern }) =>
    alternativesOf(pattern).map((parts): Pattern => ({ value, elements: elements(parts) })),
  )
  const beginningWith = beginners(patterns)
  return (words: readonly string[], from: number): Match[] => {
    const found: Match[] = []
    for (const { value, elements } of beginningWith(words[from] ?? '')) {
      const end = endOf({ elements, words, fillers }, from, 0, 0)
      if (end) found.push({ from, value, ...end })
    }
    return found
  }
}

/** An alternative of several words makes a pattern of its own: "trouble|hard_time breathing" is two. */
function alternativesOf(pattern: string): string[][] {
  let rows: string[][] = [[]]
  for (const part of pattern.split(' ')) {
    const choices = part.split('|')
    const single = choices.filter((choice) => !choice.includes('_')).join('|')
    const several = choices.filter((choice) => choice.includes('_')).map((choice) => choice.split('_'))
    const all = single === '' ? several : [[single], ...several]
    rows = all.flatMap((choice) => rows.map((row) => [...row, ...choice]))
  }
  return rows
}

/** Makes the elements of patterns: one object for those that stand for the same, so that a word is fitted to it once. */
function createElements(classes: WordClasses, fillers: ReadonlySet<string>): (parts: readonly string[]) => Element[] {
  const made = new Map<string, Element>()
  return (parts) =>
    parts.flatMap(foldedParts).map((part, index, all) => {
      const isInner = index > 0 && index < all.length - 1
      const canBeLeftOut = isInner && part.split('|').some((choice) => fillers.has(choice))
      const key = `${part} ${canBeLeftOut}`
      const element = made.get(key) ?? elementOf(part, classes, canBeLeftOut)
      made.set(key, element)
      return element
    })
}

const isPlain = (choice: string): boolean => !/^<|^\d+-\d+$|^\.+$/.test(choice)
const folded = (word: string): string[] => wordsOf(word).map((found) => found.word)

/** A word as the tokenizer writes it: "can't" is `cant`, "short-lived*" two words, of which the second is a beginning. */
function foldedParts(part: string): string[] {
  if (part.includes('|') || !isPlain(part)) return [part]
  const ending = /[?*]?$/.exec(part)?.[0] ?? ''
  const words = folded(part)
  return words.map((word, index) => (index === words.length - 1 ? word + ending : word))
}

function elementOf(part: string, classes: WordClasses, canBeLeftOut: boolean): Element {
  if (/^\.{2,}$/.test(part)) return { gap: part.length === 2 ? 3 : 7 }
  const choices = part.replace(/\?$/, '').split('|')
  const plain = choices.filter(isPlain)
  const exact = new Set(plain.filter((choice) => !choice.endsWith('*')).flatMap(folded))
  const begun = plain
    .filter((choice) => choice.endsWith('*'))
    .flatMap(folded)
    .toSorted((one, two) => two.length - one.length)
  const ranges = choices.map(numberBetween).filter((range) => range !== undefined)
  const members = choices.filter((choice) => choice.startsWith('<')).map((choice) => classNamed(choice.slice(1, -1), classes))
  const fills = members.length === 0 ? () => false : (word: string) => members.some((isMember) => isMember(word))
  const isOpen = begun.length + ranges.length + members.length > 0
  return {
    optional: canBeLeftOut || part.endsWith('?'),
    fills,
    exact,
    isOpen,
    fit(word) {
      if (exact.has(word)) return word.length
      if (!isOpen) return undefined
      const beginning = begun.find((one) => word.startsWith(one))
      return beginning?.length ?? (ranges.some((range) => range(word)) || fills(word) ? 0 : undefined)
    },
  }
}

function classNamed(name: string, classes: WordClasses) {
  const isMember = classes.get(name)
  if (!isMember) throw new Error(`A pattern names <${name}>, which is no class of words.`)
  return isMember
}

function numberBetween(choice: string): ((word: string) => boolean) | undefined {
  const [, least, most] = /^(\d+)-(\d+)$/.exec(choice) ?? []
  return least === undefined ? undefined : (word) => /^\d{1,6}$/.test(word) && Number(word) >= Number(least) && Number(word) <= Number(most)
}

/** Where elements from the `next` one on end that begin at a word; fillers are passed over where that reaches further. */
function endOf(search: Search, at: number, next: number, skips: number): PatternEnd | undefined {
  const { elements, words, fillers } = search
  const element = elements[next]
  if (!element) return { to: at, filled: undefined, named: 0 }
  if ('gap' in element) {
    for (let skipped = 0; skipped <= element.gap; skipped++) {
      const end = endOf(search, at + skipped, next + 1, skips)
      if (end) return end
    }
    return undefined
  }
  const word = words[at]
  if (word !== undefined) {
    const taken = taking(search, element, word, at, next, skips)
    const passed = next > 0 && skips < mostFillers && fillers.has(word) ? endOf(search, at + 1, next, skips + 1) : undefined
    const best = passed && (!taken || passed.to > taken.to) ? passed : taken
    if (best) return best
  }
  return element.optional ? endOf(search, at, next + 1, skips) : undefined
}

function taking(search: Search, element: Word, word: string, at: number, next: number, skips: number): PatternEnd | undefined {
  const letters = element.fit(word)
  const end = letters === undefined ? undefined : endOf(search, at + 1, next + 1, skips)
  if (!end || letters === undefined) return undefined
  return { to: end.to, filled: end.filled ?? (element.fills(word) ? word : undefined), named: end.named + letters }
}

/** The patterns that may begin with a word, those that name it first. */
function beginners(patterns: readonly Pattern[]): (word: string) => readonly Pattern[] {
  const byWord = new Map<string, Pattern[]>()
  for (const pattern of patterns) {
    const [first] = pattern.elements
    if (!first || 'gap' in first) continue
    for (const word of first.exact) byWord.set(word, [...(byWord.get(word) ?? []), pattern])
  }
  const open = patterns.flatMap((pattern) => {
    const [first] = pattern.elements
    return first && 'isOpen' in first && first.isOpen ? [{ pattern, first }] : []
  })
  const firsts = [...new Set(open.map(({ first }) => first))]
  // A text repeats its words. Bounded, because texts are anybody's.
  const known = new Map<string, readonly Pattern[]>()
  return (word) => {
    const before = known.get(word)
    if (before) return before
    const fitting = new Set(firsts.filter((first) => !first.exact.has(word) && first.fit(word) !== undefined))
    const others = fitting.size === 0 ? [] : open.filter(({ first }) => fitting.has(first)).map(({ pattern }) => pattern)
    const found = [...(byWord.get(word) ?? []), ...others]
    if (known.size < 20_000) known.set(word, found)
    return found
  }
}
