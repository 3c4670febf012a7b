import { z } from 'zod'
import { chatInput, chatSessionInput, sessionTokenInput } from '../graphql/chat/input.ts'
import { contentId, contentListInput, searchInput, suggestionsInput } from '../graphql/library/input.ts'
import {
  CreateChatSessionDocument,
  ListContentDocument,
  ReadChatHistoryDocument,
  RetrieveContentDocument,
  SearchContentDocument,
  SendChatMessageDocument,
  StreamChatDocument,
  SuggestQueriesDocument,
} from './generated/documents.ts'
import { body, params } from './input.ts'
import type { RouteTable } from './route.ts'

/** docs/contract.md, Content and Chat. */
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
    entityTag: 'bytes',
    nullAbsentFields: true,
  })

  route.post('/widget/chat', {
    summary: 'Send chat message',
    document: SendChatMessageDocument,
    body: body(chatInput),
    variables: ({ body, requestKey }) => ({ input: { ...body, requestKey } }),
    reply: 'answer',
    fails: ['NOT_FOUND'],
    idempotent: 'argument',
    readsFirst: true,
  })

  route.stream('/widget/chat/stream', {
    summary: 'Streamed chat',
    document: StreamChatDocument,
    body: body(chatInput),
    variables: ({ body, requestKey }) => ({ ...body, requestKey }),
    reply: 'event',
    fails: ['NOT_FOUND'],
    events: { ChatResources: 'resources', ChatToken: 'token', ChatDone: 'done', ChatError: 'error' },
    idempotent: 'argument',
    readsFirst: true,
  })

  route.post('/widget/session', {
    summary: 'Create chat session',
    document: CreateChatSessionDocument,
    body: body(chatSessionInput),
    variables: ({ body }) => ({ input: body }),
    reply: 'session',
    status: 201,
    idempotent: 'whole',
  })

  route.get('/widget/history/:session_token', {
    summary: 'Conversation history',
    document: ReadChatHistoryDocument,
    path: params(z.object({ sessionToken: sessionTokenInput })),
    variables: ({ path }) => path,
    reply: 'history',
  })
}
