import type { ContentItem } from '../../platform/database/generated/prisma/client.ts'
import { timestampDisplay } from '../library/timestamp-display.ts'
import type { RetrievedItem } from './chat.ts'
import type { ChatResource } from './chat-event.ts'

/** A retrieved section with the fields that a citation needs. */
export type CitableItem = RetrievedItem &
  Pick<ContentItem, 'sourceType' | 'sourceUrl' | 'page' | 'videoId' | 'timestampStart' | 'timestampEnd'>

/** An item as a resource. A PDF is a web page whose address ends in `#page=` (docs/contract.md, Resources). */
function resourceOf(item: CitableItem): ChatResource {
  const { id, title, sectionType, sourceType, sourceUrl, page, videoId, timestampStart, timestampEnd } = item
  if (sourceType === 'video') {
    const display = timestampDisplay(timestampStart, timestampEnd)
    return { type: 'video', title, videoId, timestampSeconds: timestampStart, timestampDisplay: display }
  }
  const url = sourceType === 'pdf' && sourceUrl !== null && page !== null ? `${sourceUrl}#page=${page}` : sourceUrl
  return { type: 'webpage', title, url, ...(url === null && { itemId: id }), sectionType }
}

/** The resources of items, each address only once; of a document without one the section that is cited first. */
export function resourcesOf(items: readonly CitableItem[]): ChatResource[] {
  const found = items.map(resourceOf)
  const keys = found.map((resource) =>
    resource.type === 'video' ? `${resource.videoId}@${resource.timestampSeconds}` : (resource.url ?? resource.title),
  )
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
