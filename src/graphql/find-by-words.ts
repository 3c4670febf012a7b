import type { PrismaModelTypes, PrismaObjectRef } from '@pothos/plugin-prisma'
import { z } from 'zod'
import { foldPhrase } from '../language/folding.ts'
import { inTimeRange } from '../platform/database/conditions.ts'
import type { ReadBack, WordsAsked } from '../platform/database/read-back.ts'
import type { Session } from '../platform/database/session.ts'
import { validate } from '../platform/validate.ts'
import { recordId, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { DateTimeRange } from './connections.ts'

// Searches by words in what was said, which is stored sealed: no index has it, so each reads back through the records.

const mostMatches = 50

const input = z.object({
  words: text(200).refine((words) => foldPhrase(words) !== '', 'must have a word'),
  limit: z.int().min(1).max(mostMatches),
  before: recordId.nullish(),
})

interface Match<Row> {
  record: Row
  excerpt: string
}

interface Declared<Model extends PrismaModelTypes, Row> {
  authScopes: object
  description: string
  /** What its types are named after. */
  name: string
  type: PrismaObjectRef<typeof builder.$inferSchemaTypes, Model, Row>
  find: (session: Session, asked: WordsAsked) => Promise<ReadBack<Match<Row>>>
}

/** Declares a search at the root by words in what was said. */
export function findByWords<Model extends PrismaModelTypes, Row>(
  field: string,
  { authScopes, description, name, type, find }: Declared<Model, Row>,
): void {
  const MatchRef = builder.objectRef<Match<Row>>(`${name}Match`).implement({
    description: 'A record in which all the words were said',
    fields: (t) => ({
      record: t.field({ type: type as never, description: 'The record', resolve: ({ record }) => record as never }),
      excerpt: t.exposeString('excerpt', { description: 'Where the most of them stand together, in about 40 words' }),
    }),
  })
  const Found = builder.objectRef<ReadBack<Match<Row>>>(`${name}Matches`).implement({
    description: 'What a search by words found, and how far back it read',
    fields: (t) => ({
      matches: t.field({
        type: [MatchRef],
        extensions: { pageSize: mostMatches },
        description: 'The newest first',
        resolve: ({ found }) => found,
      }),
      unread: t.exposeInt('unread', { description: 'How many of the records that were come by have a text that cannot be opened' }),
      readBackTo: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the last record that was read was created; null where there was none',
        resolve: ({ last }) => last?.createdAt,
      }),
      continueBefore: t.int({
        nullable: true,
        description: 'The next `before`; null where all were read',
        resolve: ({ last, isCutShort }) => (isCutShort ? last?.id : null),
      }),
    }),
  })
  builder.queryField(field, (t) =>
    t.field({
      type: Found,
      authScopes,
      description,
      args: {
        words: t.arg.string({ required: true, description: 'All of them must be there, in any form and order; at most 200 characters' }),
        created: t.arg({ type: DateTimeRange, description: 'Only of records that were created then' }),
        limit: t.arg.int({ required: true, defaultValue: 20, description: `1 to ${mostMatches}` }),
        before: t.arg.int({ description: 'Only records with a lower number, as `continueBefore` gives it' }),
      },
      resolve: (_root, { created, ...asked }, { work }) => {
        const { words, limit, before } = validate(input, asked)
        return find(work.session, { words, created: inTimeRange(created ?? {}), below: before ?? undefined, enough: limit })
      },
    }),
  )
}
