import { type Medication, medication } from './drug-of.ts'
import { fold } from './fold-name.ts'
import { routeOf } from './forms.ts'
import { type DrugName, drugNames } from './name-index.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { soundAlike } from './sound-alike.ts'

// Words that a name has at most; names of more are chemistry that nobody says.
const mostWords = 4
const connectives = new Set(['and', 'with'])
const unit = /^(?:\d.*|mg|mcg|ml|units?|milligrams?|micrograms?)$/

/**
 * The medicines that a text mentions, each name once, in order of mention. Works on what speech recognition writes
 * (lower case, names cut in two, near misspellings) and leaves alone brand names that are everyday words.
 */
export function findMedications(text: string): Medication[] {
  const words = fold(text).match(/\d+\.\d+|[\p{L}\p{N}]+|[,;.!?()\n]/gu) ?? []
  const meant = new Map<string, DrugName | undefined>()
  const found = new Map<string, Medication>()
  for (let at = 0; at < words.length; ) {
    const { drug, length } = nameAt(words, at, meant)
    if (drug && !found.has(drug.name)) found.set(drug.name, medication(drug, routeAfter(words, at + length)))
    at += length
  }
  return [...found.values()]
}

/** @param meant misspelt words that were looked up already */
function nameAt(words: readonly string[], at: number, meant: Map<string, DrugName | undefined>): { drug?: DrugName; length: number } {
  const first = words[at] ?? ''
  for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
    const parts = words.slice(at, at + length)
    const drug = drugNames.get(parts.join(''))
    if (drug && drug.ingredient !== '' && isSaid(parts)) return { drug, length }
  }
  if (first.length < 6) return { length: 1 }
  if (!meant.has(first)) meant.set(first, drugNames.has(first) ? undefined : soundAlike(first))
  return { drug: meant.get(first), length: 1 }
}

function isSaid(parts: readonly string[]): boolean {
  return !ordinaryWords.has(parts.join(' ')) && !parts.some((part) => connectives.has(part))
}

/** Words right behind a name that tell how it is given, and how much: "prednisone 2.5 mg tablets". */
function routeAfter(words: readonly string[], start: number): string[] {
  const next = words.slice(start, start + 5)
  const end = next.findIndex((word) => routeOf(word) === undefined && !unit.test(word))
  return end < 0 ? next : next.slice(0, end)
}
