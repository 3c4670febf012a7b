import type { Request } from 'express'

/**
 * Tells one person's requests from another's behind a key that many share: by address alone, since a browser's name is
 * whatever the client says. It goes no further than into a hash (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => request.ip ?? ''
