import { setImmediate } from 'node:timers/promises'

/** A text word by word, white space before its word, as a model would stream it; others get their turn between. */
export async function* wordByWord(text: string): AsyncGenerator<string> {
  if (text === '') return
  for (const word of text.split(/(?<=\S)(?=\s)/)) {
    yield word
    await setImmediate()
  }
}

/**
 * A model's tokens as a database can keep them: no NUL, no half of a character. A character that is divided between two
 * tokens comes with the second.
 */
export async function* storable(tokens: AsyncIterable<string>): AsyncGenerator<string> {
  let half = ''
  for await (const token of tokens) {
    const text = half + token.replaceAll('\0', '')
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    const whole = text.slice(0, text.length - half.length).toWellFormed()
    if (whole !== '') yield whole
  }
}
