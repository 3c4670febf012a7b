import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '../../platform/failure.ts'
import { recordEvent } from './audit.ts'
import type { Scope } from './caller.ts'
import { accessChanged } from './events.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import { widgetClient } from './widget-clients.ts'

/** Marks our keys: secret scanners can find leaked ones, and anything else is refused without a query. */
const prefix = 'care_'

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** A new key: 256 random bits, in characters that are safe in headers and shells. */
export function newKey(): string {
  return prefix + randomBytes(32).toString('base64url')
}

export const looksLikeStoredKey = (key: string) => key.startsWith(prefix) && key.length === prefix.length + 43

export interface NewApiKey {
  name: string
  scopes: Scope[]
  expiresAt?: Date | null
  /** For a key with the scope `widget`: the client whose pages use it; defaults to the first client. */
  widgetClientId?: number | null
}

/**
 * Stores the hash of a new key. The key itself is returned once and cannot be read again.
 * @throws Failure INVALID_INPUT for an expiry in the past; CONFLICT for an archived widget client; NOT_FOUND for an unknown one
 */
export async function createApiKey({ session, actor }: Pick<UnitOfWork, 'session' | 'actor'>, input: NewApiKey) {
  if (input.expiresAt && input.expiresAt <= new Date()) {
    throw new Failure('INVALID_INPUT', 'The key would be expired already.', [{ path: ['expiresAt'], message: 'must be in the future' }])
  }
  const key = newKey()
  return session.transaction(async (inner) => {
    if (input.widgetClientId != null) {
      // Whoever archives it meanwhile revokes the keys that it has by then.
      await inner.prisma.$queryRaw`SELECT 1 FROM widget_client WHERE id = ${input.widgetClientId} FOR SHARE`
      const client = await widgetClient(inner, input.widgetClientId)
      if (client.archivedAt) throw new Failure('CONFLICT', `Widget client ${client.id} is archived.`)
    }
    const apiKey = await inner.prisma.apiKey.create({
      data: {
        name: input.name,
        scopes: [...new Set(input.scopes)],
        expiresAt: input.expiresAt ?? null,
        createdBy: actor.id,
        keyHash: hashKey(key),
        widgetClientId: input.widgetClientId ?? null,
      },
    })
    await recordEvent(inner, actor, { action: 'api_key.create', patientIds: [], recordIds: [apiKey.id], fields: apiKey.scopes })
    return { key, apiKey }
  })
}

/** Revokes a key permanently, on every instance. Idempotent. @throws Failure NOT_FOUND */
export async function revokeApiKey({ session, actor, events }: Pick<UnitOfWork, 'session' | 'actor' | 'events'>, id: number) {
  return session.transaction(async (inner) => {
    await inner.prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
    const apiKey = await inner.prisma.apiKey.findUnique({ where: { id } })
    if (!apiKey) throw new Failure('NOT_FOUND', `There is no API key ${id}.`)
    await recordEvent(inner, actor, { action: 'api_key.revoke', patientIds: [], recordIds: [id] })
    inner.afterCommit(() => events.signal(accessChanged))
    return apiKey
  })
}
