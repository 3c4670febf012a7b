import { randomInt } from 'node:crypto'

/** No 0, O, 1, I, L or U: characters that are easily confused over the phone or in handwriting. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A medical record number: `MRN-` and 8 unambiguous characters (30^8 possible numbers). */
export function newMrn(): string {
  return `MRN-${Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
