import { type ContentFilter, libraryOrder, whereContent } from '../../domain/library/content-list.ts'
import type { SearchResult } from '../../domain/library/search/search.ts'
import { suggest } from '../../domain/library/suggest/suggest.ts'
import { validate } from '../../platform/validate.ts'
import { maxInt32 } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { rateLimitKey } from '../context.ts'
import { toUseWidget } from '../permissions.ts'
import { ContentItemRef, SectionType, SourceType } from './content-item.ts'
import { contentId, contentListInput, searchInput, suggestionsInput } from './input.ts'
import { SearchResultRef } from './search-result.ts'

/** Pages with the widget, and staff who look at what the widget shows. */
const SearchResults = builder.objectRef<{ query: string; results: SearchResult[] }>('SearchResults').implement({
  description: 'The sections that answer a query',
  fields: (t) => ({
    results: t.expose('results', { type: [SearchResultRef], description: 'Best first' }),
    query: t.exposeString('query', { description: 'As it was asked' }),
    totalResults: t.int({ description: 'Results returned', resolve: ({ results }) => results.length }),
  }),
})

const Suggestions = builder.objectRef<{ suggestions: string[] }>('Suggestions').implement({
  description: 'Completions of a partial query',
  fields: (t) => ({ suggestions: t.exposeStringList('suggestions', { description: 'Best first, distinct' }) }),
})

interface PageRequest {
  filter: ContentFilter
  page: number
  perPage: number
}

const ContentPage = builder.objectRef<PageRequest & { total: number }>('ContentPage').implement({
  description: 'A page of the library by its number',
  fields: (t) => ({
    items: t.field({
      type: [ContentItemRef],
      description: 'In library order: by source, then by place in it',
      resolve: ({ filter, page, perPage }, _args, { work }) =>
        work.session.prisma.contentItem.findMany({
          where: whereContent(filter),
          orderBy: libraryOrder,
          take: perPage,
          skip: Math.min((page - 1) * perPage, maxInt32),
        }),
    }),
    total: t.exposeInt('total', { description: 'All that the filter keeps' }),
    page: t.exposeInt('page', { description: 'Its number, from 1' }),
    perPage: t.exposeInt('perPage', { description: 'As asked for' }),
    hasMore: t.boolean({ description: 'Whether a page follows', resolve: ({ total, page, perPage }) => page * perPage < total }),
  }),
})

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResults,
    authScopes: toUseWidget,
    description: 'The sections that best answer a query, by meaning and by words',
    extensions: { searchesByMeaning: true },
    args: {
      query: t.arg.string({ required: true, description: 'At most 1000 characters' }),
      sectionTypes: t.arg({ type: [SectionType], description: 'Only these; all, where absent or empty' }),
      limit: t.arg.int({ required: true, defaultValue: 5, description: '1 to 20' }),
    },
    resolve: async (_root, args, context) => {
      const { query, sectionTypes, limit } = validate(searchInput, args)
      const request = { query, sectionTypes: sectionTypes ?? [], limit, owner: rateLimitKey(context) }
      return { query, results: await context.library.search(request, context.visitor) }
    },
  }),
  suggestions: t.field({
    type: Suggestions,
    authScopes: toUseWidget,
    description: 'Completions of a partial query',
    args: {
      q: t.arg.string({ required: true, description: 'At least 2 characters' }),
      limit: t.arg.int({ required: true, defaultValue: 5, description: '1 to 50' }),
    },
    resolve: async (_root, args, { work }) => {
      const { q, limit } = validate(suggestionsInput, args)
      return { suggestions: await suggest(work.session, q, limit) }
    },
  }),
  contentItem: t.field({
    type: ContentItemRef,
    nullable: true,
    authScopes: toUseWidget,
    description: 'A section by its UUID; null where there is none',
    args: { id: t.arg.id({ required: true, description: 'UUID' }) },
    resolve: (_root, { id }, { work }) => work.session.prisma.contentItem.findUnique({ where: { id: validate(contentId, id) } }),
  }),
  contentItems: t.field({
    type: ContentPage,
    authScopes: toUseWidget,
    description: 'The library, page by page',
    args: {
      page: t.arg.int({ required: true, defaultValue: 1, description: 'Which page, from 1' }),
      perPage: t.arg.int({ required: true, defaultValue: 20, description: '1 to 100' }),
      sectionType: t.arg({ type: SectionType, description: 'Only sections about this' }),
      sourceType: t.arg({ type: SourceType, description: 'Only from this kind of source' }),
      sourceId: t.arg.int({ description: 'Only from this source' }),
    },
    resolve: async (_root, { sourceId, ...args }, { work }) => {
      const { page, perPage, ...types } = validate(contentListInput, args)
      const filter = { ...types, sourceId }
      return { filter, page, perPage, total: await work.session.prisma.contentItem.count({ where: whereContent(filter) }) }
    },
  }),
}))
