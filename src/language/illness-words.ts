import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stem } from './stems.ts'

const stemsIn = (file: string): ReadonlySet<string> =>
  new Set(
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map(stem),
  )

/**
 * Written by eval/train/answer-confidence/everyday-words.ts from the subjects of MedQuAD (Ben Abacha and Demner-Fushman 2019, CC BY 4.0), which is not in the
 * repository; some of them are words of other things, too.
 */
const ofIllnesses = stemsIn('illness-words.txt')
/** Written by hand: names that mean an illness and nothing else, though patients use them every day. */
const common = stemsIn('common-illnesses.txt')

/** How the names of illnesses end. */
const endings = /(?:itis|(?<!diagn)os[ie]s|omas?|a?emia|pathy|algia|plasia|penia|uria|rrh?ea|phobia|trophy|sclerosis|syndrome)$/

/** Whether a folded word names an illness that everybody knows by that name. */
export const isCommonIllness = (word: string): boolean => common.has(stem(word))

/** Whether a folded word ends as the names of illnesses do. */
export const endsAsIllness = (word: string): boolean => endings.test(word)

/** Whether a folded word may name an illness. */
export const namesIllness = (word: string): boolean => ofIllnesses.has(stem(word)) || endsAsIllness(word)
