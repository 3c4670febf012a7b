import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Log } from '../../platform/log.ts'
import { createProviderKeys } from './identity-provider.ts'
import { type TokenClaims, tokenClaims } from './token-claims.ts'

/** The identity provider of this installation, and the audience that its tokens for this service name. */
export interface ProviderSettings {
  issuer: string
  audience: string
  rolesClaim: string
}

/** Signatures that only the provider can make. With a shared secret anybody who checks could sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** How far the provider's clock may be from ours, in seconds. */
const clockTolerance = 10
/** What access tokens call themselves (RFC 9068, 2.1), or just `JWT` where the provider is older. */
const tokenTypes = ['at+jwt', 'application/at+jwt', 'jwt']

/** Three parts in base64url, the first of which begins with `{"`: no key of ours looks so. */
export const looksLikeToken = (text: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text)

export type ReadToken = (token: string) => Promise<TokenClaims | undefined>

/**
 * Checks access tokens of the provider (RFC 9068, 4): signature, issuer, audience, time. Whatever is wrong gives undefined.
 * Sender-constrained tokens (`cnf`) are refused: the proof that they demand is not checked.
 * @throws Failure UNAVAILABLE, from the function that is returned, where the provider's keys cannot be read
 */
export function createTokenReader({ issuer, audience, rolesClaim }: ProviderSettings, log: Log): ReadToken {
  const keys = createProviderKeys(issuer, log)
  return async (token) => {
    if (!isPlausible(token, issuer)) return undefined
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance,
        requiredClaims: ['exp', 'sub'],
      })
      if (protectedHeader.typ !== undefined && !tokenTypes.includes(protectedHeader.typ.toLowerCase())) return undefined
      if (payload.cnf !== undefined) return undefined
      const claims = tokenClaims(payload, rolesClaim)
      return claims && { ...claims, expires: claims.expires + clockTolerance * 1000 }
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}

/** Whether it is worth asking the provider: a token that names another issuer or algorithm makes no request of ours. */
function isPlausible(token: string, issuer: string): boolean {
  try {
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '') && decodeJwt(token).iss === issuer
  } catch {
    return false
  }
}
