import { isNumberWord } from '../../../language/number-words.ts'
import { phraseFinder, readPatterns } from '../../../language/patterns.ts'
import { stem } from '../../../language/stems.ts'
import { wordsOf } from '../../../language/words.ts'
import { dictionary } from '../../drugs/medicine-names.ts'
import { withMedicines } from '../../safety/signs/medicine-words.ts'

/** Hesitations say nothing of what a sentence does. */
const hesitations = new Set('um uh uhm er ah like just really actually basically so okay ok oh yeah the a an'.split(' '))

const findClasses = phraseFinder(readPatterns(new URL('act-classes.tsv', import.meta.url)))

/** No sentence of a call is longer; what follows is not read. */
const longest = 500

/** "We'll", and what speech recognition writes for it, which is another word elsewhere. */
const shortWill =
  /\b(i|we|he|she)(?:['’]ll\b|ll (?=(?:also |then |just )?(?:call|phone|ring|contact|reach|get|give|be|try|have|follow|make|let|send|transfer|connect|put|note|pass|file|report|take|check)\b))/giu

interface ShapedWord {
  word: string
  isClass: boolean
}

/** The words of a sentence with medicines, figures and wordings of one class as one word each. */
function shapedWords(text: string): ShapedWord[] {
  const words = withMedicines(wordsOf(text.slice(0, longest).replace(shortWill, '$1 will')), dictionary)
    .map(({ word }) => (word.startsWith('<') ? 'DRUG' : word))
    .filter((word) => !hesitations.has(word))
  const found = new Map(findClasses(words).map((one) => [one.from, one]))
  const shaped: ShapedWord[] = []
  for (let at = 0; at < words.length; ) {
    const wording = found.get(at)
    const word = words[at] ?? ''
    const isNumber = /^\d/u.test(word) || (isNumberWord(word) && word !== 'one')
    if (wording) shaped.push({ word: wording.value, isClass: true })
    else if (!isNumber) shaped.push({ word, isClass: word === 'DRUG' })
    else if (shaped.at(-1)?.word !== 'NUMBER') shaped.push({ word: 'NUMBER', isClass: true })
    at = wording?.to ?? at + 1
  }
  return shaped
}

/** Whether a text names that somebody is called, phoned or tried again: a time alone may be that of a delivery. */
export const namesContact = (text: string): boolean => shapedWords(text).some(({ word }) => ofContact.has(word))
const ofContact = new Set(['CALL', 'CALLBACK', 'CALLING'])

/** Whether a text names what only insurance is or does. */
export const namesInsurance = (text: string): boolean => shapedWords(text).some(({ word }) => ofInsurance.has(word))
const ofInsurance = new Set(['AUTH', 'COVER', 'COVERAGE', 'PLAN', 'DENY', 'ENDED', 'ACTIVE', 'COST', 'APPEAL', 'APPROVED'])

/** Two classes so far apart say nothing together. */
const reach = 7

/** What the classifier of acts sees of a sentence: names of features that it has. */
export function actFeatures(text: string): Set<string> {
  const features = new Set<string>()
  const shaped = shapedWords(text)
  const stems = shaped.map(({ word, isClass }) => (isClass ? word : stem(word)))
  for (const [at, own] of stems.entries()) {
    const [before, earlier] = [stems[at - 1] ?? 'BEGIN', stems[at - 2] ?? 'BEGIN']
    features.add(own)
    features.add(`${before} ${own}`)
    if (at > 0) features.add(`${earlier} ${before} ${own}`)
    if (!shaped[at]?.isClass) continue
    for (let other = Math.max(0, at - reach); other < at; other++) if (shaped[other]?.isClass) features.add(`${stems[other]} > ${own}`)
  }
  features.add(`${stems.at(-1) ?? 'BEGIN'} END`)
  features.add(`length ${Math.min(Math.ceil(Math.log2(shaped.length + 1)), 5)}`)
  if (text.trimEnd().endsWith('?')) features.add('asks')
  return features
}
