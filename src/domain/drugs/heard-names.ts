import { englishRank, isEnglish } from '../../language/english-words.ts'
import { isPlainlySpanish } from '../../language/spanish/spanish-lexicon.ts'
import type { DrugName } from './name-index.ts'

/**
 * Spelling to sounds of American English, one letter each, in this order: C as in church, S as in shoe, J as in jar. Vowels are
 * `a` (open or back) or `e` (front).
 */
const spellings: [RegExp, string][] = [
  [/^x/, 'z'],
  [/^(?:kn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/tch|ch/g, 'C'],
  [/sch|sh/g, 'S'],
  [/[ts]io/g, 'Sa'],
  [/ph/g, 'f'],
  [/igh/g, 'e'],
  [/gh(?=[aeiouy])/g, 'g'],
  [/gh/g, ''],
  [/dg(?=[eiy])|g(?=[eiy])/g, 'J'],
  [/j/g, 'J'],
  [/c(?=[eiy])/g, 's'],
  [/ck|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/tz/g, 'ts'],
  [/th/g, 't'],
  [/(?<=[a-zA-Z])h/g, ''],
  [/[ao]w|au|ew|oo|ou|oa|ue/g, 'a'],
  [/(?<=[aeiou])y|ey|ay|ai|ee|ea|ei|ie/g, 'e'],
  [/^y(?=[aeiou])/, 'Y'],
  [/[iy]/g, 'e'],
  [/[ou]/g, 'a'],
  [/([a-zA-Z])\1+/g, '$1'],
  [/(?<=[^ae])e$/, ''],
]

const soundsOf = (word: string): string => spellings.reduce((sounds, [spelling, sound]) => sounds.replace(spelling, sound), word)

/** Sounds that come and go between words. */
const weak = new Set('hwYr')
/** Consonants that recognisers take for each other; the first of each stands for all. */
const classes = ['pb', 'td', 'kg', 'fv', 'szSCJ', 'mn', 'l', 'r']
const classOf = new Map(classes.flatMap((sounds) => Array.from(sounds, (sound): [string, string] => [sound, sounds[0] ?? ''])))
const isVowel = (sound: string) => sound === 'a' || sound === 'e'

/** What stays of sounds however they are heard: the classes of their strong consonants. */
const frameOf = (sounds: string): string =>
  Array.from(sounds, (sound) => (weak.has(sound) ? '' : (classOf.get(sound) ?? '')))
    .join('')
    .replace(/(.)\1+/g, '$1')
/** A frame, and what is left of it without any one sound. */
const nearly = (frame: string): Set<string> => new Set([frame, ...Array.from(frame, (_, at) => frame.slice(0, at) + frame.slice(at + 1))])

const lost = (sound: string) => (isVowel(sound) ? 0.3 : weak.has(sound) ? 0.4 : 1)
function mistaken(one: string, other: string): number {
  if (one === other) return 0
  if (isVowel(one) || isVowel(other)) return isVowel(one) && isVowel(other) ? 0.25 : 2
  return classOf.get(one) === classOf.get(other) ? 0.35 : 1.2
}

/** The least sum of sounds lost, added and mistaken between what was heard and a name. */
function distance(heard: string, name: string): number {
  let row = [0]
  for (const sound of name) row.push((row.at(-1) ?? 0) + lost(sound))
  for (const sound of heard) {
    const next = [(row[0] ?? 0) + lost(sound)]
    for (const [at, other] of Array.from(name).entries())
      next.push(Math.min((row[at] ?? 0) + mistaken(sound, other), (row[at + 1] ?? 0) + lost(sound), (next[at] ?? 0) + lost(other)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Words that a recogniser makes of one name, letters of one of them, and sounds of all. */
const mostWords = 3
const mostLetters = 16
const mostSounds = 24
/** Strong consonants that a name needs at least: others are too many words. */
const leastConsonants = 3
/** As a share of those consonants; chosen on names that a language model had "heard" and on 34,000 messages (docs/quality.md). */
const mostDistance = 0.16
/** How much nearer it must be than another medicine's. */
const leastLead = 0.05
/** Of more names than a library is about, nearly any two words sound like one. */
const mostNames = 200
/** Words that are all more frequent than this are what was said ("every night"). */
const frequent = 400
/** As many words are remembered, because talk repeats its words. */
const mostRemembered = 20_000
/** What stands before and behind a name and is no part of one. */
const before = new Set('the to my a me they this'.split(' '))
const behind = new Set('the a an of to and on in my is me it'.split(' '))
/** Beside one of these English words may be a name that was heard; elsewhere they are what was said ("wait till it's warm"). */
const takes = new Set(
  'my his her on off take takes taking took taken start starts started starting stop stopped stopping use uses using used inject injects injected injecting does moms dads'.split(
    ' ',
  ),
)
const comesAs = new Set(
  'pen pens shot shots injection injections injector infusion infusions dose doses pill pills tablet tablets capsule capsules syringe syringes vial vials cream drops inhaler refill refills prescription copay card starter made makes'.split(
    ' ',
  ),
)

interface Candidate {
  drug: DrugName
  sounds: string
}

/**
 * Hears names of medicines in the two or three other words that speech recognition wrote for them ("tall its"), where they sound like
 * one name and no other. Names are those that somebody may well be talking of; of more than 200 none is heard. For questions alone:
 * what is reported is read as it stands.
 * @returns the medicine at a word of a list of folded words, and how many of them it takes; `isName` says where a name stands written
 */
export function createHeardNames(names: readonly DrugName[]) {
  const byFrame = new Map<string, Candidate[]>()
  for (const drug of names.length > mostNames ? [] : names) {
    const key = drug.name.toLowerCase()
    if (!/^[a-z]{5,16}$/.test(key)) continue
    const candidate = { drug, sounds: soundsOf(key) }
    for (const frame of nearly(frameOf(candidate.sounds))) byFrame.set(frame, [...(byFrame.get(frame) ?? []), candidate])
  }
  const remembered = new Map<string, string>()
  const soundsOfWord = (word: string) => {
    const sounds = remembered.get(word) ?? soundsOf(word)
    if (remembered.size < mostRemembered) remembered.set(word, sounds)
    return sounds
  }

  function nearest(sounds: string) {
    const frame = frameOf(sounds)
    if (frame.length < leastConsonants) return undefined
    const near = new Map<DrugName, number>()
    for (const entry of nearly(frame))
      for (const { drug, sounds: name } of byFrame.get(entry) ?? [])
        if (!near.has(drug)) near.set(drug, distance(sounds, name) / frame.length)
    const [best, ...others] = [...near].sort(([, one], [, other]) => one - other)
    if (!best || best[1] > mostDistance) return undefined
    const rival = others.find(([{ ingredient }]) => ingredient !== best[0].ingredient)
    return rival && rival[1] - best[1] < leastLead ? undefined : { drug: best[0], far: best[1] }
  }

  return (words: readonly string[], from: number, isName: (at: number) => boolean): { drug: DrugName; length: number } | undefined => {
    if (byFrame.size === 0 || before.has(words[from] ?? '')) return undefined
    let best: { drug: DrugName; far: number; length: number } | undefined
    let [sounds, isSpecial, isOrdinary] = ['', false, true]
    for (let length = 1; length <= mostWords; length++) {
      const word = words[from + length - 1] ?? ''
      if (word.length > mostLetters || !/^[a-z]+$/.test(word) || isPlainlySpanish(word) || (length > 1 && isName(from + length - 1))) break
      sounds += soundsOfWord(word)
      isSpecial ||= englishRank(word) >= frequent
      isOrdinary &&= isEnglish(word)
      const isPlace = !isOrdinary || takes.has(words[from - 1] ?? '') || comesAs.has(words[from + length] ?? '')
      if (length === 1 || !isSpecial || !isPlace || behind.has(word) || sounds.length > mostSounds) continue
      const found = nearest(sounds.replace(/(.)\1+/g, '$1'))
      if (found && found.far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { ...found, length }
    }
    return best
  }
}
