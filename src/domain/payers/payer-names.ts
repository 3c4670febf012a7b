import { payerList } from './payer-list.ts'
import { payerWords, saysLittle } from './payer-words.ts'

const idOfLetters = new Map<string, string>()
/** Payers whose names stand on one card: Anthem's say "Blue Cross Blue Shield" too. */
const related = new Map(payerList.map((payer) => [payer.id, payer.related]))

for (const { id, name, aliases } of payerList) {
  for (const known of [id, name, ...aliases]) idOfLetters.set(payerWords(known).join(''), id)
}

/** Names that are common words within a longer name: "Anthem VA" is in Virginia, "United American" another company. */
const onlyAlone = new Set(['va', 'united', 'chip', 'cms', 'cvs', 'optum'])
const mostWordsOfName = 7
const noPayer = new Set(['none', 'noinsurance', 'uninsured', 'selfpay', 'cash', 'unknown', 'na', 'null'])
const programs = new Set(['medicare', 'medicaid'])
/** Of a caller's payers, programs counted as one: Medicare and a plan beside it, a plan and its pharmacy benefit. */
const mostPayersOfOne = 2

/**
 * The payer_id of a payer as someone names it: by names and aliases of payers.tsv in any case and punctuation, also among
 * words that say no more than what it is ("insurance", "PPO", "of Kansas"). An unknown name is its words in lower case
 * with `_` between ("Blue Cross" is `blue_cross`); empty where it has no letters.
 */
export function payerIdOf(payerName: string): string {
  const words = payerWords(payerName)
  const named = payersNamed(words)
  return named.find((id) => !programs.has(id)) ?? named[0] ?? words.join('_')
}

/**
 * Whether the insurance that a caller names is another than the one on file. No payer on file contradicts none, nor does a
 * caller who names none ("", "my insurance"); who says that there is none, or does not know, contradicts one on file, and
 * so does who lists more than two payers: that is a guess, though the right one be among them. A
 * payer_id on file may be any client's spelling ("aetna_ppo", "bcbs_ks", "bluecross"): plans of one payer do not
 * contradict each other, nor do the two names of one card ("Anthem" and "Blue Cross Blue Shield", "Medicare" and
 * "Medicare Advantage (Humana)"). A name of no listed payer contradicts any that is not spelled alike.
 */
export function payerContradicts(payerName: string | null | undefined, payerIdOnFile: string | null): boolean {
  const [claimed, onFile] = [payerWords(payerName ?? ''), payerWords(payerIdOnFile ?? '')]
  if (namesNone(claimed) || saysNone(onFile)) return false
  if (ownLetters(claimed) === ownLetters(onFile)) return false
  const [ids, idsOnFile] = [familiesNamed(claimed), familiesNamed(onFile)]
  return (
    payersCounted(ids) > mostPayersOfOne ||
    !ids.some((id) => idsOnFile.some((other) => id === other || isRelated(id, other) || isRelated(other, id)))
  )
}

const saysNone = (words: readonly string[]) => words.length === 0 || noPayer.has(words.join(''))

const namesNone = (words: readonly string[]) => words.every(saysLittle) && payersNamed(words).length === 0

/** How many payers are named by their ids: programs are one, and so are the names of one card. */
function payersCounted(ids: readonly string[]): number {
  const own = ids.map((id) => (programs.has(id) || id === 'dual_eligible' ? 'program' : id))
  return own.filter((id, index) => !own.slice(0, index).some((before) => id === before || isRelated(id, before) || isRelated(before, id)))
    .length
}

const isRelated = (id: string, other: string) => related.get(id)?.includes(other) ?? false

/** The letters without common words, or all where there are no others. */
function ownLetters(words: readonly string[]): string {
  const own = words.filter((word) => !saysLittle(word))
  return (own.length > 0 ? own : words).join('')
}

/** The payers named, and `bcbs` for who says a part of its name: "Blue Cross", "BCBSKS". */
function familiesNamed(words: readonly string[]): string[] {
  const named = payersNamed(words)
  return named.length === 0 && /^(?:blue(?:cross|shield)|bcbs)/.test(ownLetters(words)) ? ['bcbs'] : named
}

/** Listed payers in the order in which the words name them: the whole as one name, or the longest names within. */
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
  for (let length = Math.min(mostWordsOfName, words.length - start); length > 0; length--) {
    const part = words.slice(start, start + length).join('')
    if (idOfLetters.has(part) && !onlyAlone.has(part)) return length
  }
  return 0
}
