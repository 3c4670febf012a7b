import { z } from 'zod'
import { contentId, contentListInput, searchInput, suggestionsInput } from '../graphql/library-input.ts'
import { ListContentDocument, RetrieveContentDocument, SearchContentDocument, SuggestQueriesDocument } from './generated/documents.ts'
import { body, params } from './input.ts'
import type { RouteTable } from './route.ts'

/** SPEC.md, Endpoints: Widget. */
export function widgetRoutes(route: RouteTable): void {
  route.post('/widget/search', {
    summary: 'Semantic search',
    document: SearchContentDocument,
    body: body(searchInput),
    variables: ({ body }) => body,
    reply: 'found',
  })

  route.get('/widget/suggestions', {
    summary: 'Autocomplete',
    document: SuggestQueriesDocument,
    query: params(suggestionsInput),
    variables: ({ query }) => query,
    reply: 'found',
  })

  route.get('/widget/content', {
    summary: 'List content',
    document: ListContentDocument,
    query: params(contentListInput),
    variables: ({ query }) => query,
    reply: 'list',
  })

  route.get('/widget/content/:content_id', {
    summary: 'Retrieve content item',
    document: RetrieveContentDocument,
    path: params(z.object({ contentId })),
    variables: ({ path }) => ({ id: path.contentId }),
    reply: 'item',
    completed: true,
  })
}
