import type { Response271 } from './benefit-entry.ts'
import { listOf, objectOf, textOf } from './json-parts.ts'
import { read271Json } from './read-271-json.ts'
import { isX12, read271X12 } from './read-271-x12.ts'
import { readPlansJson } from './read-plans-json.ts'

/** Fields of the flat form. A plain rejection may have only one of them. */
const flatFields = ['benefitsInformation', 'planStatus', 'errors', 'subscriber', 'payer', 'provider']

/**
 * Reads a 271 in any form that clearinghouses use: JSON with `plans`, flat JSON with `benefitsInformation`, X12 as text or in the
 * field `x12` of JSON without benefits or errors. Null for anything else.
 */
export function read271(body: unknown): Response271 | null {
  if (typeof body === 'string') return isX12(body) ? read271X12(body) : null
  const answer = objectOf(body)
  if (Array.isArray(answer.plans)) return readPlansJson(answer)
  const x12 = textOf(answer.x12)
  const empty = listOf(answer.benefitsInformation).length === 0 && listOf(answer.errors).length === 0
  if (x12 !== null && empty && isX12(x12)) return read271X12(x12)
  return flatFields.some((field) => answer[field] !== undefined) ? read271Json(answer) : null
}
