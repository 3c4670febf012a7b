import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { FieldKey } from './field-keys.ts'
import { nameOf, type SealedColumn } from './sealed-column.ts'

// Stored forms: `enc:v1:<key id>:<base64 of nonce, ciphertext and tag>` is sealed; `enc:v0:<text>` is plain text that itself
// begins with `enc:`; everything else is plain text.
const marker = 'enc:'
const escapedPrefix = 'enc:v0:'
const sealedPrefix = 'enc:v1:'

/** AES-256-GCM as NIST SP 800-38D recommends it: a random nonce of 96 bits for each value, and a tag of 128 bits. */
const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyedPrefix = 'h1:'

/** The record that a value belongs to: the id of its call or conversation, for example. */
export type Owner = string | number | bigint | null

export type FieldEncryption = ReturnType<typeof createFieldEncryption>

/** What the stored form of a value begins with that a key sealed. */
export const prefixOf = (keyId: string): string => `${sealedPrefix}${keyId}:`

/** What a keyed fingerprint begins with. */
export { keyedPrefix }

/** @throws Error where the text was sealed with another key or for another context, or was changed */
export function openWith(key: KeyObject, context: string, encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64')
  const end = bytes.length - tagBytes
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(Math.max(end, 0)))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]).toString('utf8')
}

/** @returns nonce, ciphertext and tag in base64 */
export function sealWith(key: KeyObject, context: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/**
 * Seals what people said before it is stored, and opens it again. Without keys, text is stored as it is. An empty text stays
 * empty. Column and owner are authenticated with each value, so a value that was moved to another column or record does not open.
 * @param keys the first one seals, all open
 * @param secret keys the fingerprints; stays the same when keys change
 */
export function createFieldEncryption(keys: readonly FieldKey[], secret: Buffer | undefined, log: Log) {
  const [current] = keys
  const byId = new Map(keys.map(({ id, key }) => [id, key]))
  const contextOf = (column: SealedColumn, owner: Owner) => `${nameOf(column)} ${owner ?? ''}`

  function seal(column: SealedColumn, owner: Owner, text: string): string {
    if (text === '') return text
    if (!current) return text.startsWith(marker) ? escapedPrefix + text : text
    return prefixOf(current.id) + sealWith(current.key, contextOf(column, owner), text)
  }

  function unreadable(column: SealedColumn, owner: Owner, keyId: string): Failure {
    log.error({ column: nameOf(column), ...(typeof owner === 'number' && { owner }), field_key: keyId }, 'a sealed value cannot be opened')
    return new Failure('UNAVAILABLE', 'A stored text cannot be read at the moment.')
  }

  /** @throws Failure UNAVAILABLE where the value was changed or moved, or its key is unknown */
  function open(column: SealedColumn, owner: Owner, stored: string): string {
    if (!stored.startsWith(marker)) return stored
    if (stored.startsWith(escapedPrefix)) return stored.slice(escapedPrefix.length)
    const [, , keyId = '', encoded = ''] = stored.split(':')
    const key = stored.startsWith(sealedPrefix) ? byId.get(keyId) : undefined
    if (!key) throw unreadable(column, owner, /^[A-Za-z0-9-]{1,32}$/.test(keyId) ? keyId : '')
    try {
      return openWith(key, contextOf(column, owner), encoded)
    } catch {
      throw unreadable(column, owner, keyId)
    }
  }

  return {
    /** The id of the key that seals; undefined where none does. */
    currentKey: current?.id,
    keyIds: keys.map(({ id }) => id),
    seal,
    open,
    /** For a column that holds JSON. */
    sealJson(column: SealedColumn, owner: Owner, value: object): object | string {
      return current ? seal(column, owner, JSON.stringify(value)) : value
    },
    /** @throws Failure UNAVAILABLE as `open` does */
    openJson(column: SealedColumn, owner: Owner, stored: unknown): unknown {
      return typeof stored === 'string' ? JSON.parse(open(column, owner, stored)) : stored
    },
    /**
     * The stored form of a hash that recognises a repetition. It is keyed where words are sealed: whoever has the database alone
     * could find short words by hashing guesses.
     */
    fingerprint(hash: string): string {
      return secret && hash !== '' && !hash.startsWith(keyedPrefix)
        ? keyedPrefix + createHmac('sha256', secret).update(hash).digest('base64url')
        : hash
    },
    /** The stored forms that a hash may have: rows of the time before the first key have it plain. */
    fingerprints(hash: string): string[] {
      return [...new Set([this.fingerprint(hash), hash])]
    },
  }
}
