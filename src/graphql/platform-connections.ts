import { z } from 'zod'
import { phoneNumber } from '../domain/patients/fields.ts'
import { updatePlatformConnection } from '../domain/voice/platforms/connection-settings.ts'
import {
  createPlatformConnection,
  deactivatePlatformConnection,
  replacePlatformSecret,
  setPlatformApiKey,
} from '../domain/voice/platforms/connections.ts'
import { platformProviders } from '../domain/voice/platforms/readers.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { toManageAccess } from './permissions.ts'
import { PlatformAccount, PlatformProvider } from './platform-account.ts'

const secret = text(500).nullish()
const secretDescription =
  'The secret with which the platform signs: the API key of Retell, the webhook secret of ElevenLabs or Bland, the auth token of Twilio. Not for Vapi, whose secret is made here.'
const createInput = z.object({ provider: z.enum(platformProviders), name: text(100), secret })
const replaceInput = z.object({ id: z.int().min(1).max(maxInt32), secret })
const apiKeyInput = z.object({ id: z.int().min(1).max(maxInt32), apiKey: text(500) })
const settingsInput = z.object({
  id: z.int().min(1).max(maxInt32),
  line: text(100).nullish(),
  agents: z.array(text(255)).max(100).nullish(),
  numbers: z
    .array(z.object({ number: phoneNumber, language: text(35).nullish(), program: text(100).nullish() }))
    .max(100)
    .nullish(),
})
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

const CalledNumberInput = builder.inputType('CalledNumberInput', {
  description: 'What an agent is to be told of a call to one of our numbers',
  fields: (t) => ({
    number: t.string({ required: true, description: 'E.164' }),
    language: t.string({ description: 'As the platform names it, such as `es`' }),
    program: t.string({ description: 'The patient support program that answers there' }),
  }),
})

builder.relayMutationField(
  'updatePlatformConnection',
  {
    description: 'What is to change of a connection; absent members stay',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the connection' }),
      line: t.string({
        description: 'Its phone line, in any name: connections of one line tell of the same calls, each by its own id. Null for none.',
      }),
      agents: t.stringList({
        description: "The platform's ids of the agents that answer for you: their calls are listed, so that none goes untold",
      }),
      numbers: t.field({ type: [CalledNumberInput], description: 'What an agent is told as a call begins, by the number called' }),
    }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Changes what a connection is about. Its secrets have mutations of their own.',
    resolve: async (_root, { input }, { work }) => {
      const { id, line, agents, numbers } = validate(settingsInput, input)
      const settings = { line, agents: agents ?? undefined, numbers: numbers ?? undefined }
      return { connection: await updatePlatformConnection(work, id, settings) }
    },
  },
  {
    description: 'The connection that is changed',
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
