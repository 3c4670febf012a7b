import type { ChatResource } from '../../domain/chat/chat-event.ts'
import { itemLike } from '../../domain/library/own-page.ts'
import { builder } from '../builder.ts'
import { SectionType } from '../library/content-item.ts'

/** A section that an answer is from, with one type a kind of resource. */
export const ChatResourceRef = builder.interfaceRef<ChatResource>('ChatResource').implement({
  description: 'A section of the library that an answer used',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`webpage` (PDFs too) or `video`' }),
    title: t.exposeString('title', { description: 'Of its page, file or video' }),
  }),
  resolveType: ({ type }) => ({ webpage: 'WebResource', video: 'VideoResource' })[type],
})

type Kind<Type> = Extract<ChatResource, { type: Type }>

builder.objectType(builder.objectRef<Kind<'webpage'>>('WebResource'), {
  description: 'A section of a web page or a PDF',
  interfaces: [ChatResourceRef],
  fields: (t) => ({
    url: t.string({
      description: 'Where to read it: its public address, of a PDF with the page in it (`#page=3`), else our own page of the section',
      resolve: async (resource, _args, { work, publicUrl }) =>
        resource.url ?? `${publicUrl}/content/${resource.itemId ?? (await itemLike(work.session, resource)) ?? 'removed'}`,
    }),
    sectionType: t.expose('sectionType', { description: 'What it is about', type: SectionType }),
  }),
})

builder.objectType(builder.objectRef<Kind<'video'>>('VideoResource'), {
  description: 'A section of a video',
  interfaces: [ChatResourceRef],
  fields: (t) => ({
    videoId: t.exposeString('videoId', { description: 'As its platform names the video', nullable: true }),
    timestampSeconds: t.exposeInt('timestampSeconds', { nullable: true, description: 'Where to start it' }),
    timestampDisplay: t.exposeString('timestampDisplay', { nullable: true, description: 'For people: `2:05 - 3:10`' }),
  }),
})
