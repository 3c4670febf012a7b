import { createHash } from 'node:crypto'
import type { Prisma } from '../../../platform/database/generated/prisma/client.ts'
import type { FieldEncryption } from '../../../platform/field-encryption/field-encryption.ts'
import { storableJson } from '../../../platform/storable-json.ts'
import { beginningOf, characters } from '../../../platform/values.ts'
import { invocationParameters, parametersBeginning } from '../sealed-columns.ts'

/** The most bytes of JSON that are kept of what was refused: whoever sends without end fills no table. */
const mostKept = 65_536

/** Parameters as they are stored: sealed, with how their JSON text begins and how long it is. */
export function sealedParametersOf(
  fields: FieldEncryption,
  voiceCallId: number | null,
  parameters: object,
  text = JSON.stringify(parameters),
) {
  return {
    sealedParameters: fields.sealJson(invocationParameters, voiceCallId, parameters) as Prisma.InputJsonValue,
    sealedBeginning: fields.seal(parametersBeginning, voiceCallId, beginningOf(text)),
    parametersLength: characters(text),
  }
}

/**
 * What was refused, as it is stored: all of it up to 64 kB of JSON. Of more, its first 64 kB under `cut`, with the size and the SHA-256
 * of the whole, by which the sender's copy can be told to be the same.
 */
export function refusedParametersOf(fields: FieldEncryption, voiceCallId: number | null, sent: unknown) {
  const parameters = asObject(storableJson(sent))
  const text = JSON.stringify(parameters)
  const bytes = Buffer.from(text)
  if (bytes.length <= mostKept) return sealedParametersOf(fields, voiceCallId, parameters, text)
  const start = new TextDecoder().decode(bytes.subarray(0, mostKept), { stream: true })
  const cut = { start, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  return sealedParametersOf(fields, voiceCallId, { cut }, text)
}

const asObject = (sent: unknown): object => (typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : { sent })
