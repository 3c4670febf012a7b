import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stem } from './stems.ts'

/** The stems of words that illnesses are named by; written by eval/train/answer-confidence/everyday-words.ts. */
const ofIllnesses: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'illness-words.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(stem),
)

/** How the names of illnesses end. */
const endings = /(?:itis|(?<!diagn)os[ie]s|omas?|a?emia|pathy|algia|plasia|penia|uria|rrh?ea|phobia|trophy|sclerosis|syndrome)$/

/** Whether a folded word names an illness. */
export const namesIllness = (word: string): boolean => ofIllnesses.has(stem(word)) || endings.test(word)
