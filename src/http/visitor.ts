import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/** The client's address, as the audit and the request log name it: behind proxies, the one that `TRUST_PROXY_HOPS` gives. */
export const addressOf = (request: Request): string => request.ip ?? ''

/**
 * Tells one person's requests from another's behind a key that many share: by address alone, since a
 * client can call itself any browser. Of a search only a hash of it is kept (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => visitorAt(addressOf(request))

/** An IPv4 address as it is; of an IPv6 address the network of 64 bits, since one host has all the addresses in it (RFC 6177). */
export function visitorAt(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`
}
