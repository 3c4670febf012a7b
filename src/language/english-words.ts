import { readFileSync } from 'node:fs'
import { oneEditAway } from './edit-distance.ts'

const words: ReadonlySet<string> = new Set(
  readFileSync(new URL('english-words.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' ')),
)

/** Endings of English forms, and what the plain form has instead. */
const forms: [ending: RegExp, plain: string][] = [
  [/(?:s|ed|ing|er|est|ly)$/, ''],
  [/(?:es|ed|ing|er|est)$/, 'e'],
  [/i(?:es|ed|er|est|ly)$/, 'y'],
  [/es$/, ''],
  [/(.)\1(?:ed|ing|er)$/, '$1'],
]

/** Whether a folded word is English as people use it, in any of its forms. */
export const isEnglish = (word: string): boolean =>
  words.has(word) || forms.some(([ending, plain]) => ending.test(word) && words.has(word.replace(ending, plain)))

/** Whether a folded word is English with one letter wrong. Costs some hundred looks. */
export const isMisspeltEnglish = (word: string): boolean => oneEditAway(word).some((near) => isEnglish(near))
