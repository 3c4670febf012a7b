import type { ContentItem } from '../../../platform/database/generated/prisma/client.ts'
import type { Ranked } from './rank.ts'

export type RankedItem = Ranked & { item: ContentItem }

/** A page or video: what its sections have in common. Sections without an address stand for themselves. */
const documentOf = ({ sourceUrl, videoId, id }: ContentItem) => videoId ?? sourceUrl ?? id

/** Another document's section is preferred only if it is nearly as good. */
const nearly = 0.9

/**
 * The results to show of those ranked, best first. Of one document no more than half, where others have sections
 * nearly as good: five pieces of one leaflet tell less than three, and two of another.
 */
export function choose(ranked: readonly RankedItem[], limit: number): RankedItem[] {
  const most = Math.max(1, Math.ceil(limit / 2))
  const counts = new Map<string, number>()
  const chosen: RankedItem[] = []
  const held: RankedItem[] = []
  for (const result of ranked) {
    const document = documentOf(result.item)
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    ;(count <= most ? chosen : held).push(result)
  }
  const shown = chosen.slice(0, limit)
  for (const result of held) {
    const last = shown.at(-1)
    if (shown.length < limit) shown.push(result)
    else if (last && last.score < result.score * nearly) shown.splice(-1, 1, result)
    shown.sort((one, two) => two.score - one.score)
  }
  return shown
}
