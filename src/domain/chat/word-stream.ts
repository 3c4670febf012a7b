import { setImmediate } from 'node:timers/promises'

/** Under load a turn of the event loop takes 50 ms: an emergency's answer of 60 words must not wait for 60 of them. */
const wordsInTurn = 8

/** Streams a text word by word, as a model would. White space comes with the word after it. Other requests run in between. */
export async function* wordByWord(text: string): AsyncGenerator<string> {
  if (text === '') return
  for (const [index, word] of text.split(/(?<=\S)(?=\s)/).entries()) {
    yield word
    if (index % wordsInTurn === wordsInTurn - 1) await setImmediate()
  }
}

/**
 * A model's tokens in a form that PostgreSQL can store: no NUL, no lone surrogate. A character split between two tokens comes
 * with the second.
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
