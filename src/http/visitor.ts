import type { Request } from 'express'

/**
 * Tells one person's requests from another's behind a key that many share: by address alone, since a
 * client can call itself any browser. Audit events and the request log hold it; of a search only a hash is kept
 * (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => request.ip ?? ''
