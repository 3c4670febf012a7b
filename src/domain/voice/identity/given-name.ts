import { editDistance } from '../../../language/edit-distance.ts'
import { soundOf } from '../../../language/sound.ts'
import { isGivenName, namesOfOtherSexes, nicknameOf, sameGivenName } from './name-lists.ts'
import { type NamePart, sameSpelling } from './name-parts.ts'
import { hasFarLetter, swapsNeighbours } from './typing-slips.ts'

/** Pairs that the sound rules merge although they sound different. */
const apart = new Set(['marie mary', 'mari marie', 'mari mary', 'susan suzanne', 'susan suzann'])

/**
 * How sure it is that two given names (one word each) are one person's, 0 to 1; 0 is another person. Strict, since the
 * other factors cannot tell twins apart: what differs by more than spelling is taken only where a list says that it is
 * the same name, where only a doubled letter or the spelling of a last -y differs, or where one of the two is no name and
 * sounds like the other or is one slip away from it.
 */
export function givenNameScore(one: NamePart, two: NamePart): number {
  if (sameSpelling(one, two)) return 1
  const [a, b] = [one.plain, two.plain]
  if (!/^[a-z]{2,}$/.test(a) || !/^[a-z]{2,}$/.test(b)) return 0
  if (sameGivenName(a, b)) return 0.97
  if (nicknameOf(a, b)) return 0.95
  if (namesOfOtherSexes(a, b) || apart.has([a, b].sort().join(' ')) || otherSexByEnding(a, b)) return 0
  if (soundOf(a) === soundOf(b) && (!bothListed(a, b) || plainlyRespelled(a, b))) return 0.93
  return mistyped(a, b) ? 0.85 : 0
}

/** A final vowel more, less or other, or a doubled last letter and an e, makes another person's name: Dario, Daria, Darielle. */
function otherSexByEnding(a: string, b: string): boolean {
  if (bothListed(a, b) || a.replace(/h$/, '') === b.replace(/h$/, '')) return false
  const stem = (word: string) => word.replace(/[aeiou]h?$/, '')
  const bare = (word: string) => stem(word).replace(/(.)\1$/, '$1')
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  return stem(a) === stem(b) || (longer.endsWith('e') && bare(longer) === bare(shorter) && longer.length - shorter.length > 0)
}

const bothListed = (a: string, b: string) => isGivenName(a) && isGivenName(b)

/** "Vicki" and "Vicky", "Marisa" and "Marissa". In a short word a doubled letter may tell vowels apart: "Dina", "Dinna". */
function plainlyRespelled(a: string, b: string): boolean {
  const ending = (word: string) => word.replace(/(?<=[^aeiou])(?:i|ie|ee|ey|y|eigh)$/, 'y')
  const undoubled = (word: string) => ending(word).replace(/([^aeiou])\1/g, '$1')
  return ending(a) === ending(b) || (Math.min(a.length, b.length) > 4 && undoubled(a) === undoubled(b))
}

function mistyped(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < 4 || a[0] !== b[0] || hasFarLetter(a, b)) return false
  if (bothListed(a, b)) return false
  if (swapsNeighbours(a, b) && a.at(-1) === b.at(-1)) return true
  return isGivenName(a) !== isGivenName(b) && editDistance(a, b) <= (shorter < 9 ? 1 : 2)
}
