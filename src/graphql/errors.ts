import { GraphQLError } from 'graphql'
import { Prisma } from '../platform/database/generated/prisma/client.ts'
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
])
const adapterAway = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'])

function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause, meta } = error as { code?: string; cause?: { kind?: string }; meta?: { driverAdapterError?: unknown } }
  return (
    databaseAway.has(code ?? '') ||
    adapterAway.has(cause?.kind ?? '') ||
    error instanceof Prisma.PrismaClientInitializationError ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message) ||
    isDatabaseAway(meta?.driverAdapterError)
  )
}

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
  const as = (code: PublicError['code'], message: string, errors?: Failure['errors']) => ({
    code,
    error: new GraphQLError(message, { ...at, extensions: { code, ...(errors ? { errors } : {}) } }),
  })
  if (original instanceof Failure) return as(original.code, original.message, original.errors)
  if (isDatabaseAway(original)) return as('UNAVAILABLE', 'The database is not available at the moment.')
  if (error instanceof GraphQLError && (original === undefined || original instanceof GraphQLError)) {
    const code = (error.extensions.code as PublicError['code'] | undefined) ?? 'INVALID_INPUT'
    return { code, error: new GraphQLError(error.message, { ...at, extensions: { ...error.extensions, code } }) }
  }
  return as('INTERNAL', 'Something went wrong on our side.')
}
