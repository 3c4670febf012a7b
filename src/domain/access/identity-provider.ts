import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { Failure } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'

/** How long the provider may take to answer, in milliseconds. */
const timeoutMs = 5_000
/** A provider that did not answer is left alone for so long, in milliseconds: no request waits for it again meanwhile. */
const pauseMs = 3_000
/** How often the keys are read again, and how soon a token with an unknown key may make that happen. */
const keysFreshMs = 10 * 60_000
const keysPauseMs = 5_000
/** Keys that cannot be read again are trusted for so long: a provider that is away for a moment locks nobody out. */
const keysTrustedMs = 60 * 60_000

const configuration = z.object({ issuer: z.string(), jwks_uri: z.string() })

/**
 * The keys of an identity provider, found by OpenID Connect Discovery 1.0 when the first token comes, so that the service starts
 * without it. They are read again every ten minutes, and when a token names a key that is not among them, at most every five seconds.
 * @throws Failure UNAVAILABLE, from the function that is returned, where the provider cannot be asked
 */
export function createProviderKeys(issuer: string, log: Log): JWTVerifyGetKey {
  let finding: Promise<RemoteKeys> | undefined
  let readAt = 0
  let awayUntil = 0

  /** The keys, found anew where that failed before. */
  async function found(): Promise<RemoteKeys> {
    finding ??= keysAddress(issuer).then((address) =>
      createRemoteJWKSet(address, { timeoutDuration: timeoutMs, cooldownDuration: keysPauseMs, cacheMaxAge: keysFreshMs }),
    )
    return finding.catch((error: unknown) => {
      finding = undefined
      throw error
    })
  }

  function away(error: unknown): void {
    awayUntil = Date.now() + pauseMs
    const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } }
    log.warn({ issuer, reason: cause?.code ?? code ?? name }, 'the identity provider cannot be asked for its keys')
  }

  /** By keys that were read within the hour. One that is not among them may be new: nobody can tell while the provider is away. */
  async function knownKey(header: Header, token: Token): Promise<CryptoKey> {
    const keys = Date.now() - readAt < keysTrustedMs ? (await finding)?.jwks() : undefined
    if (!keys) throw unavailable()
    return createLocalJWKSet(keys)(header, token).catch(() => {
      throw unavailable()
    })
  }

  return async (header, token) => {
    if (Date.now() < awayUntil) return knownKey(header, token)
    try {
      const keys = await found()
      const key = await keys(header, token)
      if (keys.coolingDown) readAt = Date.now()
      return key
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      away(error)
      return knownKey(header, token)
    }
  }
}

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>
type Header = Parameters<RemoteKeys>[0]
type Token = Parameters<RemoteKeys>[1]

const unavailable = () => new Failure('UNAVAILABLE', 'The identity provider cannot be asked whether the access token is genuine.')

/** @throws Error where the provider cannot be reached, or its configuration is not its own or leads to plain text */
async function keysAddress(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw named('DiscoveryStatus')
  const { issuer: own, jwks_uri } = configuration.parse(await response.json())
  if (own !== issuer) throw named('DiscoveryOfAnotherIssuer')
  const keys = new URL(jwks_uri)
  if (keys.protocol !== 'https:' && new URL(issuer).protocol === 'https:') throw named('KeysInPlainText')
  return keys
}

/** The name is logged: the rest of an error may repeat what the provider said. */
const named = (name: string) => Object.assign(new Error(name), { name })
