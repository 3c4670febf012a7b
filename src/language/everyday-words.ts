import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stem } from './stems.ts'

/**
 * The stems of words that people use in everyday talk with doctors, without the names of illnesses and medicines; written by
 * eval/train/answer-confidence/everyday-words.ts.
 */
const everyday: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'everyday-words.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(stem),
)

/** Whether a folded word is one of everyday talk: what is none says something special. */
export const isEveryday = (word: string): boolean => everyday.has(stem(word))
