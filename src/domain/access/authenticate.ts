import { timingSafeEqual } from 'node:crypto'
import type { ApiKey } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import { looksLikeToken, type ReadToken } from './access-tokens.ts'
import { hashKey, looksLikeStoredKey } from './api-keys.ts'
import { type Caller, type Scope, scopesOf, staffActor } from './caller.ts'
import { onAccessChanged } from './events.ts'
import { rolesOf, scopesOfRoles } from './roles.ts'
import { signIn } from './sign-in.ts'
import { firstClientId } from './widget-clients.ts'

/** How long a key or person found in the database is cached, in milliseconds. A revocation clears the cache at once. */
const cacheMs = 5_000
const cacheSize = 10_000

export interface ConfiguredKeys {
  apiKeys: readonly string[]
  widgetApiKeys: readonly string[]
}

/** @throws Failure UNAVAILABLE where it takes the identity provider to tell, and the provider is away */
export type Authenticate = (credential: string) => Promise<Caller | undefined>

interface CachedCaller {
  caller: Caller
  /** In milliseconds since 1970. */
  expires: number
}

/**
 * Finds who asks: the owner of a key of `API_KEY` (scopes care and admin), of `WIDGET_API_KEY` (scope widget), or of one stored as a
 * hash in the database; or the person of an access token. Unknown, revoked and expired keys and tokens, and people who were
 * deactivated, all give `undefined`. Configured keys are compared by their SHA-256 in constant time; stored keys are looked up by
 * it. Neither leaks through timing how close a guess is.
 * @param readToken undefined where no identity provider is set
 */
export function createAuthenticate(keys: ConfiguredKeys, session: Session, events: Events, readToken: ReadToken | undefined): Authenticate {
  const configured = new Map<string, { hash: Buffer; caller: Caller }>()
  const configure = (key: string, id: string, scopes: Scope[]) => {
    const hash = hashKey(key)
    const earlier = configured.get(hash)?.caller
    const all = scopesOf([...(earlier?.scopes ?? []), ...scopes])
    const widgetClientId = all.has('widget') ? firstClientId : null
    const caller = { id: earlier?.id ?? id, owner: `configured:${hash.slice(0, 16)}`, scopes: all, widgetClientId, staffMemberId: null }
    configured.set(hash, { hash: Buffer.from(hash), caller })
  }
  for (const [index, key] of keys.apiKeys.entries()) configure(key, `API_KEY#${index + 1}`, ['care', 'admin'])
  for (const [index, key] of keys.widgetApiKeys.entries()) configure(key, `WIDGET_API_KEY#${index + 1}`, ['widget'])

  const cache = new Map<string, { until: number; caller: Caller }>()
  let changes = 0
  void onAccessChanged(events, () => {
    changes++
    cache.clear()
  })

  async function found(credential: string, hash: string): Promise<CachedCaller | undefined> {
    if (looksLikeStoredKey(credential)) return storedKey(session, hash)
    return readToken && looksLikeToken(credential) ? personOf(session, readToken, credential) : undefined
  }

  return async (credential) => {
    const hash = hashKey(credential)
    const presented = Buffer.from(hash)
    let configuredCaller: Caller | undefined
    for (const candidate of configured.values()) if (timingSafeEqual(candidate.hash, presented)) configuredCaller = candidate.caller
    if (configuredCaller) return configuredCaller
    const cached = cache.get(hash)
    if (cached && cached.until > Date.now()) return cached.caller
    const before = changes
    const fresh = await found(credential, hash)
    if (cache.size >= cacheSize) cache.clear()
    // What was read before a change must not outlive it.
    if (fresh && before === changes) cache.set(hash, { caller: fresh.caller, until: Math.min(Date.now() + cacheMs, fresh.expires) })
    else cache.delete(hash)
    return fresh?.caller
  }
}

async function personOf(session: Session, readToken: ReadToken, token: string): Promise<CachedCaller | undefined> {
  const claims = await readToken(token)
  const member = claims && (await signIn(session, claims))
  if (!member) return undefined
  const id = staffActor(member.id)
  const scopes = scopesOfRoles(rolesOf(member))
  return { caller: { id, owner: id, scopes, widgetClientId: null, staffMemberId: member.id }, expires: claims.expires }
}

/** Of keys that are neither revoked nor expired. */
export const isAccepted = () => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] })

async function storedKey(session: Session, keyHash: string): Promise<CachedCaller | undefined> {
  const [row] = await session.prisma.apiKey.updateManyAndReturn({
    where: { keyHash, ...isAccepted() },
    data: { lastUsedAt: new Date() },
  })
  return row && { caller: callerOf(row), expires: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
}

/** The owner of a stored key by our number of it, for what is done in its name later; undefined where it was revoked or has expired. */
export async function callerOfKey({ prisma }: Session, id: number): Promise<Caller | undefined> {
  const row = await prisma.apiKey.findFirst({ where: { id, ...isAccepted() } })
  return row ? callerOf(row) : undefined
}

function callerOf(row: ApiKey): Caller {
  const scopes = scopesOf(row.scopes as Scope[])
  // A key created before widget clients existed belongs to the first one.
  const widgetClientId = scopes.has('widget') ? (row.widgetClientId ?? firstClientId) : null
  const id = `key:${row.id}`
  return { id, owner: id, scopes, widgetClientId, staffMemberId: null }
}
