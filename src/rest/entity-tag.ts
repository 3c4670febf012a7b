import { createHash } from 'node:crypto'
import type { Request } from 'express'

/** What a document calls the state of the record that it answers with: it goes into `ETag`, not into the body. */
export const entityTagField = 'entity_tag'

/** A strong entity tag of an answer that names no state of its own: its bytes are the state (RFC 9110, 8.8.3). */
export const entityTagOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** Of a list of entity tags; `weak` is of those that say that they are. Linear: neither part can begin with the other's end. */
const listed = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/**
 * Whether the client has the answer already: `If-None-Match` names its state, strongly or weakly, or is `*` (RFC 9110, 13.1.2).
 */
export function isKnown(request: Request, tag: string): boolean {
  const sent = request.get('if-none-match')
  if (sent === undefined) return false
  return sent.trim() === '*' || [...sent.matchAll(listed)].some(([, , known]) => known === tag)
}

/**
 * The states that `If-Match` takes the record to have; undefined where any will do (no header, or `*`: whether there is a record is
 * asked anyway). Weak tags match nothing, and neither does what is no entity tag (RFC 9110, 13.1.1).
 */
export function expectedTags(request: Request): string[] | undefined {
  const sent = request.get('if-match')
  if (sent === undefined || sent.trim() === '*') return undefined
  return [...sent.matchAll(listed)]
    .flatMap(([, weak, tag = '']) => (weak === undefined && tag.length <= 100 && tag !== '' ? [tag] : []))
    .slice(0, 100)
}
