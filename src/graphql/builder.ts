import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import SubGraphPlugin from '@pothos/plugin-sub-graph'
import { type Scope, scopes } from '../domain/access/caller.ts'
import type PrismaTypes from '../platform/database/generated/pothos.ts'
import { getDatamodel } from '../platform/database/generated/pothos.ts'
import type { PrismaClient } from '../platform/database/generated/prisma/client.ts'
import { Failure } from '../platform/failure.ts'
import { type Context, refusalOf } from './context.ts'
import { toReadPatients } from './permissions.ts'

/** `public` is what `/graphql` serves; `rest`, what the documents of the REST face may ask for, is all of it. */
type SubGraph = 'public' | 'rest'

/** Options of a field that only the REST face needs: the public schema is without it, and without types that only it leads to. */
export const restOnly = { subGraphs: ['rest'] satisfies SubGraph[] as SubGraph[] }

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
  SubGraphs: SubGraph
  DefaultFieldNullability: false
}>({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin, SubGraphPlugin],
  subGraphs: { defaultForTypes: ['public', 'rest'], defaultForFields: ['public', 'rest'] },
  defaultFieldNullability: false,
  prisma: {
    // A request inside a transaction brings the transaction's client, which has all that the plugin calls.
    client: (context) => context.work.session.prisma as PrismaClient,
    dmmf: getDatamodel(),
    maxConnectionSize: 1000,
    defaultConnectionSize: 20,
  },
  // Records have integer ids (docs/contract.md, IDs), so the global ones stand beside them under a name of their own.
  relay: {
    clientMutationId: 'omit',
    mutationInputArgOptions: { description: 'What is to be done' },
    idFieldName: 'nodeId',
    idFieldOptions: { description: 'Names the record among those of all types, for `node`' },
    nodeTypeOptions: { description: 'A record that can be read by its `nodeId`' },
    nodeQueryOptions: {
      authScopes: toReadPatients,
      description: 'A record by its `nodeId`; null where there is none',
      args: { id: { description: 'Its `nodeId`' } },
    },
    nodesQueryOptions: false,
    pageInfoTypeOptions: { description: 'Where a page stands in its list' },
    hasNextPageFieldOptions: { description: 'Whether there is more after `endCursor`' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before `startCursor`' },
    startCursorFieldOptions: { description: 'The cursor of the first record of the page' },
    endCursorFieldOptions: { description: 'The cursor of the last record of the page' },
    pageInfoFieldOptions: { description: 'Where the page stands in the list' },
    edgesFieldOptions: { description: 'The records with their cursors' },
    nodeFieldOptions: { description: 'The record' },
    cursorFieldOptions: { description: 'Its place in the list, for `after` and `before`' },
    firstArgOptions: { description: 'How many at most, from the front' },
    lastArgOptions: { description: 'How many at most, from the back' },
    afterArgOptions: { description: 'Only what comes after this cursor' },
    beforeArgOptions: { description: 'Only what comes before this cursor' },
  },
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

/** What declares the fields of an input, for fields that several inputs share. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>
