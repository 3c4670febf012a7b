import { searchWords } from '../../../language/folding.ts'
import { type Chunked, passages } from '../../documents/chunks.ts'

/** The longest excerpt, in characters. Shorter contents are shown whole. */
const maxLength = 700

/**
 * The passage of an item that matched, extended by its neighbours up to the maximum length; a short item is shown whole.
 * @param position the matching passage; null if the item was found by words alone: then the passage with the most of them
 */
export function excerpt(item: Chunked, position: number | null, query: string): string {
  if (item.content.length <= maxLength) return item.content
  const parts = passages(item)
  let from = Math.min(position ?? withMostWords(parts, query), parts.length - 1)
  let to = from
  const lengthOf = (start: number, end: number) => parts.slice(start, end + 1).join(' ').length
  while (to + 1 < parts.length && lengthOf(from, to + 1) <= maxLength) to++
  while (from > 0 && lengthOf(from - 1, to) <= maxLength) from--
  return `${from > 0 ? '… ' : ''}${parts.slice(from, to + 1).join(' ')}${to < parts.length - 1 ? ' …' : ''}`
}

function withMostWords(parts: readonly string[], query: string): number {
  const words = new Set(searchWords(query))
  const counts = parts.map((part) => new Set(searchWords(part).filter((word) => words.has(word))).size)
  return counts.indexOf(Math.max(...counts))
}
