import { z } from 'zod'
import type { Section } from '../../domain/documents/section.ts'
import { type ComparedSection, compareVersions } from '../../domain/library/versions/compare-versions.ts'
import { retitleSource } from '../../domain/library/versions/retitle.ts'
import { reviewSteps, reviewVersion } from '../../domain/library/versions/review-version.ts'
import { text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg } from '../connections.ts'
import { mutation } from '../mutation.ts'
import { toKeepLibrary, toReadLibraryState } from '../permissions.ts'
import { SectionType } from './content-item.ts'
import { ContentSource, SkippedPart } from './content-source.ts'

export const SourceVersionState = builder.enumType('SourceVersionState', {
  description: 'What has become of a version of a source',
  values: {
    draft: { description: 'Visitors do not see it' },
    in_review: { description: 'Its author has handed it over' },
    approved: { description: 'It is published once its time comes' },
    published: { description: 'Visitors see it' },
    expired: { description: 'Visitors saw it until its time was over' },
    replaced: { description: 'A later version took its place' },
  } as const,
})

const SectionChange = builder.enumType('SectionChange', {
  description: 'How a section of a version differs from what visitors see now',
  values: {
    same: { description: 'Not at all' },
    added: { description: 'It is new' },
    changed: { description: 'It says something else under the same heading' },
    removed: { description: 'The version does not have it any more' },
  } as const,
})

const VersionSection = builder.objectRef<ComparedSection>('VersionSection').implement({
  description: 'A section of a version, beside what visitors see now',
  fields: (t) => ({
    change: t.expose('change', { type: SectionChange, description: 'How it differs' }),
    title: t.string({ description: 'As an answer cites it', resolve: ({ section }) => section.title }),
    header: t.string({ nullable: true, description: 'The heading that it stands under', resolve: ({ section }) => section.sectionHeader }),
    content: t.string({ description: 'The whole text', resolve: ({ section }) => section.content }),
    sectionType: t.field({ type: SectionType, description: 'What it is about', resolve: ({ section }) => section.sectionType }),
    page: t.int({ nullable: true, description: 'Of a PDF, from 1', resolve: ({ section }) => section.page }),
    before: t.string({
      nullable: true,
      description: 'Of a changed section: the text that visitors see now',
      resolve: ({ before }) => before?.content,
    }),
  }),
})

const Comparison = builder.objectRef<ComparedSection[]>('VersionComparison').implement({
  description: 'A version beside what visitors see of its source now',
  fields: (t) => ({
    added: t.int({ description: 'Sections that are new', resolve: countOf('added') }),
    changed: t.int({ description: 'Sections that say something else', resolve: countOf('changed') }),
    removed: t.int({ description: 'Sections that it does not have any more', resolve: countOf('removed') }),
    same: t.int({ description: 'Sections that stay as they are', resolve: countOf('same') }),
    sections: t.field({
      type: [VersionSection],
      description: 'In the order of the version; those that are removed come last',
      args: {
        limit: t.arg.int(limitArg(50)),
        offset: t.arg.int({ required: true, defaultValue: 0, description: 'How many to pass over' }),
        differing: t.arg.boolean({ description: 'True for only those that differ' }),
      },
      resolve: (compared, { offset, differing, ...args }) => {
        const start = Math.max(0, offset)
        return compared.filter(({ change }) => !differing || change !== 'same').slice(start, start + checkedLimit(args))
      },
    }),
  }),
})

function countOf(change: ComparedSection['change']) {
  return (compared: ComparedSection[]) => compared.filter((one) => one.change === change).length
}

const SourceVersion = builder.prismaObject('SourceVersion', {
  description: 'What a source said when it was read. Visitors see the one that is published.',
  // Without its sections, which may be megabytes.
  select: { id: true, sourceId: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    number: t.exposeInt('number', { description: 'Counted within its source, from 1' }),
    state: t.expose('state', { type: SourceVersionState, description: 'What has become of it' }),
    title: t.exposeString('title', { nullable: true, description: 'As it calls itself' }),
    url: t.exposeString('url', { nullable: true, description: 'The canonical address' }),
    sectionCount: t.exposeInt('sectionCount', { description: 'Sections that were read' }),
    skipped: t.field({
      type: [SkippedPart],
      description: 'What was left out, and why',
      select: { skipped: true },
      resolve: ({ skipped }) => skipped as { place: string; reason: string }[],
    }),
    publishFrom: t.expose('publishFrom', { type: 'DateTime', nullable: true, description: 'When visitors see it from' }),
    publishUntil: t.expose('publishUntil', { type: 'DateTime', nullable: true, description: 'Until when; null: for good' }),
    draftedBy: t.exposeString('draftedBy', { description: 'Who added it: `staff:12`, a key, or `service`' }),
    reviewedBy: t.exposeString('reviewedBy', { nullable: true, description: 'Who approved it, returned it or took it back' }),
    reviewNote: t.exposeString('reviewNote', { nullable: true, description: 'What had to change' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was read' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed' }),
    source: t.relation('source', { description: 'Whose version it is' }),
  }),
})

builder.prismaObjectField(ContentSource, 'versions', (t) =>
  t.relation('versions', {
    description: 'What it said each time that it was read, the latest first; earlier ones are not kept for ever',
    args: { limit: t.arg.int(limitArg(20)) },
    query: (args) => ({ orderBy: { number: 'desc' as const }, take: checkedLimit(args) }),
  }),
)

builder.queryFields((t) => ({
  sourceVersion: t.prismaField({
    type: SourceVersion,
    nullable: true,
    authScopes: toReadLibraryState,
    description: 'A version of a source by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.sourceVersion.findUnique({ ...query, where: { id } }),
  }),
  versionComparison: t.field({
    type: Comparison,
    nullable: true,
    authScopes: toReadLibraryState,
    description: 'A version beside what visitors see of its source now; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of the version' }) },
    resolve: async (_root, { id }, { work }) => {
      const { sourceVersion, contentItem } = work.session.prisma
      const version = await sourceVersion.findUnique({ where: { id } })
      if (!version) return null
      const shown = await contentItem.findMany({ where: { sourceId: version.sourceId }, orderBy: [{ position: 'asc' }, { key: 'asc' }] })
      return compareVersions(version.sections as unknown as Section[], shown)
    },
  }),
}))

const ReviewStep = builder.enumType('SourceReviewStep', {
  description: 'A step of a version towards visitors or back',
  values: {
    submit: { description: 'Its author hands a draft over for review' },
    return: { description: 'It has to change first (`note`)' },
    approve: { description: 'Visitors see it from `publishFrom` until `publishUntil`, which may be changed by approving it again' },
    withdraw: { description: 'Visitors do not see it any more' },
  } as const satisfies Record<(typeof reviewSteps)[number], object>,
})

mutation('reviewSourceVersion', {
  authScopes: toKeepLibrary,
  description: 'Takes a version of a source a step further',
  input: z.object({
    id: z.int(),
    step: z.enum(reviewSteps),
    publishFrom: z.date().nullish(),
    publishUntil: z.date().nullish(),
    note: text(2000).nullish(),
  }),
  fields: {
    id: 'Our number of the version',
    step: [ReviewStep, 'Which step'],
    publishFrom: 'When visitors see it from; at once where absent',
    publishUntil: 'Until when; for good where absent',
    note: 'What has to change, for its author',
  },
  gives: { version: [SourceVersion, 'The version as it now stands; a job publishes it'] },
  run: async ({ id, ...review }, { work, library }) => ({ version: await reviewVersion(work, id, review, library.isReviewed) }),
})

mutation('retitleSource', {
  authScopes: toKeepLibrary,
  description: 'Gives a source another title, which stays when it is read again',
  input: z.object({ id: z.int(), title: text(300) }),
  fields: { id: 'Our number of the source', title: 'As answers shall cite it' },
  gives: { source: [ContentSource, 'The source as it now stands'] },
  run: async ({ id, title }, { work, library }) => ({ source: await retitleSource(work, id, title, library.isReviewed) }),
})
