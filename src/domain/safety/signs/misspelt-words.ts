import { oneEditAway } from '../../../language/edit-distance.ts'
import { wordsOfClass } from '../word-classes.ts'

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

/** Slips that are more than a letter. */
const slips = new Map(
  Object.entries({
    swolen: 'swollen',
    throte: 'throat',
    thorat: 'throat',
    thraot: 'throat',
    brethe: 'breathe',
    breth: 'breath',
    brething: 'breathing',
    cheast: 'chest',
    chets: 'chest',
    tung: 'tongue',
    sucide: 'suicide',
  }),
)

/** What is one word of danger written as two. */
export const pairsOfDanger: ReadonlyMap<string, string> = new Map([
  ['over dosed', 'overdosed'],
  ['over dose', 'overdose'],
  ['hearth attack', 'heart attack'],
])

/** The word of danger that a word is a slip of ("siezure", class `misspelt`); any other word as it is. */
export const mendWord = (word: string): string => slips.get(word) ?? meant.get(word) ?? word
