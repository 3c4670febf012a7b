import type { sectionTypes, sourceTypes } from '../../domain/documents/section.ts'
import { timestampDisplay } from '../../domain/library/timestamp-display.ts'
import type { ContentItem } from '../../platform/database/generated/prisma/client.ts'
import { builder } from '../builder.ts'

export const SectionType = builder.enumType('SectionType', {
  description: 'What a section is about',
  values: {
    dosing: { description: 'How much to take, when and how' },
    side_effects: { description: 'What the medicine may do besides' },
    patient_support: { description: 'Help with costs, enrollment and daily life' },
    storage: { description: 'How to keep the medicine' },
    faq: { description: 'Anything else that is asked' },
  } as const satisfies Record<(typeof sectionTypes)[number], object>,
})
export const SourceType = builder.enumType('SourceType', {
  description: 'What kind of source a section is from',
  values: {
    webpage: { description: 'A web page' },
    pdf: { description: 'A PDF' },
    video: { description: 'The captions of a video' },
  } as const satisfies Record<(typeof sourceTypes)[number], object>,
})

/** A section of the library: an interface with one type a source type, so that a document asks each for what it has. */
export const ContentItemRef = builder.interfaceRef<ContentItem>('ContentItem').implement({
  description: 'A section of the library, about 200 words',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the section' }),
    title: t.exposeString('title', { description: 'Title of its page, file or video' }),
    sectionHeader: t.exposeString('sectionHeader', { description: 'The heading that it stands under', nullable: true }),
    content: t.exposeString('content', { description: 'The whole text, plain' }),
    sectionType: t.expose('sectionType', { description: 'What it is about', type: SectionType }),
    classifiedBy: t.exposeString('classifiedBy', { description: 'The rule that chose the section type' }),
    sourceType: t.expose('sourceType', { description: 'What kind of source it is from', type: SourceType }),
    sourceUrl: t.exposeString('sourceUrl', { nullable: true, description: 'The public address to cite' }),
    sourceId: t.exposeInt('sourceId', { description: 'The source that it is from' }),
    createdAt: t.expose('createdAt', { description: 'When it was added', type: 'DateTime' }),
  }),
  resolveType: ({ sourceType }) => ({ webpage: 'WebpageItem', pdf: 'PdfItem', video: 'VideoItem' })[sourceType],
})

builder.objectType(builder.objectRef<ContentItem>('WebpageItem'), { description: 'A section of a web page', interfaces: [ContentItemRef] })

builder.objectType(builder.objectRef<ContentItem>('PdfItem'), {
  description: 'A section of a PDF',
  interfaces: [ContentItemRef],
  fields: (t) => ({ page: t.exposeInt('page', { nullable: true, description: 'The page that the section begins on, from 1' }) }),
})

builder.objectType(builder.objectRef<ContentItem>('VideoItem'), {
  description: 'A section of a video',
  interfaces: [ContentItemRef],
  fields: (t) => ({
    videoId: t.exposeString('videoId', { description: 'As its platform names the video', nullable: true }),
    videoDurationSeconds: t.exposeInt('videoDurationSeconds', { description: 'Length of the whole video', nullable: true }),
    timestampStart: t.exposeInt('timestampStart', { nullable: true, description: 'Seconds' }),
    timestampEnd: t.exposeInt('timestampEnd', { nullable: true, description: 'Seconds' }),
    timestampDisplay: t.string({
      nullable: true,
      description: 'For people: `2:05 - 3:10`',
      resolve: ({ timestampStart, timestampEnd }) => timestampDisplay(timestampStart, timestampEnd),
    }),
    thumbnailUrl: t.exposeString('thumbnailUrl', { description: 'A picture of the video', nullable: true }),
  }),
})
