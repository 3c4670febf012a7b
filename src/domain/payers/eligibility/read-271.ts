import type { Said } from './benefit-entry.ts'
import { listOf, objectOf, textOf } from './json-parts.ts'
import { read271Json } from './read-271-json.ts'
import { isX12, read271X12 } from './read-271-x12.ts'
import { readPlansJson } from './read-plans-json.ts'

/** The fields by which the flat form is known; a mere rejection may have the one or the other only. */
const flat = ['benefitsInformation', 'planStatus', 'errors', 'subscriber', 'payer', 'provider']

/**
 * Reads a 271 in any of the forms clearinghouses answer in: JSON with `plans`, flat JSON with `benefitsInformation`, X12
 * as a text or in the field `x12` of a JSON that says nothing else. Null if it is none of these.
 */
export function read271(body: unknown): Said | null {
  if (typeof body === 'string') return isX12(body) ? read271X12(body) : null
  const answer = objectOf(body)
  if (Array.isArray(answer.plans)) return readPlansJson(answer)
  const x12 = textOf(answer.x12)
  const empty = listOf(answer.benefitsInformation).length === 0 && listOf(answer.errors).length === 0
  if (x12 !== null && empty && isX12(x12)) return read271X12(x12)
  return flat.some((field) => answer[field] !== undefined) ? read271Json(answer) : null
}
