/** A text that may go on. What is read is final only if nothing of it lay at the end. */
export interface Sight {
  text: string
  /** Whether something was read that more text could change. */
  open: boolean
}

export const letters = /\p{L}+/uy
export const gap = /[ \n]+/y
/** Between the words of a phrase: "twenty-four", "double check". */
const joint = /[ \n-]+/y

/** The run of a sticky pattern at a place; '' if there is none. */
export function run(sight: Sight, pattern: RegExp, at: number): string {
  pattern.lastIndex = at
  const found = pattern.exec(sight.text)?.[0] ?? ''
  if (at + found.length >= sight.text.length) sight.open = true
  return found
}

/** The word after a gap or hyphen, and its end; '' if something else follows. */
export function nextWord(sight: Sight, at: number): { word: string; end: number } {
  const start = at + run(sight, joint, at).length
  const word = start > at ? run(sight, letters, start) : ''
  return { word, end: start + word.length }
}
