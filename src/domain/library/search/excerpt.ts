import { type Chunked, passages } from '../chunks.ts'

/** Contents up to this length are shown whole. */
const wholeLength = 700

/** The passage of an item that matched, with what stands beside it as far as there is room; whole where it is short. */
export function excerpt(item: Chunked, position: number | null): string {
  if (item.content.length <= wholeLength) return item.content
  const parts = passages(item)
  let from = Math.min(position ?? 0, parts.length - 1)
  let to = from
  const lengthOf = (start: number, end: number) => parts.slice(start, end + 1).join(' ').length
  while (to + 1 < parts.length && lengthOf(from, to + 1) <= wholeLength) to++
  while (from > 0 && lengthOf(from - 1, to) <= wholeLength) from--
  return `${from > 0 ? '… ' : ''}${parts.slice(from, to + 1).join(' ')}${to < parts.length - 1 ? ' …' : ''}`
}
