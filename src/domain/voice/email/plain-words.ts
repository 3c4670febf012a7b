import { normalForm } from '../../../platform/normal-form.ts'

/** Letters and figures of any script, and the punctuation of a phrase. Markup, controls and emoji are not among them. */
const ofPhrases = /^[\p{L}\p{M}\p{N} ,.'’"“”()%+:?!$&/·–—-]+$/u

/** What mail programs make a link of, or a person takes for an address. Each pattern reads a text once. */
const links = [
  // A point within a word: "evil.example". Not "0.5", "e.g." or "U.S.".
  /\.(?! |$|\p{N}|[,)?!]|\p{L}(?:[ .,)?!]|$))/u,
  /\p{N}\.\p{N}+\.\p{N}/u,
  // A colon with a word behind it: "mailto:x". Not "10:30".
  /:(?! |$|\p{N})|(?<!\p{N}):\p{N}/u,
  /\/\/|&[#\p{L}]/u,
  /(?<!\p{L})(?:www|dot)(?!\p{L})/iu,
]

/** Figures that can be dialled: seven or more however they are set apart, five together, or a toll-free number in letters. */
const dialled = [
  /\p{N}{5}/u,
  /(?<!\p{N})(?:1[-. ]?)?8(?:00|33|44|55|66|77|88)-\p{L}{3}|(?<!\p{N})1[-. ]8(?:00|33|44|55|66|77|88)(?!\p{N})/u,
]
const apart = /[ ().+/·–—-]/g

/**
 * Whether an agent's words may stand in a patient's mail: no link, no address, no phone number, no markup. Widths and styles of
 * letters do not hide any (NFKC).
 */
export function isPlainWords(text: string): boolean {
  const folded = normalForm(text, 'NFKC')
  return (
    ofPhrases.test(folded) &&
    /[\p{L}\p{N}]/u.test(folded) &&
    !links.some((link) => link.test(folded)) &&
    !dialled.some((number) => number.test(folded)) &&
    !/\p{N}{7}/u.test(folded.replace(apart, ''))
  )
}
