import { numberWords } from '../../../language/number-words.ts'

/** Figures at the end of a text that was cut: half a number, or an amount without its unit, is another one. */
const figuresAtEnd = new RegExp(
  `(?:[\\s,-]*(?<![\\p{L}\\d])(?:[$€£]?\\d[\\d.,:/-]*|[$€£]|\\p{L}|oh|point|and|zero|one|double|triple|${numberWords.join('|')}))+$`,
  'iu',
)

/** At most `length` UTF-16 units of a text, cut at a word and marked; never within a character or a number. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
  const space = cut.lastIndexOf(' ')
  const whole = space > length / 2 ? cut.slice(0, space) : cut
  return `${(whole.slice(0, -tail) + whole.slice(-tail).replace(figuresAtEnd, '')).replace(/[\s,;:–-]+$/u, '')}…`
}

/** What a number takes at most, in UTF-16 units. */
const tail = 120

/** Text that a database takes: without NUL and lone surrogates, spaces as one. */
export const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed().replace(/\s+/gu, ' ').trim()

const noises = /\[(?:unintelligible|inaudible|crosstalk|silence|noise|music|laughter|pause|unclear)[^\]]{0,20}\]|<[a-z_]{1,20}>/giu
const fillers = /(?:^|(?<=[\s,.…-]))(?:u+m+|u+h+m*|e+r+m*|hm+|mm+|ah+|mhm|uh-huh)\b[\s,.…-]*/giu
/** Fillers only where they are set off; elsewhere they are the sentence ("let you know"). */
const setOff = /(?:^|(?<=[,.…-]\s?))(?:you know|i mean|kind of like),\s*/giu
const openers =
  /^(?:(?:oh|okay|ok|yeah|yes|yep|well|so|and|but|hi|hey|hello|right|alright|all right|sure|great|perfect|actually|basically|good (?:morning|afternoon|evening)|no problem|of course)(?:[\s,.!…-]+|$)|(?:thank you(?: so much| very much)?|thanks(?: a lot)?|sorry|please|like|no|hi \p{L}+|hello \p{L}+)[,.!…]+\s*)+/iu

/** Little words said twice in a row. Of other words a second one may be meant: "four four one two", "very very sick". */
const little = '(?:i|the|an?|to|and|my|is|it|you|we|he|she|they|of|in|on|for|so|but|was|this|if|do|at|with|he|your|our|it.s|i.m|i.ve)'
const stutter = new RegExp(`\\b(${little}(?: ${little})?)(?:[-,.…]*\\s+\\1\\b(?!['’]))+`, 'giu')

/**
 * A sentence as a note would have it: without fillers, false starts and the marks of a transcriber, a capital at the
 * beginning and a stop at the end. Nothing is added; an empty result was nothing but such.
 */
export function cleaned(sentence: string): string {
  const text = sentence
    .replace(noises, ' ')
    .replace(/\s+(n['’]t|['’](?:s|re|ve|ll|d|m))\b/giu, '$1')
    .replace(/\b(gon|wan|got) (na|ta)\b/giu, '$1$2')
    .replace(/\s+([,.?!;:])/gu, '$1')
    .replace(fillers, ' ')
    .replace(setOff, '')
    .replace(stutter, '$1')
    .replace(/(\p{L})-(?=\s+\p{L}{2}|$)/gu, '$1')
    .replace(/\bi\b(?=['’\s])/gu, 'I')
    .replace(/(?:\s*,)+/gu, ',')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(openers, '')
    .replace(/^[\s,.;:!?…–-]+|[\s,;:–-]+$/gu, '')
  if (!/[\p{L}\p{N}]/u.test(text)) return ''
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?!…。！？]["”')]?$/u.test(capital) ? capital : `${capital}.`
}

/** How many words a text has; of scripts without spaces, how many runs of letters. */
export const wordCount = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)?.length ?? 0
