import { readFileSync } from 'node:fs'
import { isNumberWord } from '../../../language/number-words.ts'
import type { WordClasses } from '../../../language/patterns.ts'
import { medicineClasses } from './medicine-words.ts'

const bodyParts = new Set(readFileSync(new URL('parts-of-body.txt', import.meta.url), 'utf8').split(/\s+/))

/** Classes of words that the tables for symptoms and the cues around them name as `<name>`. */
export const sentenceClasses: WordClasses = new Map<string, (word: string) => boolean>([
  ...medicineClasses,
  ['body', (word: string) => bodyParts.has(word)],
  ['number', (word: string) => isNumberWord(word) || /^\d/.test(word)],
])
