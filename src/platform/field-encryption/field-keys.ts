import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** A key of `FIELD_ENCRYPTION_KEY`. Its id stands in front of each value that it sealed. */
export interface FieldKey {
  id: string
  key: KeyObject
}

const keyBytes = 32
const entry = /^(?<id>[A-Za-z0-9-]{1,32}):(?<encoded>[A-Za-z0-9+/]{43}=)$/

function keyOf(text: string): FieldKey | undefined {
  const { id, encoded } = entry.exec(text.trim())?.groups ?? {}
  const bytes = Buffer.from(encoded ?? '', 'base64')
  return id !== undefined && bytes.length === keyBytes ? { id, key: createSecretKey(bytes) } : undefined
}

/** Comma-separated `id:key`, each key 32 bytes in base64. The first key seals, all of them open. */
export const fieldKeys = z.string().transform((value, context): FieldKey[] => {
  const keys = value.split(',').map(keyOf)
  const valid = keys.filter((key) => key !== undefined)
  if (valid.length === keys.length && new Set(valid.map(({ id }) => id)).size === keys.length) return valid
  const message = 'must be a comma-separated list of id:key, ids of letters, digits and hyphens that differ, keys of 32 bytes in base64'
  context.issues.push({ code: 'custom', message, input: '' })
  return z.NEVER
})
