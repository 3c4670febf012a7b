import { foldLatin, withDigraphs } from '../../../language/folding.ts'
import { normalForm } from '../../../platform/normal-form.ts'

/** One part of a name: a word with the particles before it ("de la Cruz" is one part). */
export interface NamePart {
  /** Lower case, marks of Latin letters dropped, particles joined: `delacruz`, `muller`. */
  plain: string
  /** The same with the digraphs that stand for a marked letter: `mueller`. Equal to `plain` where there is none. */
  digraphs: string
  /** The word without particles that callers leave out: `cruz`. */
  core: string
  isInitial: boolean
}

/** Longest name field that is compared; what follows is not read. Bounds the work, which grows with the square of a word. */
const longestField = 100
/** Names have fewer; a list of guesses may not look like a name because it was cut to the length of one. */
const mostParts = 12

const titles = new Set('mr mrs ms miss mx dr prof professor doctor rev reverend fr sir hon sra srta sr señor señora'.split(' '))
const suffixes = new Set('jr sr junior senior ii iii iv 2nd 3rd md phd dds esq rn cpa'.split(' '))
const generations: Record<string, string> = { junior: 'jr', senior: 'sr', '2nd': 'ii', '3rd': 'iii' }
const ofGeneration = new Set('jr sr ii iii iv'.split(' '))
const droppedParticles = new Set(
  'de del la las los dela delas delos da das do dos di du van von vander vanden der den ter ten zu zur el al bin ibn le'.split(' '),
)
const boundParticles = new Set(['mc', 'mac', 'o', 'd', 'l', 'fitz', 'st', 'ste', 'saint', 'sainte', 'san', 'santa'])
const joiningWords = new Set(['y', 'e', 'and'])

/**
 * The parts of a name field as they are compared: compatibility forms made equal (NFKC), any case, titles ("Mrs."),
 * suffixes ("Jr", "III") and punctuation gone, particles joined to their word. Marks are dropped from Latin letters only:
 * in other scripts they tell names apart. Any text is taken; one without a letter or digit has no parts.
 */
export function nameParts(field: string): NamePart[] {
  return joinParticles(withoutTitles(wordsOf(field))).slice(0, mostParts)
}

/** Which of several of one name it is, from the suffixes of a field: `jr` for "Smith Junior", `iii` for "Smith 3rd, MD". */
export function generationsOf(field: string): string[] {
  const words = wordsOf(field)
  return words
    .slice(endOfName(words))
    .map((word) => generations[word] ?? word)
    .filter((word) => ofGeneration.has(word))
}

function wordsOf(field: string): string[] {
  const letters = normalForm(field.slice(0, longestField), 'NFKC')
    .toLowerCase()
    .replace(/['’‘`´ʼʹ"“”]/gu, '')
  return normalForm(letters, 'NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** All parts of a field as one word: "Mary Lou" as "Marylou", "Wilder Man" as "Wilderman". */
export const joined = (parts: readonly NamePart[]): NamePart => {
  const plain = parts.map((part) => part.plain).join('')
  return { plain, digraphs: parts.map((part) => part.digraphs).join(''), core: plain, isInitial: false }
}

/** Whether two parts are the same after folding. */
export const sameSpelling = (one: NamePart, two: NamePart): boolean =>
  [one.plain, one.digraphs].some((form) => form === two.plain || form === two.digraphs)

function withoutTitles(words: string[]): string[] {
  const start = words.findIndex((word) => !titles.has(word))
  const end = endOfName(words)
  return start < 0 || end <= start ? words : words.slice(start, end)
}

/** Where the suffixes begin. Words that are all suffixes are a name: "Senior". */
const endOfName = (words: readonly string[]): number => words.findLastIndex((word) => !suffixes.has(word)) + 1 || words.length

function joinParticles(words: string[]): NamePart[] {
  const parts: NamePart[] = []
  let before: string[] = []
  words.forEach((word, index) => {
    const isLast = index === words.length - 1
    if (!isLast && parts.length > 0 && before.length === 0 && joiningWords.has(word)) return
    if (!isLast && (droppedParticles.has(word) || boundParticles.has(word))) {
      before.push(word)
      return
    }
    parts.push(part(before, word))
    before = []
  })
  return parts
}

function part(before: readonly string[], word: string): NamePart {
  const bound = before.slice(before.findLastIndex((particle) => droppedParticles.has(particle)) + 1)
  const all = [...before, word].join('')
  return {
    plain: shortSaint(foldLatin(all)),
    digraphs: shortSaint(foldLatin(withDigraphs(all))),
    core: shortSaint(foldLatin([...bound, word].join(''))),
    isInitial: before.length === 0 && /^[a-z]$/.test(foldLatin(word)),
  }
}

const shortSaint = (word: string) => word.replace(/^sainte?(?=\p{L}{3})/u, 'st').replace(/^ste(?=clair|marie)/, 'st')
