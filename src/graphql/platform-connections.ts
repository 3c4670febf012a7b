import { z } from 'zod'
import {
  createPlatformConnection,
  deactivatePlatformConnection,
  replacePlatformSecret,
  setPlatformApiKey,
} from '../domain/voice/platforms/connections.ts'
import { type PlatformProvider as Provider, platformProviders } from '../domain/voice/platforms/reader.ts'
import { askableProviders } from '../domain/voice/platforms/report-sources.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { toManageAccess } from './permissions.ts'

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
}))

const secret = text(500).nullish()
const secretDescription =
  'The secret with which the platform signs: the API key of Retell, the webhook secret of ElevenLabs or Bland, the auth token of Twilio. Not for Vapi, whose secret is made here.'
const createInput = z.object({ provider: z.enum(platformProviders), name: text(100), secret })
const replaceInput = z.object({ id: z.int().min(1).max(maxInt32), secret })
const apiKeyInput = z.object({ id: z.int().min(1).max(maxInt32), apiKey: text(500) })
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
