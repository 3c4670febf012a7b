import { builder } from '../builder.ts'

export const SourceState = builder.enumType('SourceState', {
  description: 'How far reading a source has come',
  values: {
    queued: { description: 'A job will read it' },
    ready: { description: 'Its items are searchable by words; by meaning once they are embedded' },
    failed: { description: 'The last attempt failed (`error`); items of an earlier version stay' },
  } as const,
})

export const SkippedPart = builder.objectRef<{ place: string; reason: string }>('SkippedPart').implement({
  description: 'A part of a source that was left out',
  fields: (t) => ({
    place: t.exposeString('place', { description: 'For example `line 17`' }),
    reason: t.exposeString('reason', { description: 'Why it was left out' }),
  }),
})

export const ContentSource = builder.prismaObject('ContentSource', {
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
    held: t.exposeBoolean('held', { description: 'What is read waits as a draft until somebody publishes it' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed', type: 'DateTime' }),
  }),
})
