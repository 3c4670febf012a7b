import { payerList } from './payer-list.ts'
import { isGenericWord, payerWords } from './payer-words.ts'

const idOfLetters = new Map<string, string>()
/** Payers whose names appear on the same card: Anthem's also say "Blue Cross Blue Shield". */
const related = new Map(payerList.map((payer) => [payer.id, payer.related]))

for (const { id, name, aliases } of payerList) {
  for (const known of [id, name, ...aliases]) idOfLetters.set(payerWords(known).join(''), id)
}

/** Names that count only when they stand alone: "Anthem VA" is in Virginia, and "United American" is another company. */
const onlyAlone = new Set(['va', 'united', 'chip', 'cms', 'cvs', 'optum'])
const maxWordsOfName = 7
const noPayer = new Set(['none', 'noinsurance', 'uninsured', 'selfpay', 'cash', 'unknown', 'na', 'null'])
const programs = new Set(['medicare', 'medicaid'])
/** Payers that one caller may plausibly name, counting programs as one: Medicare and a plan, or a plan and its pharmacy benefit. */
const maxPayersNamed = 2

/**
 * The payer_id for a payer's name: by the names and aliases of payers.tsv, in any case and punctuation, ignoring generic words
 * ("insurance", "PPO", "of Kansas"). An unknown name gives its words in lower case, joined by `_` ("Blue Cross" is
 * `blue_cross`); empty if it has no letters.
 */
export function payerIdOf(payerName: string): string {
  const words = payerWords(payerName)
  const named = payersNamed(words)
  return named.find((id) => !programs.has(id)) ?? named[0] ?? words.join('_')
}

/**
 * Whether the insurance that a caller names contradicts the one on file.
 * - There is no contradiction if no payer is on file or the caller names none ("", "my insurance").
 * - A caller who has no insurance or does not know it contradicts a payer on file. So does one who lists more than two payers: that
 *   is guessing, even if the right one is among them.
 * - The payer_id on file may have any client's spelling ("aetna_ppo", "bcbs_ks", "bluecross"). Plans of one payer agree, and so do
 *   two names on one card ("Anthem" and "Blue Cross Blue Shield", "Medicare" and "Medicare Advantage (Humana)").
 * - A name of no listed payer contradicts every name that is spelled differently.
 */
export function payerContradicts(payerName: string | null | undefined, payerIdOnFile: string | null): boolean {
  const [claimed, onFile] = [payerWords(payerName ?? ''), payerWords(payerIdOnFile ?? '')]
  if (namesNone(claimed) || saysNone(onFile)) return false
  if (ownLetters(claimed) === ownLetters(onFile)) return false
  const [ids, idsOnFile] = [familiesNamed(claimed), familiesNamed(onFile)]
  return (
    countPayers(ids) > maxPayersNamed ||
    !ids.some((id) => idsOnFile.some((other) => id === other || isRelated(id, other) || isRelated(other, id)))
  )
}

const saysNone = (words: readonly string[]) => words.length === 0 || noPayer.has(words.join(''))

const namesNone = (words: readonly string[]) => words.every(isGenericWord) && payersNamed(words).length === 0

/** Counts distinct payers. Programs count as one, and so do the names on one card. */
function countPayers(ids: readonly string[]): number {
  const own = ids.map((id) => (programs.has(id) || id === 'dual_eligible' ? 'program' : id))
  return own.filter((id, index) => !own.slice(0, index).some((before) => id === before || isRelated(id, before) || isRelated(before, id)))
    .length
}

const isRelated = (id: string, other: string) => related.get(id)?.includes(other) ?? false

/** The letters of the words that are not generic, or of all words if all are generic. */
function ownLetters(words: readonly string[]): string {
  const own = words.filter((word) => !isGenericWord(word))
  return (own.length > 0 ? own : words).join('')
}

/** The payers named; `bcbs` for part of its name: "Blue Cross", "BCBSKS". */
function familiesNamed(words: readonly string[]): string[] {
  const named = payersNamed(words)
  return named.length === 0 && /blue(?:cross|shield)|bcbs/.test(ownLetters(words)) ? ['bcbs'] : named
}

/** The listed payers in the order named: the words as one name, otherwise the longest names among them. */
function payersNamed(words: readonly string[]): string[] {
  const whole = idOfLetters.get(words.join('')) ?? idOfLetters.get(ownLetters(words))
  if (whole) return [whole]
  const named: string[] = []
  for (let start = 0; start < words.length; ) {
    const length = longestNameAt(words, start)
    const id = idOfLetters.get(words.slice(start, start + length).join(''))
    if (id) named.push(id)
    start += Math.max(length, 1)
  }
  return named
}

function longestNameAt(words: readonly string[], start: number): number {
  for (let length = Math.min(maxWordsOfName, words.length - start); length > 0; length--) {
    const part = words.slice(start, start + length).join('')
    if (idOfLetters.has(part) && !onlyAlone.has(part)) return length
  }
  return 0
}
