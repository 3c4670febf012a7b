import { foldName } from '../../../language/folding.ts'
import { baseIngredient } from '../../drugs/ingredient.ts'
import { drugNames } from '../../drugs/name-index.ts'
import { keyOf } from '../../drugs/name-key.ts'
import { ordinaryWords } from '../../drugs/ordinary-words.ts'
import { codeRows } from '../../drugs/tables.ts'

/** A drug's name or code where a text has it. */
export interface Mention {
  ingredient: string
  /** Null for a generic name or a code of no one product. */
  brand: string | null
  /** As it is written. */
  written: string
  start: number
  end: number
}

// Names of more words are chemistry that no policy is about.
const mostWords = 4
const connectives = new Set(['and', 'with', 'or'])
const beginning = 6
/** Every beginning of a name, up to so many letters: most words of a text are none and are passed over. */
const beginnings = new Set([...drugNames.keys()].flatMap((key) => Array.from({ length: beginning }, (_, at) => key.slice(0, at + 1))))
const codeShape = /^[a-z]\d{4}$/

/**
 * Every mention of a drug, by brand, generic name (with a biosimilar's suffix, too) or HCPCS code, in order. Only names that
 * are spelt right: a policy is written with care, and an everyday word taken for a drug would become its rule.
 */
export function drugMentions(text: string): Mention[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’®™]*/gu)].map((match) => ({
    word: /^[a-z\d]+$/i.test(match[0]) ? match[0].toLowerCase() : foldName(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const found: Mention[] = []
  for (let at = 0; at < words.length; ) {
    const { word } = words[at] ?? { word: '' }
    const length = beginnings.has(word.slice(0, beginning)) || codeShape.test(word) ? mentionAt(text, words, at, found) : 0
    const own = length === 0 ? ownNames.get(word) : undefined
    const { start = 0, end = 0 } = words[at] ?? {}
    if (own !== undefined) found.push({ ingredient: own, brand: null, written: text.slice(start, end), start, end })
    at += Math.max(1, length)
  }
  return found
}

let ownNames: ReadonlyMap<string, string> = new Map()

/** Reads one document with the names it has and no dictionary does: their keys by the word in lower case. */
export function withNames<Read>(names: ReadonlyMap<string, string>, read: () => Read): Read {
  ownNames = names
  try {
    return read()
  } finally {
    ownNames = new Map()
  }
}

interface Word {
  word: string
  start: number
  end: number
}

/** @returns how many words the mention has that was added; 0 for none */
function mentionAt(text: string, words: readonly Word[], at: number, found: Mention[]): number {
  for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
    const parts = words.slice(at, at + length)
    const [first, last] = [parts[0], parts.at(-1)]
    if (!first || !last) continue
    const written = text.slice(first.start, last.end)
    // A name does not go on over a comma, a bracket or the bar between two cells.
    if (length > 1 && !/^[\p{L}\p{N}'’®™./ -]+$/u.test(written)) continue
    const place = { written, start: first.start, end: last.end }
    const coded = length === 1 ? ofCode(first.word.toUpperCase()) : []
    if (coded.length > 0) {
      found.push(...coded.map((drug) => ({ ...drug, ...place })))
      return length
    }
    const bare = parts.map(({ word }) => word)
    if (ordinaryWords.has(bare.join(' ')) || bare.some((word) => connectives.has(word))) continue
    const drug = drugNames.get(keyOf(bare))
    if (!drug || drug.ingredient === '') continue
    const brand = /^\p{Lu}/u.test(drug.name) ? drug.name : null
    found.push({ ingredient: drug.ingredient, brand, ...place })
    return length
  }
  return 0
}

/** One code may stand for several drugs (J1815); only that of one named product is a product's (Q5103). */
const codes = new Map<string, Map<string, string | null>>()
for (const { code, ingredient, brands } of codeRows) {
  const drugs = codes.get(code) ?? new Map<string, string | null>()
  codes.set(code, drugs)
  drugs.set(baseIngredient(ingredient), /^Q5/.test(code) && brands.length === 1 ? (brands[0] ?? null) : null)
}

function ofCode(code: string): { ingredient: string; brand: string | null }[] {
  if (!/^[A-Z]\d{4}$/.test(code)) return []
  return [...(codes.get(code) ?? [])].map(([ingredient, brand]) => ({ ingredient, brand }))
}

/** One mention for each product: a generic name or code beside a brand of its own is the same product. */
export function distinct(mentions: readonly Mention[]): Mention[] {
  const brands = mentions.filter(({ brand }) => brand !== null)
  // "infliximab | infliximab-dyyb | Q5103": one product by three names.
  return mentions.filter(
    (one, index) =>
      mentions.findIndex((other) => other.ingredient === one.ingredient && other.brand === one.brand) === index &&
      (one.brand !== null || !brands.some(({ ingredient }) => ingredient === one.ingredient)),
  )
}
