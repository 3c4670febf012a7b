import { foldWord } from './folding.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A word of a text as it is compared, and where it stands in the text (UTF-16 offsets, end exclusive). */
export interface Word {
  word: string
  start: number
  end: number
}

/** Longer runs of letters are noise; only their beginning is compared, which bounds the work a word costs. */
const longestWord = 40

/**
 * The words of a text, folded: lower case, without accents and apostrophes ("don't" is `dont`, also where speech
 * recognition wrote "do n't"). A number is its digits between commas and points. Signs are left out. Never throws; linear
 * in the length of the text.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const token of tokensOf(text)) {
    if (token.kind === 'sign') continue
    if (token.kind === 'word') addWord(words, token)
    else for (const part of partsOf(token)) addWord(words, part)
  }
  return words
}

type Part = Pick<Token, 'text' | 'start' | 'end'>

function partsOf({ text, start, end }: Part): Part[] {
  if (!/[.,]/.test(text)) return [{ text, start, end }]
  return [...text.matchAll(/[^.,]+/g)].map(({ 0: part, index }) => ({ text: part, start: start + index, end: start + index + part.length }))
}

function addWord(words: Word[], { text, start, end }: Part) {
  const word = foldWord(text.slice(0, longestWord))
  if (word === '') return
  const before = words.at(-1)
  if (word === 'nt' && before) Object.assign(before, { word: `${before.word}nt`, end })
  else words.push({ word, start, end })
}
