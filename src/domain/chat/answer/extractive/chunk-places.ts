import { remembered } from '../../../../platform/remembered.ts'
import { passages as chunksOf } from '../../../documents/chunks.ts'
import type { RetrievedItem } from '../../chat.ts'
import type { Passage } from './passages.ts'
import { ofSections, textOf } from './section-text.ts'

const countWords = (text: string) => text.split(/\s+/u).filter((word) => word !== '').length

/** After how many words of a section's content each of its chunks ends. */
const chunkEnds = remembered(
  (item: RetrievedItem) => {
    const ends: number[] = []
    for (const chunk of chunksOf(item)) ends.push((ends.at(-1) ?? 0) + countWords(chunk))
    return ends
  },
  ofSections,
  textOf,
)

/** How similar the question is to the chunk in which each passage begins, as the search measured; null without vectors. */
export function similarities(item: RetrievedItem, passages: readonly Passage[]): (number | null)[] {
  const near = item.match?.chunks ?? []
  if (near.length === 0) return passages.map(() => null)
  if (near.length === 1) return passages.map(() => near[0] ?? null)
  const ends = chunkEnds(item)
  let [from, words] = [0, 0]
  return passages.map(({ parts }) => {
    // A heading among the parts stands not in the content.
    const start = Math.max(...parts.slice(-1).map((part) => item.content.indexOf(part, from)))
    if (start >= from) {
      words += countWords(item.content.slice(from, start))
      from = start
    }
    const at = ends.findIndex((end) => words < end)
    return near[at < 0 ? near.length - 1 : at] ?? near.at(-1) ?? null
  })
}
