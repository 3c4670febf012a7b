import { foldName, nameWords } from '../../language/folding.ts'
import { createHeardNames } from './heard-names.ts'
import { type DrugName, drugNames } from './name-index.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { createSoundAlike, soundAlike } from './sound-alike.ts'
import { heardAs } from './tables.ts'

/** A medicine's name in a text: UTF-16 offsets, end exclusive. */
export interface NamePlace {
  start: number
  end: number
  drug: DrugName
}

/** What recognises medicines: brand and generic names, also of several words, misspelt or cut in two by speech recognition. */
export interface MedicineNames {
  /** The name that begins at a word of a list of folded words, and how many of them it takes; undefined where none begins. */
  at(words: readonly string[], at: number): { drug: DrugName; length: number } | undefined
  /** Every name in a text, in order. Linear in its length. */
  places(text: string): NamePlace[]
  /** What somebody asked, with the names that dictation cut up or wrote as other words ("tall its") as they are spelt. */
  spelt(question: string): string
}

// Words that a name has at most; names of more are chemistry that nobody says.
const mostWords = 4
const connectives = new Set(['and', 'with'])
/** Shorter words are not read through a plural or a possessive: too many are words of their own. */
const shortestStem = 4

/**
 * The recogniser of the dictionary and of the products that a library teaches it (`products-taught.ts`).
 * @param products names as their makers write them; those that the dictionary has are its own
 * @param titled names of the dictionary that a library is about: these and the products are heard in other words, too
 */
export function medicineNames(products: readonly string[], titled: readonly DrugName[] = []): MedicineNames {
  const taught = products.flatMap((name): [string, DrugName][] => {
    const key = wordsIn(name)
      .map(({ word }) => word)
      .join('')
    return key === '' || (drugNames.get(key)?.ingredient ?? '') !== '' ? [] : [[key, { name, ingredient: key, codes: [] }]]
  })
  if (taught.length === 0 && titled.length === 0) return dictionary
  const heard = [...taught.map(([, drug]) => drug), ...titled]
  const key = [taught.length, ...heard.map(({ name }) => name)].join('\n')
  if (key !== lastTaught.key) {
    const names = taught.length === 0 ? drugNames : new Map([...drugNames, ...taught])
    const near = taught.length === 0 ? soundAlike : createSoundAlike(names)
    lastTaught = { key, names: recogniser(names, near, heard) }
  }
  return lastTaught.names
}

/** No name begins like most words: so they cost one look. */
const beginning = (key: string) => key.slice(0, 3)

function recogniser(
  names: ReadonlyMap<string, DrugName>,
  near: (key: string) => DrugName | undefined,
  audible: readonly DrugName[] = [],
): MedicineNames {
  const hear = createHeardNames(audible)
  const isAudible = new Set(audible.map(({ name }) => name))
  const beginnings = new Set(Array.from(names.keys(), beginning))
  function exactly(key: string, words: readonly string[], from: number, length: number): DrugName | undefined {
    if (!beginnings.has(beginning(key))) return undefined
    const isSaid = (shorter: number) => {
      const parts = words.slice(from, from + length)
      const said = parts.join(' ')
      return !ordinaryWords.has(said.slice(0, said.length - shorter)) && !parts.some((part) => connectives.has(part))
    }
    const drug = names.get(key)
    if (drug) return drug.ingredient !== '' && isSaid(0) ? drug : undefined
    if (!key.endsWith('s') || key.length <= shortestStem) return undefined
    // Folded, a possessive is a plural.
    const owner = names.get(key.slice(0, -1))
    return owner && owner.ingredient !== '' && isSaid(1) ? owner : undefined
  }
  const isBeginning = (word: string) => word.length < 3 || beginnings.has(beginning(word))
  function at(words: readonly string[], from: number) {
    const first = words[from] ?? ''
    const exact = isBeginning(first) ? longestExact(words, from) : undefined
    if (exact) return exact
    const drug = first.length < 6 || names.has(first) ? undefined : near(first)
    return drug && { drug, length: 1 }
  }
  function longestExact(words: readonly string[], from: number) {
    const keys: string[] = []
    for (let to = from; to < Math.min(from + mostWords, words.length); to++) keys.push((keys.at(-1) ?? '') + words[to])
    for (let length = keys.length; length > 0; length--) {
      const drug = exactly(keys[length - 1] ?? '', words, from, length)
      if (drug) return { drug, length }
    }
    return undefined
  }
  return {
    at,
    places(text) {
      const words = wordsIn(text)
      const folded = words.map(({ word }) => word)
      const places: NamePlace[] = []
      for (let from = 0; from < words.length; ) {
        const { drug, length } = at(folded, from) ?? { length: 1 }
        const [first, last] = [words[from], words[from + length - 1]]
        if (drug && first && last) places.push({ start: first.start, end: last.end, drug })
        from += length
      }
      return places
    },
    spelt(question) {
      const words = wordsIn(question)
      const folded = words.map(({ word }) => word)
      let spelt = ''
      let done = 0
      for (let from = 0; from < words.length; ) {
        const written = at(folded, from)
        const heard = written ? undefined : hear(folded, from, (index) => at(folded, index) !== undefined)
        const { drug, length } = written ?? heard ?? { drug: undefined, length: 1 }
        const [first, last] = [words[from], words[from + length - 1]]
        if (drug && first && last && (heard || (isAudible.has(drug.name) && isCutUp(folded.slice(from, from + length), drug)))) {
          spelt += question.slice(done, first.start) + drug.name
          done = last.end
        }
        from += length
      }
      return spelt + question.slice(done)
    },
  }
}

/** Whether dictation wrote a name of one word as several ("tal tz", "hue mira"); a salt behind a name is part of what was said. */
const isCutUp = (words: readonly string[], { name }: DrugName) =>
  words.length > 1 && !name.includes(' ') && (words.join('') === foldName(name) || misheard.has(words.join('')))
const misheard: ReadonlySet<string> = new Set(heardAs.map(({ said }) => nameWords(said).join('')))

/** The words, numbers and breaks of a text, folded. */
function wordsIn(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(/\d+\.\d+|[\p{L}\p{N}][\p{L}\p{N}\p{M}™®©'’`]*|[,;.!?()\n]/gu)].map(({ 0: said, index }) => ({
    word: foldName(said),
    start: index,
    end: index + said.length,
  }))
}

/** The recogniser of the dictionary alone. */
export const dictionary: MedicineNames = recogniser(drugNames, soundAlike)

/** That of the last products: they are asked for again and again, and an index of all names takes a while. */
let lastTaught = { key: '', names: dictionary }
