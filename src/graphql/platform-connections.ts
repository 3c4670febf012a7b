import { z } from 'zod'
import { connectionIdOf } from '../domain/access/caller.ts'
import {
  createPlatformConnection,
  deactivatePlatformConnection,
  replacePlatformSecret,
  setPlatformApiKey,
} from '../domain/voice/platforms/connections.ts'
import { keepPlatformMessage } from '../domain/voice/platforms/keep-message.ts'
import { type PlatformProvider as Provider, platformProviders } from '../domain/voice/platforms/reader.ts'
import { askableProviders } from '../domain/voice/platforms/report-sources.ts'
import { rereadMessages } from '../domain/voice/platforms/reread.ts'
import { given } from '../platform/database/conditions.ts'
import type { Prisma } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder, restOnly } from './builder.ts'
import { orderOf } from './connections.ts'
import { asPlatform, toManageAccess } from './permissions.ts'

const PlatformProvider = builder.enumType('PlatformProvider', {
  description: 'A voice platform whose own messages are understood',
  values: {
    vapi: { description: 'Vapi (vapi.ai)' },
    retell: { description: 'Retell AI (retellai.com)' },
    elevenlabs: { description: 'ElevenLabs Agents (elevenlabs.io)' },
    bland: { description: 'Bland (bland.ai)' },
    twilio: { description: 'Twilio Programmable Voice (twilio.com): calls, recordings and live transcriptions' },
  } as const satisfies Record<(typeof platformProviders)[number], object>,
})

const PlatformMessageState = builder.enumType('PlatformMessageState', {
  description: 'What became of a message of a voice platform',
  values: {
    received: { description: 'It is kept, and waits to be read' },
    read: { description: 'What it says is in its call' },
    ignored: { description: 'Nobody needs its kind; its words are not kept' },
    failed: { description: 'It is kept, and cannot be read' },
  } as const,
})

// Not named for its model: a type whose name ends with Connection is a page (Relay).
const PlatformAccount = builder.prismaObject('PlatformConnection', {
  name: 'PlatformAccount',
  description: 'An account at a voice platform that reports its calls here',
  select: { id: true, provider: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it; audit events say `connection:` and this number' }),
    provider: t.field({
      type: PlatformProvider,
      description: 'Whose messages it takes',
      resolve: ({ provider }) => provider as Provider,
    }),
    name: t.exposeString('name', { description: 'What staff call it' }),
    address: t.string({
      description: 'Where the platform sends its messages; without a host where nobody can tell it (PUBLIC_URL)',
      resolve: ({ id, provider }, _args, { publicUrl }) => `${publicUrl}/v1/providers/${provider}/${id}`,
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is in service; the address of another is unknown' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made' }),
    createdBy: t.exposeString('createdBy', { description: 'Who made it, as audit events name them' }),
    isAskable: t.boolean({
      description: 'Whether reports that do not come are fetched: the platform can be asked, and there is a key of its API',
      select: { provider: true, sealedApiKey: true },
      resolve: ({ provider, sealedApiKey }) => askableProviders.includes(provider) && (provider === 'retell' || sealedApiKey !== ''),
    }),
    received: t.relationCount('messages', { description: 'How many of its messages are in the inbox' }),
    failed: t.relationCount('messages', { where: { state: 'failed' }, description: 'How many of them cannot be read' }),
    recovered: t.relationCount('fetches', {
      where: { recoveredAt: { not: null } },
      description: 'How many reports did not come and were fetched',
    }),
    lastHeardAt: t.expose('lastHeardAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a message last came, to within some seconds; null before the first',
    }),
    lastError: t.exposeString('lastError', { nullable: true, description: 'What the last message that cannot be read had wrong' }),
    lastErrorAt: t.expose('lastErrorAt', { type: 'DateTime', nullable: true, description: 'When that was' }),
  }),
})

const PlatformAccountConnection = builder.connectionObject(
  { type: PlatformAccount, name: 'PlatformAccountConnection', description: 'A page of accounts at voice platforms' },
  { name: 'PlatformAccountEdge', description: 'An account of a page, with its place in the list' },
)

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

const PlatformMessageConnection = builder.connectionObject(
  { type: PlatformMessage, name: 'PlatformMessageConnection', description: 'A page of messages of voice platforms' },
  { name: 'PlatformMessageEdge', description: 'A message of a page, with its place in the list' },
)

const MessageFilter = builder.inputType('PlatformMessageFilter', {
  description: 'Which messages; absent members keep all',
  fields: (t) => ({
    connectionId: t.int({ description: 'Of this account' }),
    state: t.field({ type: PlatformMessageState, description: 'In this state' }),
    callId: t.string({ description: "Of this conversation, by the platform's id" }),
  }),
})

const messageOrder = orderOf('PlatformMessage', {
  RECEIVED_AT: { columns: ['receivedAt'], description: 'When it came' },
})

const whereMessage = (filter: typeof MessageFilter.$inferInput): Prisma.PlatformMessageWhereInput => given(filter)

builder.queryFields((t) => ({
  platformConnections: t.prismaConnection(
    {
      type: PlatformAccount,
      cursor: 'id',
      authScopes: toManageAccess,
      description: 'Accounts at voice platforms, by our number',
      totalCount: (_parent, _args, { work }) => work.session.prisma.platformConnection.count(),
      resolve: (query, _root, _args, { work }) => work.session.prisma.platformConnection.findMany({ ...query, orderBy: { id: 'asc' } }),
    },
    PlatformAccountConnection,
  ),
  platformMessages: t.prismaConnection(
    {
      type: PlatformMessage,
      cursor: 'id',
      authScopes: toManageAccess,
      description: 'What voice platforms sent, newest first unless ordered otherwise',
      args: {
        filter: t.arg({ type: MessageFilter, description: 'Which' }),
        orderBy: t.arg({ type: messageOrder.input, description: 'In which order' }),
      },
      totalCount: (_parent, { filter }, { work }) => work.session.prisma.platformMessage.count({ where: whereMessage(filter ?? {}) }),
      resolve: (query, _root, { filter, orderBy }, { work }) =>
        work.session.prisma.platformMessage.findMany({ ...query, where: whereMessage(filter ?? {}), orderBy: messageOrder.by(orderBy) }),
    },
    PlatformMessageConnection,
  ),
}))

const secret = text(500).nullish()
const secretDescription =
  'The secret with which the platform signs: the API key of Retell, the webhook secret of ElevenLabs or Bland, the auth token of Twilio. Not for Vapi, whose secret is made here.'
const createInput = z.object({ provider: z.enum(platformProviders), name: text(100), secret })
const replaceInput = z.object({ id: z.int().min(1).max(maxInt32), secret })
const apiKeyInput = z.object({ id: z.int().min(1).max(maxInt32), apiKey: text(500) })
const rereadInput = z.object({ connectionId: z.int().min(1).max(maxInt32).nullish() })
const connectionId = z.object({ id: z.int().min(1).max(maxInt32) })

builder.relayMutationField(
  'createPlatformConnection',
  {
    description: 'An account to be connected',
    inputFields: (t) => ({
      provider: t.field({ type: PlatformProvider, required: true, description: 'Whose messages it is to take' }),
      name: t.string({ required: true, description: 'What staff will call it' }),
      secret: t.string({ description: secretDescription }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Connects an account at a voice platform. Its secret is shown this once. In production it takes FIELD_ENCRYPTION_KEY.',
    resolve: (_root, { input }, { work, voice }) => createPlatformConnection(work, voice, validate(createInput, input)),
  },
  {
    description: 'The new connection, and its secret',
    outputFields: (t) => ({
      secret: t.string({
        nullable: true,
        description: 'What the platform sends as its bearer token. It is shown this once; null where the platform signs all it sends.',
        resolve: ({ secret }) => secret,
      }),
      platformConnection: t.field({
        type: PlatformAccount,
        description: 'The new connection',
        resolve: ({ connection }) => connection,
      }),
    }),
  },
)

builder.relayMutationField(
  'replacePlatformSecret',
  {
    description: 'Which connection',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the connection' }),
      secret: t.string({ description: secretDescription }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Gives it a new secret. The one until now stays valid until the next replacement.',
    resolve: (_root, { input }, { work, voice }) => replacePlatformSecret(work, voice, validate(replaceInput, input)),
  },
  {
    description: 'The connection, and its new secret',
    outputFields: (t) => ({
      secret: t.string({
        nullable: true,
        description:
          'What the platform sends as its bearer token from now on. It is shown this once; null where the platform signs all it sends.',
        resolve: ({ secret }) => secret,
      }),
      platformConnection: t.field({
        type: PlatformAccount,
        description: 'The connection that has it',
        resolve: ({ connection }) => connection,
      }),
    }),
  },
)

builder.relayMutationField(
  'setPlatformApiKey',
  {
    description: 'A key of the platform',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the connection' }),
      apiKey: t.string({ required: true, description: "A key of the platform's API that may read calls" }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Gives a connection a key with which reports that do not come are fetched. Retell has its own already: it signs with it.',
    resolve: async (_root, { input }, { work, voice }) => ({
      connection: await setPlatformApiKey(work, voice, validate(apiKeyInput, input)),
    }),
  },
  {
    description: 'The connection that has it',
    outputFields: (t) => ({
      platformConnection: t.field({ type: PlatformAccount, description: 'The connection', resolve: ({ connection }) => connection }),
    }),
  },
)

builder.relayMutationField(
  'deactivatePlatformConnection',
  {
    description: 'Which connection',
    inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of the connection' }) }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Takes a connection out of service for good: its address is unknown from now on, what it told stays',
    resolve: async (_root, { input }, { work }) => ({
      connection: await deactivatePlatformConnection(work, validate(connectionId, input).id),
    }),
  },
  {
    description: 'The connection that is out of service',
    outputFields: (t) => ({
      platformConnection: t.field({
        type: PlatformAccount,
        description: 'The connection as it now stands',
        resolve: ({ connection }) => connection,
      }),
    }),
  },
)

builder.relayMutationField(
  'rereadPlatformMessages',
  {
    description: 'Which messages that cannot be read',
    inputFields: (t) => ({ connectionId: t.int({ description: 'Those of this account; of all by default' }) }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description:
      'Has up to 1000 messages read that could not be, newest first: this version may understand them. The others stay as they are.',
    resolve: async (_root, { input }, { work }) => ({ count: await rereadMessages(work, validate(rereadInput, input).connectionId) }),
  },
  {
    description: 'What is read again',
    outputFields: (t) => ({
      count: t.int({ description: 'How many messages wait to be read now', resolve: ({ count }) => count }),
    }),
  },
)

builder.mutationFields((t) => ({
  keepPlatformMessage: t.field({
    ...restOnly,
    type: PlatformMessageState,
    authScopes: asPlatform,
    description: 'Keeps what a voice platform sent, before it is read; the same again changes nothing',
    args: { body: t.arg.string({ required: true }), tooLongBytes: t.arg.int(), sha256: t.arg.string() },
    resolve: async (_root, { body, tooLongBytes, sha256 }, { work, voice, caller }) => {
      const id = connectionIdOf(caller)
      if (id === undefined) throw new Failure('CONFLICT', 'Only an account at a voice platform may do that.')
      const tooLong = tooLongBytes != null && sha256 != null ? { bytes: tooLongBytes, sha256 } : null
      return keepPlatformMessage(work, voice.messages, id, { body, tooLong })
    },
  }),
}))
