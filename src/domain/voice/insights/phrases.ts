import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Word } from './words.ts'
import { wordsOf } from './words.ts'

/** A phrase found in a row of words: which words (end exclusive), what it stands for, and the word a class matched. */
export interface Match {
  from: number
  to: number
  value: string
  filled: string | undefined
}

interface Node {
  words: Map<string, Node>
  beginnings: Map<string, Node>
  classes: Map<string, Node>
  value?: string
}

const newNode = (): Node => ({ words: new Map(), beginnings: new Map(), classes: new Map() })

/** Said between the words of a phrase without changing it. */
const fillers = new Set(
  'um uh uhm er ah like really real very so such pretty quite just kind sort bit little a an the my some lot lots super extremely all been being upper lower left right both you know muy mucho mucha el la los las un una'.split(
    ' ',
  ),
)
const mostFillers = 3

export type FindPhrases = (words: readonly Word[]) => Match[]

function child<K>(map: Map<K, Node>, key: K): Node {
  const node = map.get(key) ?? newNode()
  map.set(key, node)
  return node
}

/** Word patterns of a phrase: "hard|trouble breath*" is two rows. */
function expand(phrase: string): string[][] {
  let rows: string[][] = [[]]
  for (const part of phrase.split(' ')) rows = part.split('|').flatMap((choice) => rows.map((row) => [...row, choice]))
  return rows
}

function insert(root: Node, pattern: readonly string[], value: string): void {
  let node = root
  for (const [index, part] of pattern.entries()) {
    if (index > 0 && index < pattern.length - 1 && fillers.has(part)) continue
    if (part.startsWith('<')) {
      node = child(node.classes, part)
      continue
    }
    const open = part.endsWith('*')
    const words = wordsOf(part)
    for (const [at, { word }] of words.entries()) node = child(open && at === words.length - 1 ? node.beginnings : node.words, word)
  }
  node.value ??= value
}

/**
 * Finds phrases among words, leftmost and longest first, without overlap. A phrase is words parted by spaces; `word*`
 * stands for all words with that beginning, `one|two` for either, `<name>` for a word of that class; `_` is a space
 * within an alternative. Fillers between
 * its words are passed over. A word costs a bounded number of steps, so a search is linear.
 */
export function phraseFinder(
  phrases: Iterable<[phrase: string, value: string]>,
  classes: Record<string, (word: string) => boolean> = {},
): FindPhrases {
  const root = newNode()
  for (const [phrase, value] of phrases) for (const pattern of expand(phrase)) insert(root, pattern, value)
  const members = Object.entries(classes)

  function longest(words: readonly Word[], at: number, node: Node, skips: number, filled?: string): Omit<Match, 'from'> | undefined {
    let best: Omit<Match, 'from'> | undefined = node.value === undefined ? undefined : { to: at, value: node.value, filled }
    const word = words[at]?.word
    if (word === undefined) return best
    const next: [Node, string | undefined][] = []
    const exact = node.words.get(word)
    if (exact) next.push([exact, filled])
    if (node.beginnings.size > 0) {
      for (let length = Math.min(word.length, 16); length > 1; length--) {
        const begun = node.beginnings.get(word.slice(0, length))
        if (begun) next.push([begun, filled])
      }
    }
    for (const [name, isMember] of members) {
      const of = node.classes.get(name)
      if (of && isMember(word)) next.push([of, word])
    }
    for (const [onward, kept] of next) {
      const found = longest(words, at + 1, onward, skips, kept)
      if (found && (!best || found.to > best.to)) best = found
    }
    if (node !== root && skips < mostFillers && fillers.has(word)) {
      const found = longest(words, at + 1, node, skips + 1, filled)
      // A phrase that is already whole does not reach over fillers unless more of it follows.
      if (found && found.to > at + 1 && (!best || found.to > best.to)) best = found
    }
    return best
  }

  return (words) => {
    const matches: Match[] = []
    for (let at = 0; at < words.length; ) {
      const found = longest(words, at, root, 0)
      if (found && found.to > at) {
        matches.push({ from: at, ...found })
        at = found.to
      } else at++
    }
    return matches
  }
}

/**
 * Rows of a word list beside this module: a value, a tab, and phrases parted by ", "; lines that begin with # are
 * remarks.
 */
export function readPhrases(file: string): [phrase: string, value: string][] {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .flatMap((line) => {
      const [value = '', phrases = ''] = line.split('\t')
      return phrases.split(',').flatMap((phrase): [string, string][] => (phrase.trim() === '' ? [] : [[phrase.trim(), value]]))
    })
}
