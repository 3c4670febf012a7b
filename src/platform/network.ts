import ipaddr from 'ipaddr.js'

/**
 * The network of an address as so many bits: an IPv4 address stands for itself, since one is what a household or an office has. Of
 * IPv6 one host has 64 bits to itself, a household 56, an office 48 (RFC 6177), so whoever has one address has all of these.
 */
export function networkOf(address: string, bits: 48 | 56 | 64): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}
