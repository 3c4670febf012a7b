import { z } from 'zod'
import { keepPlatformMessage } from '../../domain/voice/platforms/keep-message.ts'
import { rereadMessages } from '../../domain/voice/platforms/reread.ts'
import { given } from '../../platform/database/conditions.ts'
import { recordId } from '../../platform/values.ts'
import { builder, restOnly } from '../builder.ts'
import { list, pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { asPlatform, toManageAccess } from '../permissions.ts'
import { connectionOf } from './connection-of.ts'

const PlatformMessageState = builder.enumType('PlatformMessageState', {
  description: 'What became of a message of a voice platform',
  values: {
    received: { description: 'It is kept, and waits to be read' },
    read: { description: 'What it says is in its call' },
    ignored: { description: 'Nobody needs its kind; its words are not kept' },
    failed: { description: 'It is kept, and cannot be read' },
  } as const,
})

const PlatformMessage = builder.prismaObject('PlatformMessage', {
  description: 'Something that a voice platform sent, without its words',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    connection: t.relation('connection', { description: 'The account that sent it' }),
    kind: t.exposeString('kind', { description: "The platform's own word for what it is; empty where it names none" }),
    callId: t.exposeString('callId', { nullable: true, description: "The platform's id of the conversation, where it names one" }),
    state: t.expose('state', { type: PlatformMessageState, description: 'What became of it' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it cannot be read; null while nothing says so' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it came' }),
    readAt: t.expose('readAt', { type: 'DateTime', nullable: true, description: 'When it was read, or given up; null before' }),
  }),
})

const MessageFilter = builder.inputType('PlatformMessageFilter', {
  description: 'Which messages; absent members keep all',
  fields: (t) => ({
    connectionId: t.int({ description: 'Of this account' }),
    state: t.field({ type: PlatformMessageState, description: 'In this state' }),
    callId: t.string({ description: "Of this conversation, by the platform's id" }),
  }),
})

list('platformMessages', PlatformMessage, {
  authScopes: toManageAccess,
  description: 'What voice platforms sent, newest first unless ordered otherwise',
  pages: pagesOf(PlatformMessage, 'A page of messages of voice platforms', 'A message of a page, with its place in the list'),
  filter: MessageFilter,
  where: given,
  orders: { RECEIVED_AT: { columns: ['receivedAt'], description: 'When it came' } },
})

mutation('rereadPlatformMessages', {
  authScopes: toManageAccess,
  description:
    'Has up to 1000 messages read that could not be, newest first: this version may understand them. The others stay as they are.',
  takes: 'Which messages that cannot be read',
  input: z.object({ connectionId: recordId.nullish() }),
  fields: { connectionId: 'Those of this account; of all by default' },
  result: 'What is read again',
  gives: { count: ['Int', 'How many messages wait to be read now'] },
  run: async ({ connectionId }, { work }) => ({ count: await rereadMessages(work, connectionId) }),
})

builder.mutationFields((t) => ({
  keepPlatformMessage: t.field({
    ...restOnly,
    type: PlatformMessageState,
    authScopes: asPlatform,
    description: 'Keeps what a voice platform sent, before it is read; the same again changes nothing',
    args: { body: t.arg.string({ required: true }), tooLongBytes: t.arg.int(), sha256: t.arg.string() },
    resolve: async (_root, { body, tooLongBytes, sha256 }, { work, voice, caller }) => {
      const id = connectionOf(caller)
      const tooLong = tooLongBytes != null && sha256 != null ? { bytes: tooLongBytes, sha256 } : null
      return keepPlatformMessage(work, voice.messages, id, { body, tooLong })
    },
  }),
}))
