import { sectionTypes, sourceTypes } from '../domain/documents/section.ts'
import { timestampDisplay } from '../domain/library/timestamp-display.ts'
import type { ContentItem } from '../platform/database/generated/prisma/client.ts'
import { builder } from './builder.ts'

export const SectionType = builder.enumType('SectionType', { values: sectionTypes, description: 'What a section is about' })
export const SourceType = builder.enumType('SourceType', { values: sourceTypes })

/** A section of the library: an interface with one type a source type, so that a document asks each for what it has. */
export const ContentItemRef = builder.interfaceRef<ContentItem>('ContentItem').implement({
  description: 'A section of the library, about 200 words',
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    sectionHeader: t.exposeString('sectionHeader', { nullable: true }),
    content: t.exposeString('content', { description: 'The whole text, plain' }),
    sectionType: t.expose('sectionType', { type: SectionType }),
    classifiedBy: t.exposeString('classifiedBy', { description: 'The rule that chose the section type' }),
    sourceType: t.expose('sourceType', { type: SourceType }),
    sourceUrl: t.exposeString('sourceUrl', { nullable: true, description: 'The public address to cite' }),
    sourceId: t.exposeInt('sourceId'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
  resolveType: ({ sourceType }) => ({ webpage: 'WebpageItem', pdf: 'PdfItem', video: 'VideoItem' })[sourceType],
})

builder.objectType(builder.objectRef<ContentItem>('WebpageItem'), { interfaces: [ContentItemRef] })

builder.objectType(builder.objectRef<ContentItem>('PdfItem'), {
  interfaces: [ContentItemRef],
  fields: (t) => ({ page: t.exposeInt('page', { nullable: true, description: 'The page that the section begins on, from 1' }) }),
})

builder.objectType(builder.objectRef<ContentItem>('VideoItem'), {
  interfaces: [ContentItemRef],
  fields: (t) => ({
    videoId: t.exposeString('videoId', { nullable: true }),
    videoDurationSeconds: t.exposeInt('videoDurationSeconds', { nullable: true }),
    timestampStart: t.exposeInt('timestampStart', { nullable: true, description: 'Seconds' }),
    timestampEnd: t.exposeInt('timestampEnd', { nullable: true, description: 'Seconds' }),
    timestampDisplay: t.string({
      nullable: true,
      description: 'For people: `2:05 - 3:10`',
      resolve: ({ timestampStart, timestampEnd }) => timestampDisplay(timestampStart, timestampEnd),
    }),
    thumbnailUrl: t.exposeString('thumbnailUrl', { nullable: true }),
  }),
})
