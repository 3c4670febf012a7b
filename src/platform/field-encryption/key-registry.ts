import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Session } from '../database/session.ts'
import type { Log } from '../log.ts'
import { countWhere, isSealedWith } from './column-rows.ts'
import { createFieldEncryption, type FieldEncryption, openWith, sealWith } from './field-encryption.ts'
import type { FieldKey } from './field-keys.ts'
import { nameOf, type SealedColumn } from './sealed-column.ts'

/** The keys of the setting do not fit the database; told in one line that names the variable and ids only. */
export class FieldKeyError extends Error {
  constructor(problem: string) {
    super(`FIELD_ENCRYPTION_KEY: ${problem}`)
  }
}

const secretBytes = 32
const contextOf = (keyId: string) => `field_key.sealed_secret ${keyId}`

interface Registered {
  id: string
  sealed_secret: string
}

/**
 * The field encryption of a database. Each key that ever sealed there is registered with the secret of the fingerprints, sealed
 * with that key: this shows at start whether a key is the one it is called, and carries the secret from key to key.
 * @throws FieldKeyError where the database has sealed values and no key of the setting fits, or a key is not the one of its id
 */
export async function openFieldEncryption(pool: pg.Pool, keys: readonly FieldKey[], log: Log): Promise<FieldEncryption> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Instances that start together take turns, so that they agree on one secret.
    await client.query('LOCK TABLE field_key IN EXCLUSIVE MODE')
    const { rows } = await client.query<Registered>('SELECT id, sealed_secret FROM field_key ORDER BY first_used_at, id')
    const secret = secretOf(rows, keys)
    for (const { id, key } of keys.filter(({ id }) => rows.every((row) => row.id !== id))) {
      const sealed = sealWith(key, contextOf(id), secret?.toString('base64') ?? '')
      await client.query('INSERT INTO field_key (id, sealed_secret) VALUES ($1, $2)', [id, sealed])
    }
    await client.query('COMMIT')
    return createFieldEncryption(keys, secret, log)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

function secretOf(registered: readonly Registered[], keys: readonly FieldKey[]): Buffer | undefined {
  const ids = registered.map(({ id }) => id).join(', ')
  if (keys.length === 0) {
    if (registered.length === 0) return undefined
    throw new FieldKeyError(`is not set, and this database holds texts sealed with ${ids}. Set it again: without it they cannot be read`)
  }
  const secrets = registered.flatMap((row) => {
    const known = keys.find(({ id }) => id === row.id)
    return known ? [openSecret(known, row)] : []
  })
  if (registered.length > 0 && secrets.length === 0) {
    throw new FieldKeyError(`has none of the keys of this database (${ids}). List the newest of them beside the new one`)
  }
  return secrets[0] ?? randomBytes(secretBytes)
}

function openSecret({ id, key }: FieldKey, { sealed_secret }: Registered): Buffer {
  try {
    return Buffer.from(openWith(key, contextOf(id), sealed_secret), 'base64')
  } catch {
    throw new FieldKeyError(`the key ${id} is not the one that this database knows by that id`)
  }
}

/** A younger key is not forgotten: instances that know it may be starting beside one that does not yet. In milliseconds. */
const youngMs = 24 * 60 * 60 * 1000

/**
 * Forgets the registered keys that the setting does not list any more.
 * @throws FieldKeyError where values are still sealed with one of them
 */
export async function retireFieldKeys(session: Session, columns: readonly SealedColumn[]): Promise<void> {
  const { prisma, fields } = session
  const registered = await prisma.fieldKey.findMany({ where: { id: { notIn: fields.keyIds } } })
  for (const { id, firstUsedAt } of registered) {
    for (const column of columns) {
      if ((await countWhere(session, column, isSealedWith(column, id), { first: true })) === 0) continue
      throw new FieldKeyError(
        `lacks the key ${id}, and ${nameOf(column)} still holds values sealed with it. List it again, after the others`,
      )
    }
    if (Date.now() - firstUsedAt.getTime() > youngMs) await prisma.fieldKey.deleteMany({ where: { id } })
  }
}
