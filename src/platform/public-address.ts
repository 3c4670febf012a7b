import { type LookupAddress, lookup as lookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that is not asked, or did not give what was wanted; the message is for staff. */
export class FetchRefused extends Error {}

/** IPv6 gives public addresses out of 2000::/3 only; what is outside and has no name may still lead somewhere. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/** Public by their number, and yet inside: the host of a machine in one large cloud answers here. */
const insideClouds = ['168.63.129.16']

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (insideClouds.includes(parsed.toString())) return false
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(publicIpv6))
}

/**
 * Resolves names for the connection itself and refuses those that lead inside the network, so that no answer of a
 * name server between a check and the connection can lead there either (SSRF, DNS rebinding).
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupAddress(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    if (!addresses.every(({ address }) => isPublic(address))) {
      return callback(Object.assign(new FetchRefused('The address leads inside a private network.'), { code: 'EPRIVATE' }), '', 0)
    }
    if (options.all) return (callback as unknown as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family ?? 0)
  })
}

/** A host given as an IP address never reaches `lookup`. */
export function refusePrivate(url: URL): void {
  if (!['http:', 'https:'].includes(url.protocol)) throw new FetchRefused('Only http and https addresses are fetched.')
  if (url.username || url.password) throw new FetchRefused('An address with a user name or password is not fetched.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublic(host)) throw new FetchRefused('The address leads inside a private network.')
}
