import type { ChatResource } from '../domain/chat/chat-event.ts'
import { builder } from './builder.ts'
import { SectionType } from './content-item.ts'

/** A section that an answer is from, with one type a kind of resource. */
export const ChatResourceRef = builder.interfaceRef<ChatResource>('ChatResource').implement({
  description: 'A section of the library that an answer used',
  fields: (t) => ({
    type: t.exposeString('type', { description: '`webpage` (PDFs too) or `video`' }),
    title: t.exposeString('title'),
  }),
  resolveType: ({ type }) => ({ webpage: 'WebResource', video: 'VideoResource' })[type],
})

type Kind<Type> = Extract<ChatResource, { type: Type }>

builder.objectType(builder.objectRef<Kind<'webpage'>>('WebResource'), {
  interfaces: [ChatResourceRef],
  fields: (t) => ({
    url: t.exposeString('url', { nullable: true, description: 'A PDF has the page in it: `#page=3`' }),
    sectionType: t.expose('sectionType', { type: SectionType }),
  }),
})

builder.objectType(builder.objectRef<Kind<'video'>>('VideoResource'), {
  interfaces: [ChatResourceRef],
  fields: (t) => ({
    videoId: t.exposeString('videoId', { nullable: true }),
    timestampSeconds: t.exposeInt('timestampSeconds', { nullable: true, description: 'Where to start it' }),
    timestampDisplay: t.exposeString('timestampDisplay', { nullable: true, description: 'For people: `2:05 - 3:10`' }),
  }),
})
