import { plainCharacter } from '../../../../language/plain-characters.ts'
import { beginsDirective, directiveAt, directiveWords } from './directives.ts'
import { figuresAt } from './figures.ts'
import { numbering } from './numbering.ts'
import { letters, run, type Scanner } from './scanner.ts'
import { numberWords } from './spelled-numbers.ts'
import { type StatedFacts, statedFacts } from './stated-facts.ts'
import { UnsupportedText } from './unsupported.ts'

/** Thrown when a model states a figure, or tells a person to change a dose, and no source supports it. */
export class UnsupportedFigure extends UnsupportedText {
  constructor() {
    super('figure')
  }
}

/** The most characters held back. No figure with its unit is longer; a longer one is an attempt to evade the guard. */
const maxHeld = 40
/** Released characters that are kept as context for the next figure. */
const lookBack = 24

const prefixes = new Set(
  [...numberWords, ...directiveWords].flatMap((word) => Array.from(word, (_letter, index) => word.slice(0, index + 1))),
)

/**
 * Passes a model's tokens on as they come, but holds back any text that may be part of a figure until the figure and its unit
 * are complete. A figure that `allowed` does not state with that unit is never shown, nor is a word such as "double" or "skip"
 * that `allowed` does not contain. The text that passes is the model's, character for character, wherever its tokens end.
 * @throws UnsupportedFigure
 */
export async function* withoutUnsupportedFigures(tokens: AsyncIterable<string>, allowed: string): AsyncGenerator<string> {
  const guard = figureGuard(statedFacts(allowed))
  let loneSurrogate = ''
  for await (const token of tokens) {
    const text = loneSurrogate + token
    // A character split between two tokens is read with the second.
    loneSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    yield* checked(guard.take(loneSurrogate === '' ? text : text.slice(0, -1), false))
  }
  yield* checked(guard.take(loneSurrogate, true))
}

function* checked({ text, unsupported }: { text: string; unsupported: boolean }): Generator<string> {
  if (text !== '') yield text
  if (unsupported) throw new UnsupportedFigure()
}

/** Works character by character, so that token boundaries make no difference. */
function figureGuard(facts: StatedFacts) {
  const passableLength = figureCheck(facts)
  /** The plain form of the text: some released characters, then, from `at`, the held ones. */
  let plain = '\n'
  let at = 1
  /** The held characters as written, each with the length of its plain form. */
  let held: { written: string; length: number }[] = []
  let heldLength = 0
  /** Plain characters that may pass but belong to a written character whose plain form is longer. */
  let due = 0

  /** Releases the held text as far as it may pass. */
  function release(ended: boolean): { text: string; unsupported: boolean } {
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
      const length = passableLength(plain, at, ended)
      if (length === 'unsupported') return { text, unsupported: true }
      if (length === 0) break
      due += length
      at += length
    }
    return { text, unsupported: heldLength > maxHeld }
  }

  return {
    take(text: string, ended: boolean): { text: string; unsupported: boolean } {
      let passed = ''
      for (const written of text) {
        const character = plainCharacter(written)
        held.push({ written, length: character.length })
        heldLength += written.length
        plain += character
        const more = release(false)
        passed += more.text
        if (more.unsupported) return { text: passed, unsupported: true }
        plain = plain.slice(Math.max(0, at - lookBack))
        at = Math.min(at, lookBack)
      }
      const rest = release(ended)
      return { text: passed + rest.text, unsupported: rest.unsupported }
    },
  }
}

/** Returns a function that says how many plain characters may pass from a position on: 0 if it needs more text to decide. */
function figureCheck(facts: StatedFacts) {
  const isNumbering = numbering()
  return (text: string, at: number, ended: boolean): number | 'unsupported' => {
    const first = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const scanner: Scanner = { text, open: false }
    const word = run(scanner, letters, at)
    if (word === '' && !/[\d^]/.test(first)) return first.length
    if (word !== '') {
      // The rest of a word whose beginning has already passed.
      if (/\p{L}$/u.test(text.slice(0, at))) return word.length
      const watched = prefixes.has(word) || beginsDirective(word)
      if (!watched) return word.length
      if (scanner.open && !ended) return 0
    }
    const read = figuresAt(scanner, at)
    if (scanner.open && !ended) return 0
    const before = /(\p{L}*)[^\p{L}]*$/u.exec(text.slice(0, at))?.[1] ?? ''
    const directive = directiveAt(scanner, at, before)
    if (scanner.open && !ended) return 0
    if (directive !== undefined && !facts.directs(directive)) return 'unsupported'
    if (!read) return word.length || first.length
    // "1)" and "1.": the next character decides whether they number a list.
    if (text.length < read.end + 2 && !ended) return 0
    if (isNumbering(text, at, before, read) || read.figures.every(facts.has)) return read.end - at
    return 'unsupported'
  }
}
