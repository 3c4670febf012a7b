import ipaddr from 'ipaddr.js'
import { ConfigError, list } from './settings.ts'

/** Hosts that production may speak to in plain text. */
export const plaintextHosts = { ALLOW_PLAINTEXT: list.default([]) }

/** The scheme that encrypts, for each that does not. */
const encrypted: Record<string, string> = {
  'http:': 'https:',
  'smtp:': 'smtps: or ?requireTLS=true',
  'redis:': 'rediss:',
  'syslog:': 'syslogs:',
}

/**
 * Refuses an address that production would speak to in plain text, but for this machine's own and hosts allowed by name.
 * SMTP that requires TLS (`requireTLS=true`, which nodemailer heeds) is encrypted before anything is said.
 * @throws ConfigError naming the variable, never the address, which may hold a password
 */
export function refusePlaintext(variable: string, address: string | undefined, allowed: readonly string[], production: boolean): void {
  if (!production || address === undefined) return
  const { protocol, hostname, searchParams } = new URL(address)
  const instead = encrypted[protocol]
  if (instead === undefined || (protocol === 'smtp:' && searchParams.get('requireTLS') === 'true')) return
  const host = hostname.toLowerCase()
  if (isLoopback(host) || allowed.some((name) => name.toLowerCase() === host)) return
  throw new ConfigError(
    `${variable}: ${protocol} is not encrypted; when NODE_ENV=production use ${instead} or name the host in ALLOW_PLAINTEXT`,
  )
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return host === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback')
}
