import { plainCharacter } from '../../../../language/plain-characters.ts'
import { beginsDirective, directiveAt, directiveWords } from './directives.ts'
import { figuresAt } from './figures.ts'
import { numberWords } from './number-words.ts'
import { numbering } from './numbering.ts'
import { letters, run, type Scanner } from './scanner.ts'
import { type StatedFacts, statedFacts } from './stated-facts.ts'

/** Thrown where a model says a number, or to change a dose, as none of its sources does. */
export class UnsupportedFigure extends Error {}

/** No figure with its unit is longer: what is, tries to get by. */
const longestHeld = 40
/** How much of what has passed is looked back at. */
const lookBack = 24

const beginnings = new Set(
  [...numberWords, ...directiveWords].flatMap((word) => Array.from(word, (_letter, index) => word.slice(0, index + 1))),
)

/**
 * Lets a model's tokens pass as they come, and holds back what may be a part of a figure until it is whole with its unit: one
 * that `allowed` does not have with that unit is never shown, nor a word like "double" or "skip" that it does not have. What
 * passes is what the model said, to the letter, however it was cut into tokens.
 * @throws UnsupportedFigure
 */
export async function* withoutUnsupportedFigures(tokens: AsyncIterable<string>, allowed: string): AsyncGenerator<string> {
  const guard = numberGuard(statedFacts(allowed))
  let half = ''
  for await (const token of tokens) {
    const text = half + token
    // Half of a character says nothing.
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    yield* passing(guard.take(half === '' ? text : text.slice(0, -1), false))
  }
  yield* passing(guard.take(half, true))
}

function* passing({ text, madeUp }: { text: string; madeUp: boolean }): Generator<string> {
  if (text !== '') yield text
  if (madeUp) throw new UnsupportedFigure()
}

/** Works character by character, so that tokens' ends decide nothing. */
function numberGuard(facts: StatedFacts) {
  const passes = guardedBy(facts)
  /** As it is read: some of what has passed, and from `at` what is held. */
  let plain = '\n'
  let at = 1
  /** As it was written: what is held, each character with the length of its plain form. */
  let held: { written: string; length: number }[] = []
  let heldLength = 0
  /** Of plain text that may pass, where a character is written that has several. */
  let due = 0

  /** What is held, as far as it may pass. */
  function released(ended: boolean): { text: string; madeUp: boolean } {
    let text = ''
    while (held.length > 0) {
      const first = held[0]
      if (first && first.length <= due) {
        due -= first.length
        heldLength -= first.written.length
        text += first.written
        held = held.slice(1)
        continue
      }
      const length = passes(plain, at, ended)
      if (length === 'made up') return { text, madeUp: true }
      if (length === 0) break
      due += length
      at += length
    }
    return { text, madeUp: heldLength > longestHeld }
  }

  return {
    take(text: string, ended: boolean): { text: string; madeUp: boolean } {
      let passed = ''
      for (const written of text) {
        const character = plainCharacter(written)
        held.push({ written, length: character.length })
        heldLength += written.length
        plain += character
        const more = released(false)
        passed += more.text
        if (more.madeUp) return { text: passed, madeUp: true }
        plain = plain.slice(Math.max(0, at - lookBack))
        at = Math.min(at, lookBack)
      }
      const rest = released(ended)
      return { text: passed + rest.text, madeUp: rest.madeUp }
    },
  }
}

/** How much of a plain text may pass from a place on: 0 while more must be seen. */
function guardedBy(facts: StatedFacts) {
  const isNumbering = numbering()
  return (text: string, at: number, ended: boolean): number | 'made up' => {
    const first = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const scanner: Scanner = { text, open: false }
    const word = run(scanner, letters, at)
    if (word === '' && !/[\d^]/.test(first)) return first.length
    if (word !== '') {
      // The rest of a word of which the beginning has passed.
      if (/\p{L}$/u.test(text.slice(0, at))) return word.length
      const watched = beginnings.has(word) || beginsDirective(word)
      if (!watched) return word.length
      if (scanner.open && !ended) return 0
    }
    const read = figuresAt(scanner, at)
    if (scanner.open && !ended) return 0
    const before = /(\p{L}*)[^\p{L}]*$/u.exec(text.slice(0, at))?.[1] ?? ''
    const directive = directiveAt(scanner, at, before)
    if (scanner.open && !ended) return 0
    if (directive !== undefined && !facts.directs(directive)) return 'made up'
    if (!read) return word.length || first.length
    // "1)" and "1.": whether they number a list, the next character tells.
    if (text.length < read.end + 2 && !ended) return 0
    if (isNumbering(text, at, before, read) || read.figures.every(facts.has)) return read.end - at
    return 'made up'
  }
}
