import { soundOf } from '../../../language/sound.ts'
import { itemsOf, tableRows } from '../../../platform/table-file.ts'
import { joined, nameParts } from './name-parts.ts'

const rowsOf = (file: string) => tableRows(new URL(file, import.meta.url))
const wordsOf = (cell: string | undefined): string[] => itemsOf(cell, ' ').map((word) => joined(nameParts(word)).plain)

const bearers = new Map(rowsOf('given-names.tsv').map(([name = '', bearer]) => [name, bearer]))
const surnames = new Set(rowsOf('surnames.txt').flat())

/** For each word the lines of nicknames.tsv that have it as a spelling of the name, and as a nickname. */
const spellings = new Map<string, number[]>()
const nicknames = new Map<string, number[]>()
const soundsOfNicknames = new Map<string, number[]>()
const surnameGroups = new Map<string, number[]>()

const add = (lists: Map<string, number[]>, word: string, line: number) => lists.set(word, [...(lists.get(word) ?? []), line])

rowsOf('nicknames.tsv').forEach(([names, short], index) => {
  for (const word of wordsOf(names)) add(spellings, word, index)
  for (const word of wordsOf(short)) {
    add(nicknames, word, index)
    add(soundsOfNicknames, soundOf(word), index)
  }
})
rowsOf('surname-variants.tsv').forEach(([group], index) => {
  for (const word of wordsOf(group)) add(surnameGroups, word, index)
})

const meet = (one: readonly number[], two: readonly number[]): boolean => one.some((line) => two.includes(line))

/** Whether it is a given name that people bear, as opposed to a mistyped one. */
export const isGivenName = (word: string): boolean => bearers.has(word) || spellings.has(word) || nicknames.has(word)

/** Whether it is one of the frequent last names (surnames.txt). */
export const isFrequentSurname = (word: string): boolean => surnames.has(word)

/** Whether one is a name of men and the other a name of women (given-names.tsv). */
export const namesOfOtherSexes = (one: string, two: string): boolean => [bearers.get(one), bearers.get(two)].sort().join('') === 'fm'

/** Whether both are spellings of one given name: "Sean" and "Shaun". */
export const sameGivenName = (one: string, two: string): boolean => meet(spellings.get(one) ?? [], spellings.get(two) ?? [])

/**
 * Whether one is what a bearer of the other is called: "Bill", "William". Two nicknames of one name are not enough: "Ted"
 * and "Ed" can be Theodore and Edward (nicknames.tsv has lines for those that are one, such as "Bob" and "Rob").
 */
export const nicknameOf = (one: string, two: string): boolean =>
  meet(linesOfNickname(one), spellings.get(two) ?? []) || meet(linesOfNickname(two), spellings.get(one) ?? [])

/** A name that no list has, or with another ending of the same sound, may be an odd spelling of a nickname: "Cathi". */
function linesOfNickname(word: string): number[] {
  const isOdd = !spellings.has(word) && word.length > 3 && (!bearers.has(word) || /(?:i|ie|y|ey)$/.test(word))
  return nicknames.get(word) ?? (isOdd ? (soundsOfNicknames.get(soundOf(word)) ?? []) : [])
}

/** Whether both are spellings of one last name, or words that speech recognition writes for it: "Nguyen" and "Win". */
export const sameSurname = (one: string, two: string): boolean => meet(surnameGroups.get(one) ?? [], surnameGroups.get(two) ?? [])
