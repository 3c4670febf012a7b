import type { LocalAnswer } from './compose-answer.ts'

/** What of a section a citation needs. */
interface Citable {
  id: string
  /** Whole seconds into the video; null for pages. */
  timestampStart: number | null
}

/** A section that an answer is from, and for a video the second to start it at. */
export interface CitedResource<Item extends Citable> {
  item: Item
  second: number | null
}

/**
 * The sections that an answer used, in order of use, each once; none for an answer that was declined. A video starts where its
 * section does: sections keep no times of their own sentences, and a guess within one could start it too late.
 */
export function citedResources<Item extends Citable>({ used, answered }: LocalAnswer, items: readonly Item[]): CitedResource<Item>[] {
  if (!answered) return []
  const ids = new Set(used.map(({ itemId }) => itemId))
  return [...ids].flatMap((id) => {
    const item = items.find((candidate) => candidate.id === id)
    return item ? [{ item, second: item.timestampStart }] : []
  })
}
