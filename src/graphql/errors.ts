import { GraphQLError } from 'graphql'
import { Prisma } from '../platform/database/generated/prisma/client.ts'
import { layersOf } from '../platform/error-layers.ts'
import { Failure, type FailureCode } from '../platform/failure.ts'

/** Codes of Prisma and node-postgres that say the database is away or overloaded: worth another try. */
const databaseAway = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  // What PgBouncer says where its server is away, or it waited too long for one.
  '08P01',
  // Connections that could not be made or broke.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // A standby, the disk is full, no memory, a disk that fails.
  '25006',
  '53100',
  '53200',
  '58030',
])
const adapterAway = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|terminating connection|Query read timeout|statement timeout|is not queryable/

const isDatabaseAway = (error: unknown): boolean =>
  [...layersOf(error)].some(
    (layer) =>
      [layer.code, layer.originalCode].some((code) => databaseAway.has(String(code))) ||
      adapterAway.has(String(layer.kind)) ||
      (typeof layer.message === 'string' && connectionLost.test(layer.message)) ||
      layer instanceof Prisma.PrismaClientInitializationError,
  )

/** PostgreSQL's codes for text that it cannot hold, wherever a client's text reaches it without a rule before. */
const unstorable = new Set(['22021', '22P05'])

const holdsUnstorableText = (error: unknown): boolean =>
  [...layersOf(error)].some(({ code, originalCode }) => [code, originalCode].some((one) => unstorable.has(String(one))))

export interface PublicError {
  code: FailureCode | 'INTERNAL'
  error: GraphQLError
}

/**
 * What a caller may be told of an error. Failures and errors of the request itself pass; whatever else happened is
 * one constant sentence, because messages of drivers carry values.
 */
export function publicError(error: unknown): PublicError {
  const original = error instanceof GraphQLError ? (error.originalError ?? undefined) : error
  const at = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  const as = (code: PublicError['code'], message: string, more: object = {}) => ({
    code,
    error: new GraphQLError(message, { ...at, extensions: { code, ...more } }),
  })
  if (original instanceof Failure) {
    const { errors, retryAfter, current, safetyMessage } = original
    return as(original.code, original.message, {
      ...(errors && { errors }),
      ...(retryAfter && { retryAfter }),
      ...(current && { current }),
      ...(safetyMessage && { safetyMessage }),
    })
  }
  if (holdsUnstorableText(original)) return as('INVALID_INPUT', 'Text must be valid Unicode without NUL characters.')
  if (isDatabaseAway(original)) return as('UNAVAILABLE', 'The database is not available at the moment.')
  if (error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError)) {
    const code = (error.extensions.code as PublicError['code'] | undefined) ?? 'INVALID_INPUT'
    return { code, error: new GraphQLError(withoutSuggestion(error.message), { ...at, extensions: { ...error.extensions, code } }) }
  }
  return as('INTERNAL', 'Something went wrong on our side.')
}

/** Messages of graphql-js end with names of the schema that come near to what was asked: "Did you mean the enum value …?" */
export const withoutSuggestion = (message: string): string => message.split(/ Did you mean /, 1)[0] ?? message

/** An error as a result of GraphQL holds it, before `publicError` says what of it may be told. */
export const asGraphQLError = (cause: unknown): GraphQLError =>
  cause instanceof GraphQLError ? cause : new GraphQLError('', { originalError: cause instanceof Error ? cause : new Error(String(cause)) })
