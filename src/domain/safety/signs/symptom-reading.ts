import { fillers } from '../../../language/fillers.ts'
import { type PatternMatch, phraseFinder, readPatterns } from '../../../language/patterns.ts'
import type { Sentence } from '../../../language/sentences.ts'
import type { Word } from '../../../language/words.ts'
import { dictionary, type MedicineNames } from '../../drugs/medicine-names.ts'
import { type AssertionStatus, assertionStatus, findAssertions } from '../assertion/symptom-assertion.ts'
import { withMedicines } from './medicine-words.ts'
import { sentenceClasses as classes } from './sentence-classes.ts'

interface Symptom extends PatternMatch {
  name: string
  status: AssertionStatus
}

/** A sentence with what was found in it: symptoms, and the cues around them by kind (`cues.tsv`). */
export interface SymptomSentence {
  words: readonly Word[]
  question: boolean
  symptoms: Symptom[]
  cues: PatternMatch[]
  /** It stands in a long message, most of which is about something else: its words then count by weights of their own, too. */
  isAmongMany?: boolean
}

/** From so many words on a message is long. */
export const longMessage = 40

/** Wordings that only look like a symptom ("it's a pain"). */
const idiom = '-'

const findSymptoms = phraseFinder(readPatterns(new URL('symptoms.tsv', import.meta.url)), { classes, fillers })
const findCues = phraseFinder(readPatterns(new URL('cues.tsv', import.meta.url)), { classes, fillers })

/** Reads a sentence: symptoms by their plain names, each with its assertion status, and cues; a medicine's name is one word of it. */
export function read(sentence: Sentence, names: MedicineNames = dictionary): SymptomSentence {
  const { question } = sentence
  const words = withMedicines(sentence.words, names)
  const plain = words.map(({ word }) => word)
  const cues = findCues(plain)
  const found = findSymptoms(plain)
  const assertions = found.length > 0 ? findAssertions(plain) : []
  const symptoms = found
    .filter(({ value }) => value !== idiom)
    .map((match) => ({
      ...match,
      name: match.value.replace('{}', match.filled ?? '').trim(),
      status: assertionStatus(match, cues, { words, question }, assertions),
    }))
  return { words, question, symptoms, cues }
}
