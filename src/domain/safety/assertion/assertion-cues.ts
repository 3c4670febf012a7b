import { patternFinder, readPatterns } from '../../../language/patterns.ts'
import { wordClasses } from '../word-classes.ts'

/** Finds the words that say whether something is so: denials, suppositions, questions, the past, other people (`assertion-cues.tsv`). */
export const findAssertionCues = patternFinder(readPatterns(new URL('assertion-cues.tsv', import.meta.url)), { classes: wordClasses })
