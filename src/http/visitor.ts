import type { Request } from 'express'

/**
 * Tells one person's browser from another's behind a key that many share. It goes no further than into a hash
 * (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => `${request.ip ?? ''} ${request.get('user-agent') ?? ''}`
