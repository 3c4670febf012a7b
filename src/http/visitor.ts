import type { Request } from 'express'
import { networkOf } from '../platform/network.ts'

/** The client's address, as the audit and the request log name it: behind proxies, the one that `TRUST_PROXY_HOPS` gives. */
export const addressOf = (request: Request): string => request.ip ?? ''

/**
 * Tells one person's requests from another's behind a key that many share: by address alone, since a
 * client can call itself any browser. Of a search only a hash of it is kept (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => visitorAt(addressOf(request))

/** An IPv4 address as it is; of an IPv6 address the network of 64 bits. */
export const visitorAt = (address: string): string => networkOf(address, 64)
