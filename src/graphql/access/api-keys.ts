import { z } from 'zod'
import { createApiKey, revokeApiKey } from '../../domain/access/api-keys.ts'
import { isAccepted } from '../../domain/access/authenticate.ts'
import { type Caller, type Scope as ScopeName, scopes } from '../../domain/access/caller.ts'
import { scopesOfRoles, staffRoles } from '../../domain/access/roles.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { list, pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { toAsk, toManageAccess } from '../permissions.ts'
import { Scope } from './scope.ts'
import { StaffMember, StaffRole } from './staff.ts'

export const CallerType = builder.objectRef<Caller>('Caller').implement({
  description: 'Who asks: a key or a person',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'How audit events name who asks: `staff:12` for a person, `key:7` or `API_KEY#1` for a key' }),
    scopes: t.field({
      type: [Scope],
      description: 'What they may do; none for a person without a role',
      resolve: ({ scopes }) => [...scopes],
    }),
    staffMember: t.prismaField({
      type: StaffMember,
      nullable: true,
      description: 'The person; null for a key',
      resolve: (query, { staffMemberId }, _args, { work }) =>
        staffMemberId === null ? null : work.session.prisma.staffMember.findUnique({ ...query, where: { id: staffMemberId } }),
    }),
  }),
})

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key kept in the database, without its secret',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it; audit events say `key:` and this number' }),
    name: t.exposeString('name', { description: 'Who or what uses it' }),
    scopes: t.field({
      type: [Scope],
      description: 'What it may do, as it was made: bundles are not taken apart',
      select: { scopes: true },
      resolve: (key) => key.scopes as ScopeName[],
    }),
    createdBy: t.exposeString('createdBy', { description: 'Who made it, as audit events name them' }),
    widgetClientId: t.exposeInt('widgetClientId', {
      nullable: true,
      description: 'Of a key with the scope `widget`: whose pages it is for',
    }),
    widgetClient: t.relation('widgetClient', { nullable: true, description: 'That client' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Until when it is accepted; null for good' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'Since when it is refused; null while it is not' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To within seconds; null before the first use' }),
  }),
})

const Filter = builder.inputType('ApiKeyFilter', {
  description: 'Which keys; absent members keep all',
  fields: (t) => ({
    active: t.boolean({ description: 'Whether they are accepted now: neither revoked nor expired' }),
    scope: t.field({ type: Scope, description: 'A scope or bundle that they were made with' }),
  }),
})

builder.queryField('caller', (t) =>
  t.field({
    type: CallerType,
    authScopes: toAsk,
    description: 'Who asks: the key, or the person of the access token',
    resolve: (_root, _args, { caller }) => caller,
  }),
)

list('apiKeys', ApiKey, {
  authScopes: toManageAccess,
  description: 'Keys kept in the database, newest first unless ordered otherwise; those of API_KEY and WIDGET_API_KEY are configuration',
  pages: pagesOf(ApiKey, 'A page of keys', 'A key of a page, with the place in the list'),
  filter: Filter,
  where: ({ active, scope }) => {
    return {
      ...(active == null ? {} : active ? isAccepted() : { NOT: isAccepted() }),
      ...(scope == null ? {} : { scopes: { has: scope } }),
    }
  },
  orders: {
    CREATED_AT: { columns: ['createdAt'], description: 'When it was made' },
    NAME: { columns: ['name'], description: 'Name' },
  },
})

mutation('createApiKey', {
  authScopes: toManageAccess,
  description: 'Makes a key. Its secret is shown this once.',
  takes: 'A key to be made',
  input: z
    .object({
      name: text(100),
      scopes: z.array(z.enum(scopes)).min(1).nullish(),
      role: z.enum(staffRoles).nullish(),
      expiresAt: z.date().nullish(),
      widgetClientId: recordId.nullish(),
    })
    .refine((input) => (input.scopes != null) !== (input.role != null), { path: ['scopes'], message: 'give either scopes or a role' }),
  fields: {
    name: 'Who or what will use it',
    scopes: [[Scope], 'What it may do'],
    role: [StaffRole, 'What a person with this role may do, in place of `scopes`'],
    expiresAt: 'Until when it is accepted; for good, where absent',
    widgetClientId: 'Of a key with the scope `widget`: whose pages it is for; the first client, where absent',
  },
  result: 'The new key, and its secret',
  gives: {
    key: ['String', 'The secret. It is shown this once; only its hash is kept.'],
    apiKey: [ApiKey, 'The new key'],
  },
  run: ({ scopes, role, ...input }, { work }) => createApiKey(work, { ...input, scopes: scopes ?? [...scopesOfRoles(role ? [role] : [])] }),
})

mutation('revokeApiKey', {
  authScopes: toManageAccess,
  description: 'Refuses a key for good. Every instance does from then on; one that hears of it late, within five seconds.',
  takes: 'Which key',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of the key' },
  result: 'The revoked key',
  gives: { apiKey: [ApiKey, 'The revoked key'] },
  run: async ({ id }, { work }) => ({ apiKey: await revokeApiKey(work, id) }),
})
