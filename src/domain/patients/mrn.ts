import { randomInt } from 'node:crypto'

/** Without 0 O, 1 I L and U: what is read over a phone or from handwriting stays one reading. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A medical record number: `MRN-` and 8 unambiguous characters, 30^8 of them. */
export function newMrn(): string {
  return `MRN-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
