import { type Group, groupAt, type NumberSource } from '../../language/cardinal.ts'
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

/** "Oh" is a zero or the letter; "twenty four" is 24 or 20 and 4. The likelier reading comes first. */
const oh = ['0', 'o']
const mostReadings = 16
/** A run of letters that is no word above and no longer belongs to the ID as it stands: "KP 1038". */
const longestRun = 4
const longestId = 400

/**
 * The keys (`memberIdKey`) that a member ID may mean as it was said, the likeliest first: as it is written, or spelled in words
 * ("w as in whiskey one two three", "double four oh"). "Oh" may be a zero or the letter. What is no spelling has only its own key.
 */
export function memberIdKeys(said: string): string[] {
  const written = memberIdKey(said)
  const spelled = characters(wordsIn(said.slice(0, longestId)))
  const keys = spelled === undefined ? [] : readingsOf(spelled)
  return [...new Set([...keys.map(memberIdKey), written])].filter((key) => key !== '')
}

const wordsIn = (said: string): string[] =>
  said
    .toLowerCase()
    .replace(/x[- ]ray/gu, 'xray')
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '')

interface Character {
  /** What it may be. */
  readings: readonly string[]
  to: number
}

/** The characters that words spell; undefined where one of them spells nothing. */
function characters(words: readonly string[]): Character[] | undefined {
  const tokens: NumberSource = { at: (index) => (words[index] === undefined ? undefined : { text: words[index], after: 'space' }) }
  const spelled: Character[] = []
  for (let at = 0; at < words.length; ) {
    const isDoubleU = words[at] === 'double' && /^(?:u|you)$/u.test(words[at + 1] ?? '')
    const repeated = isDoubleU ? undefined : times.get(words[at] ?? '')
    const before = spelled.at(-1)?.readings[0] ?? ''
    const one = isDoubleU ? { readings: ['w'], to: at + 2 } : characterAt(words, tokens, repeated === undefined ? at : at + 1, before)
    if (one === undefined || (repeated !== undefined && one.readings[0]?.length !== 1)) return undefined
    spelled.push({ ...one, readings: one.readings.map((reading) => reading.repeat(repeated ?? 1)) })
    at = one.to
  }
  return spelled
}

function characterAt(words: readonly string[], tokens: NumberSource, at: number, before: string): Character | undefined {
  const word = words[at]
  if (word === undefined) return undefined
  const is = (...readings: string[]): Character => ({ readings, to: at + 1 })
  const letter = /^[a-z]$/u.test(word) ? word : letterNames.get(word)
  const example = letter === undefined ? undefined : exampleAfter(words, at + 1, letter)
  if (letter !== undefined && example !== undefined) return { readings: [letter], to: example }
  if (word === 'oh' || word === 'o') return is(...oh)
  if (letter !== undefined) return is(letter)
  if (/\d/u.test(word)) return is(word)
  if (alphabet.has(word)) return is(before !== '' && word.startsWith(before) ? '' : (word[0] ?? ''))
  const digit = saidDigit(word) ?? digitSounds.get(word)
  if (digit !== undefined && words[at + 1] !== 'hundred') return is(String(digit))
  const group = groupAt(tokens, at)
  if (group) return groupIn(words, tokens, at, group)
  if (between.has(word)) return is('')
  return word.length <= longestRun ? is(word) : undefined
}

/** "Four hundred", "four hundred twelve", "forty-two". */
function groupIn(words: readonly string[], tokens: NumberSource, at: number, group: Group): Character {
  if (words[group.to] !== 'hundred') {
    const apart = group.to > at + 1 ? [`${group.value - (group.value % 10)}${group.value % 10}`] : []
    return { readings: [String(group.value), ...apart], to: group.to }
  }
  const rest = groupAt(tokens, group.to + 1)
  return { readings: [String(group.value * 100 + (rest?.value ?? 0))], to: rest?.to ?? group.to + 1 }
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

/** Every reading of all characters, the likeliest first; of more than `mostReadings` the likeliest, and the least likely. */
function readingsOf(spelled: readonly Character[]): string[] {
  const count = spelled.reduce((product, { readings }) => product * readings.length, 1)
  if (count > mostReadings) return [0, -1].map((which) => spelled.map(({ readings }) => readings.at(which) ?? '').join(''))
  return spelled.reduce<string[]>((made, { readings }) => made.flatMap((start) => readings.map((reading) => start + reading)), [''])
}
