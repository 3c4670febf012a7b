import { z } from 'zod'
import { chapterRules } from '../../domain/library/metadata.ts'
import { whereUnanswered } from '../../domain/library/search/unanswered-queries.ts'
import { addSource, refreshSource, removeSource } from '../../domain/library/sources.ts'
import type { LibraryStatus } from '../../domain/library/status.ts'
import { given } from '../../platform/database/conditions.ts'
import { builder } from '../builder.ts'
import { list, pagesOf } from '../lists.ts'
import { inputType, mutation } from '../mutation.ts'
import { toKeepLibrary, toReadLibraryState } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { ContentItemRef } from './content-item.ts'
import { addSourceInput, sourceFile, sourceOrigin } from './input.ts'

export const SourceState = builder.enumType('SourceState', {
  description: 'How far reading a source has come',
  values: {
    queued: { description: 'A job will read it' },
    ready: { description: 'Its items are searchable by words; by meaning once they are embedded' },
    failed: { description: 'The last attempt failed (`error`); items of an earlier version stay' },
  } as const,
})

const SkippedPart = builder.objectRef<{ place: string; reason: string }>('SkippedPart').implement({
  description: 'A part of a source that was left out',
  fields: (t) => ({
    place: t.exposeString('place', { description: 'For example `line 17`' }),
    reason: t.exposeString('reason', { description: 'Why it was left out' }),
  }),
})

const ContentSource = builder.prismaObject('ContentSource', {
  description: 'A page, file or list of prepared items that the library is made of',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    locator: t.exposeString('locator', { description: 'Its address, or the name of the file' }),
    format: t.exposeString('format', {
      nullable: true,
      description: 'One of html, pdf, vtt, srt, markdown, openfda and jsonl, once it is read',
    }),
    title: t.exposeString('title', { description: 'As it calls itself', nullable: true }),
    url: t.exposeString('url', { nullable: true, description: 'The canonical address' }),
    state: t.expose('state', { description: 'How far reading it has come', type: SourceState }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt failed' }),
    skipped: t.field({
      type: [SkippedPart],
      description: 'What was left out, and why',
      resolve: ({ skipped }) => skipped as { place: string; reason: string }[],
    }),
    itemCount: t.exposeInt('itemCount', { description: 'Sections that were read from it' }),
    createdAt: t.expose('createdAt', { description: 'When it was added', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed', type: 'DateTime' }),
  }),
})

const Chapter = inputType('ChapterInput', {
  description: 'A heading of a video',
  input: chapterRules,
  fields: { start: 'Seconds', title: 'As it calls itself' },
})

const SourceFile = inputType('SourceFileInput', {
  description: 'A file: HTML, PDF, WebVTT, SRT, Markdown, openFDA JSON or JSONL',
  input: sourceFile,
  fields: {
    name: 'The same name replaces what was added under it',
    content: 'Base64, at most 25 MiB',
    mediaType: 'For example text/html; found out where absent',
  },
})

const SourceOrigin = inputType('SourceOriginInput', {
  description: 'Where the content comes from',
  isOneOf: true,
  input: sourceOrigin,
  fields: {
    address: 'Of a page or file that the service fetches, by http or https; never one inside a private network',
    file: [SourceFile, 'The content itself'],
  },
})

const LibraryStatusRef = builder.objectRef<LibraryStatus>('LibraryStatus').implement({
  description: 'How far the library is read and embedded',
  fields: (t) => ({
    itemCount: t.exposeInt('itemCount', { description: 'Sections that were read from it' }),
    queuedSources: t.exposeInt('queuedSources', { description: 'Sources that wait to be read' }),
    pendingItems: t.exposeInt('pendingItems', { description: 'Items that the configured model has not embedded yet' }),
    model: t.exposeString('model', { nullable: true, description: 'The embedding model that searches use' }),
    configuredModel: t.exposeString('configuredModel', { description: 'The embedding model of the settings' }),
  }),
})

const UnansweredQuery = builder.prismaObject('SearchQuery', {
  name: 'UnansweredQuery',
  description: 'What people searched for and the library did not have',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What was searched for' }),
    asked: t.exposeInt('asked', { description: 'How many times' }),
    resultCount: t.exposeInt('resultCount', { description: 'Sections that were found the last time' }),
    bestRelevance: t.exposeFloat('bestRelevance', { description: '0 to 1' }),
    firstAskedAt: t.expose('firstAskedAt', { description: 'When it was first asked', type: 'DateTime' }),
    lastAskedAt: t.expose('lastAskedAt', { description: 'When it was last asked', type: 'DateTime' }),
  }),
})

const SourceFilter = builder.inputType('ContentSourceFilter', {
  description: 'Which sources; absent members keep all',
  fields: (t) => ({
    ids: t.intList({ description: 'One of these, by our numbers' }),
    states: t.field({ type: [SourceState], description: 'In one of these states' }),
    format: t.string({ description: 'Of this format' }),
  }),
})

list('contentSources', ContentSource, {
  authScopes: toReadLibraryState,
  description: 'Sources, in the order they were added',
  pages: pagesOf(ContentSource, 'A page of sources', 'A source of a page, with its place in the list'),
  filter: SourceFilter,
  where: ({ ids, states, ...exact }) => ({
    ...given(exact),
    ...(ids != null && { id: { in: ids } }),
    ...(states != null && { state: { in: states } }),
  }),
  orderBy: { id: 'asc' },
  one: { field: 'contentSource', description: 'A source by our number of it; null where there is none' },
})

list('unansweredQueries', UnansweredQuery, {
  authScopes: toReadLibraryState,
  description: 'What was searched for and not found, the most asked first',
  pages: pagesOf(UnansweredQuery, 'A page of unanswered queries', 'A query of a page, with its place in the list'),
  cursor: 'folded',
  where: () => whereUnanswered,
  orderBy: [{ asked: 'desc' }, { lastAskedAt: 'desc' }, { folded: 'asc' }],
})

builder.queryField('libraryStatus', (t) =>
  t.field({
    type: LibraryStatusRef,
    authScopes: toReadLibraryState,
    description: 'How far the library is read and embedded',
    resolve: (_root, _args, { library }) => library.status(),
  }),
)

const gives = { source: [ContentSource, 'The source as it now stands'] } as const

mutation('addSource', {
  authScopes: toKeepLibrary,
  description: 'Adds a source, or adds it again: what changed since changes in the library. A job reads it.',
  input: addSourceInput,
  fields: {
    from: [SourceOrigin, 'The address or the file'],
    title: 'As it is shown; taken from the document where absent',
    url: 'The public address to cite',
    videoId: 'Of a video whose words these are',
    videoDurationSeconds: 'How long the video is',
    thumbnailUrl: 'An image of the video',
    chapters: [[Chapter], 'Headings of a video'],
    requestKey,
  },
  gives,
  run: async ({ from: { address, file }, ...metadata }, { work }) => {
    if (address != null) return { source: await addSource(work, { locator: new URL(address).href, metadata }) }
    const bytes = new Uint8Array(Buffer.from(file?.content ?? '', 'base64'))
    return { source: await addSource(work, { locator: file?.name ?? '', bytes, mediaType: file?.mediaType, metadata }) }
  },
})

mutation('refreshSource', {
  authScopes: toKeepLibrary,
  description: 'Fetches an address again',
  input: z.object({ id: z.int() }),
  fields: { id: 'Our number of the record' },
  gives,
  run: async ({ id }, { work }) => ({ source: await refreshSource(work, id) }),
})

mutation('removeSource', {
  authScopes: toKeepLibrary,
  description: 'Removes a source with its items',
  input: z.object({ id: z.int() }),
  fields: { id: 'Our number of the record' },
  gives,
  run: async ({ id }, { work }) => ({ source: await removeSource(work, id) }),
})

builder.interfaceField(ContentItemRef, 'source', (t) =>
  t.prismaField({
    type: ContentSource,
    authScopes: toReadLibraryState,
    description: 'That source',
    // Prisma joins the lookups of one moment to one statement.
    resolve: (query, { sourceId }, _args, { work }) =>
      work.session.prisma.contentSource.findUniqueOrThrow({ ...query, where: { id: sourceId } }),
  }),
)
