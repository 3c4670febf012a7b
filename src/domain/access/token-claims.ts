import type { JWTPayload } from 'jose'
import { rolesAmong, type StaffRole } from './roles.ts'

/** What the service takes from an access token. */
export interface TokenClaims {
  issuer: string
  subject: string
  /** Null where the token names nobody. */
  name: string | null
  /** In lower case; null unless the provider says that it verified the address. */
  email: string | null
  roles: StaffRole[]
  /** When the token expires, in milliseconds since 1970. */
  expires: number
}

/** The longest subject (OpenID Connect Core 1.0, 2) and the longest address (RFC 5321, 4.5.3.1). */
const longestSubject = 255
const longestEmail = 254
/** As long as names that administrators write. */
const longestName = 100

/**
 * The claims of a checked token; undefined where it has no subject to tell people apart by.
 * @param rolesClaim the name of a claim, or the path to a nested one: `realm_access.roles`
 */
export function tokenClaims(payload: JWTPayload, rolesClaim: string): TokenClaims | undefined {
  const { iss, sub, exp } = payload
  if (iss === undefined || exp === undefined || !isStorable(sub, longestSubject)) return undefined
  const verified = payload.email_verified === true && isStorable(payload.email, longestEmail) && payload.email.includes('@')
  return {
    issuer: iss,
    subject: sub,
    name: nameIn(payload),
    email: verified ? (payload.email as string).trim().toLowerCase() : null,
    roles: rolesIn(payload, rolesClaim),
    expires: exp * 1000,
  }
}

/** Whether a claim is a text that the database takes. */
const isStorable = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest && value.isWellFormed() && !value.includes('\0')

function nameIn({ name, preferred_username: username }: JWTPayload): string | null {
  for (const claim of [name, username]) {
    if (typeof claim !== 'string') continue
    const shown = claim
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
    if (shown !== '') return [...shown.slice(0, 2 * longestName)].slice(0, longestName).join('')
  }
  return null
}

/** A list of names, or a text with names between spaces or commas. */
function rolesIn(payload: JWTPayload, claim: string): StaffRole[] {
  const value = ownValue(payload, claim) ?? claim.split('.').reduce(ownValue, payload as unknown)
  if (Array.isArray(value)) return rolesAmong(value)
  return typeof value === 'string' ? rolesAmong(value.split(/[\s,]+/)) : []
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}
