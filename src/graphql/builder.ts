import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { type Scope, scopes } from '../domain/access/caller.ts'
import type PrismaTypes from '../platform/database/generated/pothos.ts'
import { getDatamodel } from '../platform/database/generated/pothos.ts'
import type { PrismaClient } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { type Context, refusalOf } from './context.ts'

export const builder = new SchemaBuilder<{
  Context: Context
  PrismaTypes: PrismaTypes
  AuthScopes: Record<Scope, boolean>
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    Date: { Input: string; Output: Date }
    ID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    StringMap: { Input: never; Output: Record<string, string> }
  }
  DefaultFieldNullability: false
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    // A request inside a transaction brings the transaction's client, which has all that the plugin calls.
    client: (context) => context.work.session.prisma as PrismaClient,
    dmmf: getDatamodel(),
    maxConnectionSize: 1000,
    defaultConnectionSize: 20,
  },
  // Records have integer ids (docs/contract.md, IDs), so there is no `node(id)` that could reach them past their own fields.
  relay: { clientMutationId: 'omit', nodeQueryOptions: false, nodesQueryOptions: false },
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ caller }) => Object.fromEntries(scopes.map((scope) => [scope, caller.scopes.has(scope)])) as Record<Scope, boolean>,
    unauthorizedError: (_parent, context, info) => {
      context.recordRefusal(`${info.parentType.name}.${info.fieldName}`)
      return new Failure('FORBIDDEN', refusalOf(context.caller))
    },
  },
})

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
