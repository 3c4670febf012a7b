/** Numbers as they are written: "80", "0.5", "1,500", "1-800-222-1222". */
const numbers = /\d[\d.,:/-]*\d|\d/g

const plain = (number: string) => number.replace(/(?<=\d),(?=\d{3})/g, '')

/** The numbers of a text. */
const numbersOf = (text: string) => (text.match(numbers) ?? []).map(plain)

/** Thrown where a model says a number that none of its sources has. */
export class MadeUpNumber extends Error {}

/**
 * Lets a model's tokens pass as they come, and holds back what may be a part of a number until the number is whole: one that
 * neither the sources nor the question have is never shown.
 * @throws MadeUpNumber
 */
export async function* withoutMadeUpNumbers(tokens: AsyncIterable<string>, allowed: string): AsyncGenerator<string> {
  const known = new Set(numbersOf(allowed))
  let held = ''
  const release = (text: string) => {
    for (const number of numbersOf(text)) if (!known.has(number)) throw new MadeUpNumber()
    return text
  }
  for await (const token of tokens) {
    const text = held + token
    const open = /[\d.,:/-]*\d[\d.,:/-]*$/.exec(text)?.index ?? text.length
    held = text.slice(open)
    if (open > 0) yield release(text.slice(0, open))
  }
  if (held !== '') yield release(held)
}
