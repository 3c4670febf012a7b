import type { ContentItem } from '../../../platform/database/generated/prisma/client.ts'
import type { RankedCandidate } from './rank.ts'

export type RankedItem = RankedCandidate & { item: ContentItem }

/** Identifies the page or video that a section belongs to. A section without an address is a document of its own. */
const documentOf = ({ sourceUrl, videoId, id }: ContentItem) => videoId ?? sourceUrl ?? id

/** Another document's section is preferred only if its score is at least this share of the held-back one's. */
const nearlyAsGood = 0.9

/**
 * Chooses the results to show, best first. One document gets at most half of them if others have sections nearly as good: three
 * sections of one leaflet and two of another are worth more than five of the first.
 */
export function choose(ranked: readonly RankedItem[], limit: number): RankedItem[] {
  const maxPerDocument = Math.max(1, Math.ceil(limit / 2))
  const counts = new Map<string, number>()
  const chosen: RankedItem[] = []
  const heldBack: RankedItem[] = []
  for (const result of ranked) {
    const document = documentOf(result.item)
    const count = (counts.get(document) ?? 0) + 1
    counts.set(document, count)
    ;(count <= maxPerDocument ? chosen : heldBack).push(result)
  }
  const shown = chosen.slice(0, limit)
  for (const result of heldBack) {
    const last = shown.at(-1)
    if (shown.length < limit) shown.push(result)
    else if (last && last.score < result.score * nearlyAsGood) shown.splice(-1, 1, result)
    shown.sort((one, two) => two.score - one.score)
  }
  return shown
}
