import { timingSafeEqual } from 'node:crypto'
import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import { hashKey, looksLikeStoredKey } from './api-keys.ts'
import { type Caller, type Scope, scopesOf } from './caller.ts'
import { accessChanged } from './events.ts'
import { firstClientId } from './widget-clients.ts'

/** How long a key found in the database is cached. A revocation clears the cache at once. */
const cacheMs = 5_000
const cacheSize = 10_000

export interface ConfiguredKeys {
  apiKeys: readonly string[]
  widgetApiKeys: readonly string[]
}

export type Authenticate = (key: string) => Promise<Caller | undefined>

/**
 * Finds the owner of a key: a key of `API_KEY` (scopes care and admin), of `WIDGET_API_KEY` (scope widget), or one stored as a
 * hash in the database. Unknown, revoked and expired keys all give `undefined`. Configured keys are compared by their SHA-256
 * in constant time; stored keys are looked up by it. Neither leaks through timing how close a guess is.
 */
export function createAuthenticate(keys: ConfiguredKeys, session: Session, events: Events): Authenticate {
  const configured = new Map<string, { hash: Buffer; caller: Caller }>()
  const configure = (key: string, id: string, scopes: Scope[]) => {
    const hash = hashKey(key)
    const earlier = configured.get(hash)?.caller
    const all = scopesOf([...(earlier?.scopes ?? []), ...scopes])
    const widgetClientId = all.has('widget') ? firstClientId : null
    const caller = { id: earlier?.id ?? id, owner: `configured:${hash.slice(0, 16)}`, scopes: all, widgetClientId }
    configured.set(hash, { hash: Buffer.from(hash), caller })
  }
  for (const [index, key] of keys.apiKeys.entries()) configure(key, `API_KEY#${index + 1}`, ['care', 'admin'])
  for (const [index, key] of keys.widgetApiKeys.entries()) configure(key, `WIDGET_API_KEY#${index + 1}`, ['widget'])

  const cache = new Map<string, { until: number; caller: Caller }>()
  void forgetOnChange(events, () => cache.clear())

  return async (key) => {
    const hash = hashKey(key)
    const presented = Buffer.from(hash)
    let found: Caller | undefined
    for (const candidate of configured.values()) if (timingSafeEqual(candidate.hash, presented)) found = candidate.caller
    if (found) return found
    if (!looksLikeStoredKey(key)) return undefined
    const cached = cache.get(hash)
    if (cached && cached.until > Date.now()) return cached.caller
    const stored = await storedKey(session, hash)
    if (cache.size >= cacheSize) cache.clear()
    if (stored) cache.set(hash, { caller: stored.caller, until: Math.min(Date.now() + cacheMs, stored.expires) })
    else cache.delete(hash)
    return stored?.caller
  }
}

async function storedKey(session: Session, keyHash: string) {
  const now = new Date()
  const [row] = await session.prisma.apiKey.updateManyAndReturn({
    where: { keyHash, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { lastUsedAt: now },
  })
  if (!row) return undefined
  const scopes = scopesOf(row.scopes as Scope[])
  // A key created before widget clients existed belongs to the first one.
  const widgetClientId = scopes.has('widget') ? (row.widgetClientId ?? firstClientId) : null
  const id = `key:${row.id}`
  const caller: Caller = { id, owner: id, scopes, widgetClientId }
  return { caller, expires: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
}

async function forgetOnChange(events: Events, forget: () => void) {
  for await (const _ of events.hear(accessChanged)) forget()
}
