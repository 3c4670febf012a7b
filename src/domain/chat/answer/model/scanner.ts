/** A text that may go on. What is read is final only if nothing of it lay at the end. */
export interface Scanner {
  text: string
  /** Whether something was read that more text could change. */
  open: boolean
}

export const letters = /\p{L}+/uy
export const gap = /[ \n]+/y
/** Between the words of a phrase: "twenty-four", "double check". */
const joint = /[ \n-]+/y

/** The run of a sticky pattern at a place; '' if there is none. */
export function run(scanner: Scanner, pattern: RegExp, at: number): string {
  pattern.lastIndex = at
  const found = pattern.exec(scanner.text)?.[0] ?? ''
  if (at + found.length >= scanner.text.length) scanner.open = true
  return found
}

/** The word after a gap or hyphen, and its end; '' if something else follows. */
export function nextWord(scanner: Scanner, at: number): { word: string; end: number } {
  const start = at + run(scanner, joint, at).length
  const word = start > at ? run(scanner, letters, start) : ''
  return { word, end: start + word.length }
}
