import { editDistance } from '../../../language/edit-distance.ts'
import { soundOf } from '../../../language/sound.ts'
import { isFrequentSurname, sameSurname } from './name-lists.ts'
import { type NamePart, sameSpelling } from './name-parts.ts'
import { swapsNeighbours } from './typing-slips.ts'

/**
 * How sure it is that two last names (one part each) are one, 0 to 1; 0 is another name. Relatives share a last name, so
 * this may be laxer than for given names. Two frequent names one slip apart ("Mills", "Hills") are two names.
 */
export function surnameScore(one: NamePart, two: NamePart): number {
  if (sameSpelling(one, two)) return 1
  const [a, b] = [one.plain, two.plain]
  if (!/^[a-z]{2,}$/.test(a) || !/^[a-z]{2,}$/.test(b)) return 0
  if (sameSurname(a, b)) return 0.97
  if (soundOf(a) === soundOf(b)) return 0.95
  return mistyped(a, b) ? 0.87 : 0
}

function mistyped(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length)
  if (longer < 5 || (a[0] !== b[0] && longer < 6)) return false
  if (swapsNeighbours(a, b)) return true
  if (isFrequentSurname(a) && isFrequentSurname(b)) return false
  return editDistance(a, b) <= (longer > 7 && a[0] === b[0] ? 2 : 1)
}
