import type { SearchResult } from '../domain/library/search/search.ts'
import { timestampDisplay } from '../domain/library/timestamp-display.ts'
import { builder } from './builder.ts'
import { ContentItemRef, SectionType, SourceType } from './content-item.ts'

/** A section that answers a query, flat, with one type a source type as `ContentItem` has. */
export const SearchResultRef = builder.interfaceRef<SearchResult>('SearchResult').implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ item }) => item.id }),
    title: t.string({ resolve: ({ item }) => item.title }),
    sectionHeader: t.string({ nullable: true, resolve: ({ item }) => item.sectionHeader }),
    excerpt: t.string({ description: 'The passage that matched, with its surroundings', resolve: (result) => result.excerpt() }),
    sectionType: t.field({ type: SectionType, resolve: ({ item }) => item.sectionType }),
    sourceType: t.field({ type: SourceType, resolve: ({ item }) => item.sourceType }),
    sourceUrl: t.string({ nullable: true, resolve: ({ item }) => item.sourceUrl }),
    relevanceScore: t.exposeFloat('relevance', { description: '0 to 1, comparable between queries' }),
    item: t.expose('item', { type: ContentItemRef, description: 'The whole section' }),
  }),
  resolveType: ({ item }) => ({ webpage: 'WebpageResult', pdf: 'PdfResult', video: 'VideoResult' })[item.sourceType],
})

builder.objectType(builder.objectRef<SearchResult>('WebpageResult'), { interfaces: [SearchResultRef] })

builder.objectType(builder.objectRef<SearchResult>('PdfResult'), {
  interfaces: [SearchResultRef],
  fields: (t) => ({ page: t.int({ nullable: true, resolve: ({ item }) => item.page }) }),
})

builder.objectType(builder.objectRef<SearchResult>('VideoResult'), {
  interfaces: [SearchResultRef],
  fields: (t) => ({
    videoId: t.string({ nullable: true, resolve: ({ item }) => item.videoId }),
    timestampStart: t.int({ nullable: true, description: 'Seconds', resolve: ({ item }) => item.timestampStart }),
    timestampDisplay: t.string({
      nullable: true,
      resolve: ({ item }) => timestampDisplay(item.timestampStart, item.timestampEnd),
    }),
  }),
})
