import type { SearchResult } from '../../domain/library/search/search.ts'
import { timestampDisplay } from '../../domain/library/timestamp-display.ts'
import { builder } from '../builder.ts'
import { ContentItemRef, SectionType, SourceType } from './content-item.ts'

/** A section that answers a query, flat, with one type a source type as `ContentItem` has. */
export const SearchResultRef = builder.interfaceRef<SearchResult>('SearchResult').implement({
  description: 'A section that answers a query',
  fields: (t) => ({
    id: t.id({
      description:
        'UUID of the section; one section has another excerpt and relevance in each search, so a cache must not key results by it',
      resolve: ({ item }) => item.id,
    }),
    title: t.string({ description: 'Title of its page, file or video', resolve: ({ item }) => item.title }),
    sectionHeader: t.string({ description: 'The heading that it stands under', nullable: true, resolve: ({ item }) => item.sectionHeader }),
    excerpt: t.string({ description: 'The passage that matched, with its surroundings', resolve: (result) => result.excerpt() }),
    sectionType: t.field({ description: 'What it is about', type: SectionType, resolve: ({ item }) => item.sectionType }),
    sourceType: t.field({ description: 'What kind of source it is from', type: SourceType, resolve: ({ item }) => item.sourceType }),
    sourceUrl: t.string({ description: 'The public address to cite', nullable: true, resolve: ({ item }) => item.sourceUrl }),
    relevanceScore: t.exposeFloat('relevance', { description: '0 to 1, comparable between queries' }),
    item: t.expose('item', { type: ContentItemRef, description: 'The whole section' }),
  }),
  resolveType: ({ item }) => ({ webpage: 'WebpageResult', pdf: 'PdfResult', video: 'VideoResult' })[item.sourceType],
})

builder.objectType(builder.objectRef<SearchResult>('WebpageResult'), {
  description: 'A section of a web page',
  interfaces: [SearchResultRef],
})

builder.objectType(builder.objectRef<SearchResult>('PdfResult'), {
  description: 'A section of a PDF',
  interfaces: [SearchResultRef],
  fields: (t) => ({
    page: t.int({ description: 'The page that the section begins on, from 1', nullable: true, resolve: ({ item }) => item.page }),
  }),
})

builder.objectType(builder.objectRef<SearchResult>('VideoResult'), {
  description: 'A section of a video',
  interfaces: [SearchResultRef],
  fields: (t) => ({
    videoId: t.string({ description: 'As its platform names the video', nullable: true, resolve: ({ item }) => item.videoId }),
    timestampStart: t.int({ nullable: true, description: 'Seconds', resolve: ({ item }) => item.timestampStart }),
    timestampDisplay: t.string({
      description: 'For people: `2:05 - 3:10`',
      nullable: true,
      resolve: ({ item }) => timestampDisplay(item.timestampStart, item.timestampEnd),
    }),
  }),
})
