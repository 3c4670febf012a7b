/** So many marks stand on one letter at most; no language writes as many. */
const mostMarks = 30
/** Ends a letter and its marks, and is not seen (U+034F). */
const joiner = '\u034f'
const firstMark = 0x300

/** What stands on the letter before it: marks, and the two half-width ones of Japanese that are letters until they are decomposed. */
const mark = /[\p{M}\uff9e\uff9f]/u
/** By code point, as far as known: 1 a mark, 2 none. Asking the pattern each time takes five times as long. */
const known = new Int8Array(0x20000)

function isMark(code: number): boolean {
  if (code >= known.length) return mark.test(String.fromCodePoint(code))
  if (known[code] === 0) known[code] = mark.test(String.fromCodePoint(code)) ? 1 : 2
  return known[code] === 1
}

/** The text with a joiner behind each 30 marks in a row. */
function streamSafe(text: string): string {
  let safe = ''
  let from = 0
  let marks = 0
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at)
    if (code < firstMark) {
      marks = 0
      continue
    }
    if (code >= 0xd800 && code < 0xdc00) code = text.codePointAt(at) ?? code
    if (code > 0xffff) at++
    marks = isMark(code) ? marks + 1 : 0
    if (marks <= mostMarks) continue
    const start = code > 0xffff ? at - 1 : at
    safe += text.slice(from, start) + joiner
    from = start
    marks = 1
  }
  return safe + text.slice(from)
}

/** A phrase of up to 18 letters as one character. Taken apart, a text of them is 18 times as long. */
const phrases = /[\ufdfa\ufdfb]/g

/**
 * A text in a normal form of Unicode. Engines sort the marks of one letter in time that grows with the square of their number,
 * so a joiner goes behind each 30 of them, as in the stream-safe text format (UAX #15, section 13). For comparison (NFKC, NFKD)
 * a character that stands for a whole phrase stays one. Linear.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const safe = streamSafe(text)
  if (!form.startsWith('NFK') || safe.search(phrases) < 0) return safe.normalize(form)
  return safe
    .split(phrases)
    .map((part) => part.normalize(form))
    .join('\ufdfa')
}
