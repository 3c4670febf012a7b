import { z } from 'zod'
import { createApiKey, revokeApiKey } from '../domain/access/api-keys.ts'
import { type Caller, type Scope as ScopeName, scopes } from '../domain/access/caller.ts'
import { validate } from '../platform/validate.ts'
import { maxInt32, offsetPage, text } from '../platform/values.ts'
import { builder } from './builder.ts'
import { toAsk, toManageAccess } from './permissions.ts'

const Scope = builder.enumType('Scope', {
  description: 'What a key or a person may do',
  values: {
    patients_read: { value: 'patients:read', description: 'Read patients, calls, conversations, benefits, cases and figures' },
    patients_write: { value: 'patients:write', description: 'Change patients and medications; work on calls, follow-ups and callbacks' },
    voice_webhook: { value: 'voice:webhook', description: 'Functions and reports of a voice platform, and nothing else' },
    safety_review: { value: 'safety:review', description: 'Read and decide adverse events' },
    benefits: { description: 'Read and decide verifications, prior authorization cases and discrepancies' },
    library: { description: 'Keep sources, policies and widget clients' },
    access: { description: 'Manage keys and people; read the audit trail; run failed jobs again' },
    widget: { description: 'The content widget of one client' },
    care: { description: 'patients_read, patients_write, voice_webhook, safety_review and benefits' },
    admin: { description: 'library and access' },
  } as const satisfies Record<string, { value?: ScopeName; description: string }>,
})

const CallerType = builder.objectRef<Caller>('Caller').implement({
  fields: (t) => ({
    id: t.exposeString('id', { description: 'How audit events name this key' }),
    scopes: t.field({ type: [Scope], resolve: ({ scopes }) => [...scopes] }),
  }),
})

const ApiKey = builder.prismaObject('ApiKey', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id'),
    name: t.exposeString('name'),
    scopes: t.field({ type: [Scope], select: { scopes: true }, resolve: (key) => key.scopes as (typeof scopes)[number][] }),
    createdBy: t.exposeString('createdBy'),
    widgetClientId: t.exposeInt('widgetClientId', {
      nullable: true,
      description: 'Of a key with the scope `widget`: whose pages it is for',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To within seconds' }),
  }),
})

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    scopes: t.field({ type: [Scope], required: true }),
    expiresAt: t.field({ type: 'DateTime', description: 'Never, where absent' }),
    widgetClientId: t.int({ description: 'Of a key with the scope `widget`: whose pages it is for; the first client, where absent' }),
  }),
})
const createApiKeyInput = z.object({
  name: text(100),
  scopes: z.array(z.enum(scopes)).min(1),
  expiresAt: z.date().nullish(),
  widgetClientId: z.int().min(1).max(maxInt32).nullish(),
})

const CreateApiKeyPayload = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreateApiKeyPayload').implement({
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The secret. It is shown this once; only its hash is kept.' }),
    apiKey: t.expose('apiKey', { type: ApiKey }),
  }),
})

const AuditEvent = builder.prismaObject('AuditEvent', {
  description: 'Who read or changed what. Append-only.',
  select: { id: true },
  fields: (t) => ({
    id: t.string({ select: { id: true }, resolve: ({ id }) => String(id) }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    actor: t.exposeString('actor', { description: 'The key, as `caller { id }` names it' }),
    surface: t.exposeString('surface', { description: '`rest`, `graphql`, or `job`: the service itself' }),
    address: t.exposeString('address', { nullable: true, description: "The client's address; null for the service itself" }),
    requestId: t.exposeString('requestId'),
    action: t.exposeString('action', { description: 'The record type and the verb: `patient.read`' }),
    outcome: t.exposeString('outcome', { description: '`succeeded`, or the code of the failure' }),
    patientIds: t.exposeIntList('patientIds', { description: 'Whose data it is' }),
    recordIds: t.exposeStringList('recordIds', { description: 'Ids of the records, of the type that `action` names' }),
    fields: t.exposeStringList('fields', { description: 'Names of changed fields' }),
    asked: t.exposeString('asked', { nullable: true, description: 'Of a search: the salted SHA-256 of what was asked' }),
    times: t.exposeInt('times', { description: 'How many equal events of a moment this one stands for' }),
  }),
})

builder.queryFields((t) => ({
  caller: t.field({
    type: CallerType,
    authScopes: toAsk,
    description: 'The key that asks',
    resolve: (_root, _args, { caller }) => caller,
  }),
  apiKeys: t.prismaField({
    type: [ApiKey],
    authScopes: toManageAccess,
    description: 'Keys kept in the database, newest first; those of API_KEY and WIDGET_API_KEY are configuration',
    resolve: (query, _root, _args, { work }) => work.session.prisma.apiKey.findMany({ ...query, orderBy: { id: 'desc' } }),
  }),
  auditEvents: t.prismaField({
    type: [AuditEvent],
    authScopes: toManageAccess,
    description: 'Newest first',
    args: {
      patientId: t.arg.int(),
      limit: t.arg.int({ required: true, defaultValue: 20, description: '1 to 1000' }),
      skip: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (query, _root, { patientId, ...page }, { work }) => {
      const { limit, skip } = validate(offsetPage, page)
      return work.session.prisma.auditEvent.findMany({
        ...query,
        where: patientId == null ? {} : { patientIds: { has: patientId } },
        orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
        take: limit,
        skip,
      })
    },
  }),
}))

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    authScopes: toManageAccess,
    args: { input: t.arg({ type: CreateApiKeyInput, required: true }) },
    resolve: (_root, { input }, { work }) => createApiKey(work, validate(createApiKeyInput, input)),
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    authScopes: toManageAccess,
    description: 'For good. Every instance refuses the key from then on; one that hears of it late, within five seconds.',
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, { work }) => revokeApiKey(work, id),
  }),
}))
