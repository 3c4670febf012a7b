import { groupAt, type NumberSource } from '../../language/cardinal.ts'
import { isNumberWord, saidDigit } from '../../language/number-words.ts'
import { memberIdKey } from './member-id.ts'

/** Words of the spelling alphabet; each stands for its first letter. */
const alphabet = new Set(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray x-ray yankee zulu'.split(
    ' ',
  ),
)

/** Letters as speech recognition writes them. */
const letterNames = new Map(
  Object.entries({
    bee: 'b',
    cee: 'c',
    see: 'c',
    sea: 'c',
    dee: 'd',
    eff: 'f',
    gee: 'g',
    aitch: 'h',
    jay: 'j',
    kay: 'k',
    ell: 'l',
    em: 'm',
    en: 'n',
    pee: 'p',
    cue: 'q',
    queue: 'q',
    ar: 'r',
    ess: 's',
    tee: 't',
    tea: 't',
    vee: 'v',
    ex: 'x',
    why: 'y',
    zee: 'z',
    zed: 'z',
  }),
)

/** Digits that speech recognition takes for other words. */
const digitSounds = new Map(Object.entries({ to: '2', too: '2', for: '4', fore: '4', ate: '8', won: '1', nought: '0', naught: '0' }))

const times = new Map(Object.entries({ double: 2, triple: 3, treble: 3, quadruple: 4 }))

/** Said between the characters of an ID, without being one. */
const between = new Set(
  'dash hyphen space minus slash dot point capital letter number the then and uh um er so its is it my id member uppercase big'.split(' '),
)

/** "W as in whiskey", "w for whiskey", "w like whiskey". */
const asIn = [['as', 'in'], ['is', 'in'], ['is', 'for'], ['as'], ['like'], ['for']]

/** What "oh" is until it is decided: a zero or the letter. */
const oh = '?'
const mostUndecided = 3
/** A run of letters that is no word above and no longer belongs to the ID as it stands: "KP 1038". */
const longestRun = 4
const longestId = 200

/**
 * The keys (`memberIdKey`) that a member ID may mean as it was said, the likeliest first: as it is written, or spelled in words
 * ("w as in whiskey one two three", "double four oh"). "Oh" may be a zero or the letter. What is no spelling has only its own key.
 */
export function memberIdKeys(said: string): string[] {
  const written = memberIdKey(said)
  const spelled = characters(wordsIn(said.slice(0, longestId)))
  const keys = spelled === undefined ? [] : decided(spelled)
  return [...new Set([...keys.map(memberIdKey), written])].filter((key) => key !== '')
}

const wordsIn = (said: string): string[] =>
  said
    .toLowerCase()
    .replace(/x[- ]ray/gu, 'xray')
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '')

/** The characters that words spell; undefined where one of them spells nothing. */
function characters(words: readonly string[]): string | undefined {
  const tokens: NumberSource = { at: (index) => (words[index] === undefined ? undefined : { text: words[index], after: 'space' }) }
  let spelled = ''
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? ''
    const repeated = times.get(word)
    const isDoubleU = word === 'double' && /^(?:u|you)$/u.test(words[at + 1] ?? '')
    const one = isDoubleU ? { text: 'w', to: at + 2 } : characterAt(words, tokens, repeated === undefined ? at : at + 1, spelled)
    if (one === undefined || (repeated !== undefined && !isDoubleU && one.text.length !== 1)) return undefined
    spelled += one.text.repeat(isDoubleU ? 1 : (repeated ?? 1))
    at = one.to
  }
  return spelled
}

function characterAt(words: readonly string[], tokens: NumberSource, at: number, before: string): { text: string; to: number } | undefined {
  const word = words[at]
  if (word === undefined) return undefined
  const letter = /^[a-z]$/u.test(word) ? word : letterNames.get(word)
  const example = letter === undefined ? undefined : exampleAfter(words, at + 1, letter)
  if (letter !== undefined && example !== undefined) return { text: letter, to: example }
  if (word === 'oh' || word === 'o') return { text: oh, to: at + 1 }
  if (letter !== undefined) return { text: letter, to: at + 1 }
  if (/\d/u.test(word)) return { text: word, to: at + 1 }
  if (alphabet.has(word)) return { text: word.startsWith(before.at(-1) ?? '-') ? '' : (word[0] ?? ''), to: at + 1 }
  const digit = saidDigit(word) ?? digitSounds.get(word)
  if (digit !== undefined && words[at + 1] !== 'hundred') return { text: String(digit), to: at + 1 }
  const group = groupAt(tokens, at)
  if (group) return hundredAt(words, tokens, group)
  if (between.has(word)) return { text: '', to: at + 1 }
  return word.length <= longestRun ? { text: word, to: at + 1 } : undefined
}

/** "Four hundred", "four hundred twelve", "forty-two". */
function hundredAt(words: readonly string[], tokens: NumberSource, group: { value: number; to: number }) {
  if (words[group.to] !== 'hundred') return { text: String(group.value), to: group.to }
  const rest = groupAt(tokens, group.to + 1)
  return { text: String(group.value * 100 + (rest?.value ?? 0)), to: rest?.to ?? group.to + 1 }
}

/** Where the word ends that says which letter is meant: "as in whiskey", "like boy", "boy". */
function exampleAfter(words: readonly string[], at: number, letter: string): number | undefined {
  const opening = asIn.find((phrase) => phrase.every((word, index) => words[at + index] === word))
  const to = at + (opening?.length ?? 0)
  const word = words[to] ?? ''
  const isExample = word.length > 1 && word.startsWith(letter)
  if (opening) return isExample ? to + 1 : undefined
  return isExample && isNoCharacter(word) ? to + 1 : undefined
}

/** "B boy", "w whiskey"; "s six" is two characters. */
const isNoCharacter = (word: string): boolean =>
  !/\d/u.test(word) && !isNumberWord(word) && !digitSounds.has(word) && !letterNames.has(word) && !times.has(word) && !between.has(word)

/** Every reading of what is undecided, zeros first; of much of it all zeros or all letters. */
function decided(spelled: string): string[] {
  const parts = spelled.split(oh)
  if (parts.length - 1 > mostUndecided) return [parts.join('0'), parts.join('o')]
  return parts.slice(1).reduce((made, part) => made.flatMap((start) => [`${start}0${part}`, `${start}o${part}`]), [parts[0] ?? ''])
}
