import { type CalledNumber, numbersOf, startOfCall } from '../../domain/voice/platforms/connection-settings.ts'
import type { PlatformProvider as Provider, platformProviders } from '../../domain/voice/platforms/readers.ts'
import { builder, restOnly } from '../builder.ts'
import { list, pagesOf } from '../lists.ts'
import { asPlatform, toManageAccess } from '../permissions.ts'
import { connectionOf } from './connection-of.ts'

export const PlatformProvider = builder.enumType('PlatformProvider', {
  description: 'A voice platform whose own messages are understood',
  values: {
    vapi: { description: 'Vapi (vapi.ai)' },
    retell: { description: 'Retell AI (retellai.com)' },
    elevenlabs: { description: 'ElevenLabs Agents (elevenlabs.io)' },
    bland: { description: 'Bland (bland.ai)' },
    twilio: { description: 'Twilio Programmable Voice (twilio.com): calls, recordings and live transcriptions' },
  } as const satisfies Record<(typeof platformProviders)[number], object>,
})

const CalledNumberType = builder.objectRef<CalledNumber>('CalledNumber').implement({
  description: 'What an agent is told of a call to one of our numbers',
  fields: (t) => ({
    number: t.exposeString('number', { description: 'E.164' }),
    language: t.exposeString('language', { nullable: true, description: 'As the platform names it' }),
    program: t.exposeString('program', { nullable: true, description: 'The patient support program that answers there' }),
  }),
})

// Not named for its model: a type whose name ends with Connection is a page (Relay).
export const PlatformAccount = builder.prismaObject('PlatformConnection', {
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
      description: 'Whether reports that do not come are fetched: there is a key of its API',
      select: { provider: true, sealedApiKey: true },
      resolve: ({ provider, sealedApiKey }) => provider === 'retell' || sealedApiKey !== '',
    }),
    line: t.exposeString('line', {
      nullable: true,
      description: 'Its phone line: connections of one line tell of the same calls, each by its own id',
    }),
    agents: t.exposeStringList('agents', { description: "The platform's ids of the agents whose calls are listed" }),
    numbers: t.field({
      type: [CalledNumberType],
      description: 'What an agent is told as a call begins, by the number called',
      select: { numbers: true },
      resolve: numbersOf,
    }),
    listedUntil: t.expose('listedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Calls that began until then are listed; null before the first list',
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

list('platformConnections', PlatformAccount, {
  authScopes: toManageAccess,
  description: 'Accounts at voice platforms, by our number',
  pages: pagesOf(PlatformAccount, 'A page of accounts at voice platforms', 'An account of a page, with its place in the list'),
  orderBy: { id: 'asc' },
})

const StartOfCall = builder.objectRef<Omit<CalledNumber, 'number'>>('StartOfCall').implement({
  description: 'What an agent is told as a call begins',
  fields: (t) => ({
    language: t.exposeString('language', { nullable: true, description: 'As the platform names it' }),
    program: t.exposeString('program', { nullable: true, description: 'The patient support program' }),
  }),
})

builder.queryFields((t) => ({
  startOfCall: t.field({
    ...restOnly,
    type: StartOfCall,
    authScopes: asPlatform,
    description: 'What is set for the number that was called; nothing of a patient',
    args: { calledNumber: t.arg.string({ required: true }) },
    resolve: (_root, { calledNumber }, { work, caller }) => startOfCall(work.session, connectionOf(caller), calledNumber),
  }),
}))
