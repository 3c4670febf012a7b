import type { Request } from 'express'
import ipaddr from 'ipaddr.js'

/**
 * Tells one person's requests from another's behind a key that many share: by address alone, since a
 * client can call itself any browser. Audit events and the request log hold it; of a search only a hash is kept
 * (domain/library/search/query-log.ts).
 */
export const visitorOf = (request: Request): string => visitorAt(request.ip ?? '')

/** An IPv4 address as it is; of an IPv6 address the network of 64 bits, since one host has all the addresses in it (RFC 6177). */
export function visitorAt(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`
}
