import { setImmediate } from 'node:timers/promises'

/** A text word by word, as a model would stream it; others get their turn between. */
export async function* wordByWord(text: string): AsyncGenerator<string> {
  for (const word of text.match(/\s*\S+\s*?(?=\s|$)/g) ?? []) {
    yield word
    await setImmediate()
  }
}
