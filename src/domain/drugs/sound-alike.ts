import { editDistance } from '../../language/edit-distance.ts'
import { nameWords } from '../../language/folding.ts'
import { type DrugName, drugNames } from './name-index.ts'
import { notMisspelt } from './ordinary-words.ts'

interface Candidate {
  key: string
  drug: DrugName
  sound: string
}

/**
 * What a name sounds like in English spelling, roughly: consonants that are spelt in several ways as one, doubled ones as
 * one, vowels (with y and w) as `a`. "Humera" and "Humira" are one, as are "Remicaid" and "Remicade" but for the last.
 */
function soundOf(key: string): string {
  return key
    .replace(/^x/, 'z')
    .replace(/ph/g, 'f')
    .replace(/[ckqg]+h|ck|q/g, 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/z/g, 's')
    .replace(/th|ht/g, 't')
    .replace(/(?<=[a-z])h/g, '')
    .replace(/[aeiouyw]+/g, 'a')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=.)a$/, '')
}

const consonants = (sound: string) => sound.replaceAll('a', '')
const oneLess = (word: string): string[] => [...new Set(Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)))]

/** Whether one letter or a numeral tells a name from others ("factor x", "vitamin k"): there a slip would be another drug. */
export const isNumbered = (words: readonly string[]): boolean => words.some((word) => word.length < 3 || /^[ivx]+a?$/.test(word))

/** As many words are remembered, because a text repeats its words. */
const mostRemembered = 20_000

/**
 * Finds the drug that a misspelt name was meant to be, where only one can be: it begins with the same sound, and differs in
 * one letter, or sounds the same; of long names also in two letters. A name that is nearly as close to another drug is
 * neither's: a wrong drug is worse than none. It is asked by the key (`keyOf`) of a name that is not itself a drug's.
 */
export function createSoundAlike(names: ReadonlyMap<string, DrugName>): (key: string) => DrugName | undefined {
  // By the consonants of a name, and by these with one left out: two names that differ in one consonant share an entry.
  const byConsonants = new Map<string, Candidate[]>()
  for (const [key, drug] of names) {
    if (key.length < 6 || key.length > 24 || /\d/.test(key) || isNumbered(nameWords(drug.name))) continue
    const candidate = { key, drug, sound: soundOf(key) }
    const bones = consonants(candidate.sound)
    for (const entry of new Set([bones, ...oneLess(bones)])) {
      const among = byConsonants.get(entry)
      if (among) among.push(candidate)
      else byConsonants.set(entry, [candidate])
    }
  }
  const known = new Map<string, DrugName | undefined>()
  return (key) => {
    if (key.length < 5 || key.length > 26 || /\d/.test(key) || notMisspelt.has(key)) return undefined
    if (known.has(key)) return known.get(key)
    const found = nearest(key, byConsonants)
    if (known.size < mostRemembered) known.set(key, found)
    return found
  }
}

function nearest(key: string, byConsonants: ReadonlyMap<string, Candidate[]>): DrugName | undefined {
  const sound = soundOf(key)
  const bones = consonants(sound)
  const near = new Map<string, { drug: DrugName; far: number }>()
  for (const entry of new Set([bones, ...oneLess(bones)])) {
    for (const candidate of byConsonants.get(entry) ?? []) {
      if (near.has(candidate.key) || candidate.sound[0] !== sound[0] || Math.abs(candidate.key.length - key.length) > 3) continue
      near.set(candidate.key, { drug: candidate.drug, far: farness(key, sound, candidate) })
    }
  }
  const [best, ...others] = [...near.values()].sort((one, other) => one.far - other.far)
  if (best === undefined || best.far > 2 || !isMeant(best.drug)) return undefined
  const rival = others.find(({ drug }) => drug.ingredient !== best.drug.ingredient || drug.codes[0]?.code !== best.drug.codes[0]?.code)
  return rival && rival.far - best.far < 1 ? undefined : best.drug
}

/** That of the dictionary. */
export const soundAlike = createSoundAlike(drugNames)

// A short name of a drug without a code is as likely an everyday word.
const isMeant = ({ name, ingredient, codes }: DrugName) => ingredient !== '' && (codes.length > 0 || name.length > 6)

/** Edits, less where the two sound the same; above 2 is too far. */
function farness(key: string, sound: string, candidate: Candidate): number {
  const edits = editDistance(key, candidate.key)
  const length = Math.min(key.length, candidate.key.length)
  if (sound === candidate.sound && edits <= (length < 8 ? 1 : 2)) return edits / 2
  if (edits === 1 && length >= 6) return 1.5
  if (edits === 2 && length >= 11 && editDistance(sound, candidate.sound) < 2) return 2
  return Number.POSITIVE_INFINITY
}
