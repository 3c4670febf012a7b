import { queryFromInfo } from '@pothos/plugin-prisma'
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
import { ContentSource, SourceState } from './content-source.ts'
import { addSourceInput, sourceFile, sourceOrigin } from './input.ts'
import { SourceVersionState } from './source-versions.ts'

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

const LibraryStatusRef = builder.objectRef<LibraryStatus & { isReviewed: boolean }>('LibraryStatus').implement({
  description: 'How far the library is read and embedded',
  fields: (t) => ({
    itemCount: t.exposeInt('itemCount', { description: 'Sections that were read from it' }),
    queuedSources: t.exposeInt('queuedSources', { description: 'Sources that wait to be read' }),
    pendingItems: t.exposeInt('pendingItems', { description: 'Items that the configured model has not embedded yet' }),
    model: t.exposeString('model', { nullable: true, description: 'The embedding model that searches use' }),
    configuredModel: t.exposeString('configuredModel', { description: 'The embedding model of the settings' }),
    isReviewed: t.exposeBoolean('isReviewed', {
      description: 'Whether all that is read waits as a draft, and somebody else than its author publishes it',
    }),
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
    versionStates: t.field({ type: [SourceVersionState], description: 'With a version in one of these states' }),
  }),
})

list('contentSources', ContentSource, {
  authScopes: toReadLibraryState,
  description: 'Sources, in the order they were added',
  pages: pagesOf(ContentSource, 'A page of sources', 'A source of a page, with its place in the list'),
  filter: SourceFilter,
  where: ({ ids, states, versionStates, ...exact }) => ({
    ...given(exact),
    ...(ids != null && { id: { in: ids } }),
    ...(states != null && { state: { in: states } }),
    ...(versionStates != null && { versions: { some: { state: { in: versionStates } } } }),
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
    resolve: async (_root, _args, { library }) => ({ ...(await library.status()), isReviewed: library.isReviewed }),
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
    draft: 'Whether what is read waits to be published, from now on; as before where absent',
    requestKey,
  },
  gives,
  run: async ({ from: { address, file }, draft, ...metadata }, { work }) => {
    if (address != null) return { source: await addSource(work, { locator: new URL(address).href, metadata, draft }) }
    const bytes = new Uint8Array(Buffer.from(file?.content ?? '', 'base64'))
    return { source: await addSource(work, { locator: file?.name ?? '', bytes, mediaType: file?.mediaType, metadata, draft }) }
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
  run: async ({ id }, context, info) => {
    const { work } = context
    // Read first: once it is removed, the selected fields cannot be loaded.
    const query = queryFromInfo({ context, info, typeName: 'ContentSource', path: ['source'] })
    const selected = await work.session.prisma.contentSource.findUnique({ ...query, where: { id } })
    return { source: { ...(await removeSource(work, id)), ...selected } }
  },
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
