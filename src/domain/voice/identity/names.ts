import { givenNamesScore, surnamesScore } from './name-fields.ts'
import { generationsOf, joined, type NamePart, nameParts, sameSpelling } from './name-parts.ts'

export interface PersonName {
  firstName: string
  lastName: string
}

/** The least confidence (see matchNames) at which a claimed name is the one on file. */
export const nameThreshold = 0.8

/**
 * How sure it is that a claimed name is the one on file, 0 to 1. 1: the same after folding (case, accents, punctuation,
 * titles, a suffix that one side says), also with first and last exchanged. 0.95 and more: known spellings, nicknames and
 * sound-alikes. From 0.8: one slip of the keyboard in either, a part of a double name, a middle name on one side. 0:
 * another person, as "John Smith Jr" is to "John Smith Sr"; nothing lies between 0 and 0.8, so that no threshold makes two
 * half-right names into one right one. A claimed field has at most two parts more than the record's: it is one name, not a list.
 *
 * Meant for candidates whose date of birth and member ID already match. Twins and spouses can share both, so given names
 * of other people must not match however near they sound. The fields on file are taken as right: rules for given names
 * are stricter, and only the claimed name may have its fields exchanged. Takes any text; reads 100 characters of a field.
 */
export function matchNames(claimed: PersonName, onFile: PersonName): number {
  if (ofOtherGeneration(claimed, onFile)) return 0
  const [first, last] = [nameParts(claimed.firstName), nameParts(claimed.lastName)]
  const [firstOnFile, lastOnFile] = [nameParts(onFile.firstName), nameParts(onFile.lastName)]
  return Math.max(confidence(first, last, firstOnFile, lastOnFile), confidence(last, first, firstOnFile, lastOnFile))
}

/** A suffix on one side only is no discrepancy. */
function ofOtherGeneration(claimed: PersonName, onFile: PersonName): boolean {
  const [one, two] = [claimed, onFile].map(({ firstName, lastName }) =>
    [...new Set([firstName, lastName].flatMap(generationsOf))].sort().join(' '),
  )
  return one !== '' && two !== '' && one !== two
}

type Field = readonly NamePart[]

function confidence(first: Field, last: Field, firstOnFile: Field, lastOnFile: Field): number {
  if (sameField(first, firstOnFile) && sameField(last, lastOnFile)) return first.length + last.length > 0 ? 1 : 0
  if (holdsGuesses(first, firstOnFile) || holdsGuesses(last, lastOnFile)) return 0
  const [given, surname] = [givenNamesScore(first, firstOnFile), surnamesScore(last, lastOnFile)]
  const both = (given + surname) / 2
  return given === 0 || surname === 0 ? 0 : both
}

/** How many parts a claimed field may have beyond those of the record: a middle name, a second last name. */
const mostExtraParts = 2

/** A field with more names than that tries them out: "Ada Grace Mary Ruth". One name in pieces ("J O H N") does not. */
const holdsGuesses = (claimed: Field, onFile: Field): boolean =>
  claimed.length > onFile.length + mostExtraParts && !sameField(claimed, onFile)

const sameField = (one: Field, two: Field): boolean => sameSpelling(joined(one), joined(two))
