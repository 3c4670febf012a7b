import { readFileSync } from 'node:fs'

/** Two groups of words of like sense that a word belongs to, a narrow and a wide one: what is learnt of "hives" is known of "welts". */
export interface WordSense {
  narrow: string
  wide: string
}

/** Made by eval/train/users/word-senses.ts: narrow group, wide group, words. */
const senses: ReadonlyMap<string, WordSense> = new Map(
  readFileSync(new URL('word-senses.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [narrow = '', wide = '', words = ''] = line.split('\t')
      return words.split(' ').map((word): [string, WordSense] => [word, { narrow, wide }])
    }),
)

/** The groups of a word in lower case and without apostrophes; undefined for a rare word. */
export const senseOf = (word: string): WordSense | undefined => senses.get(word)
