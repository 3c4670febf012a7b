import { z } from 'zod'
import { phoneNumber } from '../../domain/patients/fields.ts'
import { updatePlatformConnection } from '../../domain/voice/platforms/connection-settings.ts'
import {
  createPlatformConnection,
  deactivatePlatformConnection,
  replacePlatformSecret,
  setPlatformApiKey,
} from '../../domain/voice/platforms/connections.ts'
import { platformProviders } from '../../domain/voice/platforms/readers.ts'
import { recordId, text } from '../../platform/values.ts'
import { inputType, mutation, nullable } from '../mutation.ts'
import { toManageAccess } from '../permissions.ts'
import { PlatformAccount, PlatformProvider } from './account.ts'

const idDescription = 'Our number of the connection'
const secret = text(500).nullish()
const secretDescription =
  'The secret with which the platform signs: the API key of Retell, the webhook secret of ElevenLabs or Bland, the auth token of Twilio. Not for Vapi, whose secret is made here.'

mutation('createPlatformConnection', {
  authScopes: toManageAccess,
  description:
    'Connects an account at a voice platform. Its secret is shown once, and again to a repetition under the same request key. In production it takes FIELD_ENCRYPTION_KEY.',
  takes: 'An account to be connected',
  input: z.object({ provider: z.enum(platformProviders), name: text(100), secret }),
  fields: {
    provider: [PlatformProvider, 'Whose messages it is to take'],
    name: 'What staff will call it',
    secret: secretDescription,
  },
  result: 'The new connection, and its secret',
  gives: {
    secret: [
      'String',
      'What the platform sends as its bearer token. It is shown once, and again to a repetition under the same request key; null where the platform signs all it sends.',
      nullable,
    ],
    platformConnection: [PlatformAccount, 'The new connection'],
  },
  run: async (input, { work, voice }) => {
    const { connection, secret } = await createPlatformConnection(work, voice, input)
    return { secret, platformConnection: connection }
  },
})

mutation('replacePlatformSecret', {
  authScopes: toManageAccess,
  description: 'Gives it a new secret. The one until now stays valid until the next replacement.',
  takes: 'Which connection',
  input: z.object({ id: recordId, secret }),
  fields: { id: idDescription, secret: secretDescription },
  result: 'The connection, and its new secret',
  gives: {
    secret: [
      'String',
      'What the platform sends as its bearer token from now on. It is shown once, and again to a repetition under the same request key; null where the platform signs all it sends.',
      nullable,
    ],
    platformConnection: [PlatformAccount, 'The connection that has it'],
  },
  run: async (input, { work, voice }) => {
    const { connection, secret } = await replacePlatformSecret(work, voice, input)
    return { secret, platformConnection: connection }
  },
})

mutation('setPlatformApiKey', {
  authScopes: toManageAccess,
  description: 'Gives a connection a key with which reports that do not come are fetched. Retell has its own already: it signs with it.',
  takes: 'A key of the platform',
  input: z.object({ id: recordId, apiKey: text(500) }),
  fields: { id: idDescription, apiKey: "A key of the platform's API that may read calls" },
  result: 'The connection that has it',
  gives: { platformConnection: [PlatformAccount, 'The connection'] },
  run: async (input, { work, voice }) => ({ platformConnection: await setPlatformApiKey(work, voice, input) }),
})

const calledNumber = z.object({ number: phoneNumber, language: text(35).nullish(), program: text(100).nullish() })
const CalledNumberInput = inputType('CalledNumberInput', {
  description: 'What an agent is to be told of a call to one of our numbers',
  input: calledNumber,
  fields: {
    number: 'E.164',
    language: 'As the platform names it, such as `es`',
    program: 'The patient support program that answers there',
  },
})

mutation('updatePlatformConnection', {
  authScopes: toManageAccess,
  description: 'Changes what a connection is about. Its secrets have mutations of their own.',
  takes: 'What is to change of a connection; absent members stay',
  input: z.object({
    id: recordId,
    line: text(100).nullish(),
    agents: z.array(text(255)).max(100).nullish(),
    numbers: z.array(calledNumber).max(100).nullish(),
  }),
  fields: {
    id: idDescription,
    line: 'Its phone line, in any name: connections of one line tell of the same calls, each by its own id. Null for none.',
    agents: "The platform's ids of the agents that answer for you: their calls are listed, so that none goes untold",
    numbers: [[CalledNumberInput], 'What an agent is told as a call begins, by the number called'],
  },
  result: 'The connection that is changed',
  gives: { platformConnection: [PlatformAccount, 'The connection'] },
  run: async ({ id, line, agents, numbers }, { work }) => {
    const settings = { line, agents: agents ?? undefined, numbers: numbers ?? undefined }
    return { platformConnection: await updatePlatformConnection(work, id, settings) }
  },
})

mutation('deactivatePlatformConnection', {
  authScopes: toManageAccess,
  description: 'Takes a connection out of service for good: its address is unknown from now on, what it told stays',
  takes: 'Which connection',
  input: z.object({ id: recordId }),
  fields: { id: idDescription },
  result: 'The connection that is out of service',
  gives: { platformConnection: [PlatformAccount, 'The connection as it now stands'] },
  run: async ({ id }, { work }) => ({ platformConnection: await deactivatePlatformConnection(work, id) }),
})
