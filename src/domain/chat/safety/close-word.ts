import { oneEditAway } from '../../library/one-edit-away.ts'
import { wordsOfClass } from './patterns.ts'

/** Shorter words have too many neighbours that are ordinary words. */
const shortest = 6

/** Ordinary words that stand one letter from a word of danger. */
const ordinary = new Set(
  'breaths breathed breather breadth threat threats throats tongues swells swallows shallow breeding blessing cheating cloaking overdoses overdone occident accidents ambulances allergy double troubles troubled respire respira demasiada pastilla gargantas smelling spelling telling swearing wheeling grasping checking stocking shocking seizures'.split(
    ' ',
  ),
)

function neighbours(): Map<string, string> {
  const known = wordsOfClass('misspelt')
  const close = new Map<string, string>()
  for (const word of known) {
    for (const misspelt of oneEditAway(word)) {
      // People get the first letter right, and that keeps "leisure" from being a seizure.
      const isOther = known.has(misspelt) || ordinary.has(misspelt) || misspelt[0] !== word[0]
      if (!isOther && misspelt.length >= shortest) close.set(misspelt, word)
    }
  }
  return close
}

const meant = neighbours()

/** The word of danger (`misspelt` of `classes.tsv`) that a word is one letter away from ("siezure"); any other word as it is. */
export const closeWord = (word: string): string => meant.get(word) ?? word
