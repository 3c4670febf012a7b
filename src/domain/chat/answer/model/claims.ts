import { patternFinder, readPatterns, readWordClasses, type WordClasses } from '../../../../language/patterns.ts'
import { type Word, wordsOf } from '../../../../language/words.ts'

/** What an answer claims of itself: words `from` to `to` (exclusive) of its sentence. */
export interface Claim {
  kind: string
  from: number
  to: number
}

/** A sentence in its plain form (`language/plain-characters.ts`), read for claims. */
export interface ReadSentence {
  words: Word[]
  claims: Claim[]
}

const wordLists = readWordClasses(new URL('claim-words.tsv', import.meta.url))

/** Words of a claim that its source has to have as well: "alcohol", "infection", "911", "rash". */
export const isKeyWord = (word: string): boolean =>
  isCondition(word) || ['risky', 'help', 'symptom'].some((name) => isListed.get(name)?.(word))
/** Words for people and places that help. */
export const isHelpWord = (word: string): boolean => isListed.get('help')?.(word) === true

/** Words that mean what a list does not name: "-itis", "-oma". */
const namesIllness = /^.{3,}(?:itis|emia|oma|osis|pathy|iasis|algia|plegia)$/
const noIllness = new Set(
  'diagnosis prognosis dosis diploma aroma academia analgia toma tomas idioma sintoma broma carcoma premia hypnosis osmosis'.split(' '),
)

const memberOf = (name: string) => {
  const words = [...(wordLists.get(name) ?? [])]
  const exact = new Set(words.filter((word) => !word.endsWith('*')))
  const stems = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  return (word: string) => exact.has(word) || stems.some((stem) => word.startsWith(stem))
}
const isListed = new Map([...wordLists.keys()].map((name) => [name, memberOf(name)]))
const isCondition = (word: string) => isListed.get('condition')?.(word) === true || (namesIllness.test(word) && !noIllness.has(word))
const classes: WordClasses = new Map([
  ...isListed,
  ['condition', isCondition],
  ['kind', (word) => /^\p{L}+$/u.test(word) && isListed.get('unkind')?.(word) === false],
])

const rows = readPatterns(new URL('claims.tsv', import.meta.url))
const find = patternFinder(rows, {
  classes,
  fillers: new Set(
    'a an the some just really very so quite even also now actually simply ever please truly necessarily mild severe serious bad acute chronic viral bacterial early simple common small minor big un una muy however heart panic blood lung skin urinary tract kidney ear sinus stomach yeast clinically medically'.split(
      ' ',
    ),
  ),
})

/** Kinds that are no claims: they only support some. */
const isSupporting = (kind: string) => kind === 'permits' || kind.startsWith('names ')
/** A warning against them makes no claim: "Do not take a higher dose". */
const warnable = new Set(['amount', 'safe'])
/** How far before a claim a negation turns it into a warning, in words. */
const warningReach = 10
const isNegator = isListed.get('negator') ?? (() => false)

/** What every claim has a word of; a sentence is held back from its first one on. */
const opening = ['opening', 'negator', 'condition', 'safe', 'harmless', 'allowed', 'harm', 'risky', 'vague', 'change', 'size']
const opens = opening.map((name) => classes.get(name) ?? (() => false))

/** Whether a claim may begin to show at a word. */
export const mayBeginClaim = (word: string): boolean => opens.some((isMember) => isMember(word))

/** Nine one one in every spelling, at the same length, so that words keep their places. */
const emergencyNumber = /\b(?:9[ .-]{1,3}1[ .-]{1,3}1|nine[ -]{1,3}one[ -]{1,3}one|nine[ -]{1,3}eleven)\b/g

/** Reads what a sentence claims; linear in its length. */
export function readSentence(plain: string): ReadSentence {
  const words = wordsOf(plain.replace(emergencyNumber, (written) => '911'.padEnd(written.length)))
  const commas = commasBefore(words, plain)
  const inOneClause = ({ from, to }: { from: number; to: number }) => (commas[to - 1] ?? 0) - (commas[from] ?? 0) !== 1
  const found = find(words.map(({ word }) => word)).filter(inOneClause)
  const excuses = found.filter(({ value }) => value.startsWith('not '))
  const claims = found.filter(({ value, from, to }) => {
    if (value.startsWith('not ')) return false
    if (excuses.some((excuse) => excuse.value === `not ${value === 'permits' ? 'safe' : value}` && excuse.from <= from && from < excuse.to))
      return false
    return !(warnable.has(value) && isWarnedOf(words, commas, from, to))
  })
  return { words, claims: claims.map(({ value, from, to }) => ({ kind: value, from, to })) }
}

/** Whether a negation stands before it, in its clause or a list that goes on with "or": "do not skip, split or double it". */
function isWarnedOf(words: readonly Word[], commas: readonly number[], from: number, to: number): boolean {
  if (isNegator(words[from]?.word ?? '')) return false
  let isListed = words.slice(from, to + 2).some(({ word }) => alternatives.has(word))
  for (let at = from - 1; at >= Math.max(0, from - warningReach); at--) {
    const { word = '' } = words[at] ?? {}
    isListed ||= alternatives.has(word)
    if (!isListed && commas[to - 1] !== commas[at]) return false
    if (isNegator(word) && words[at + 1]?.word !== 'only') return true
  }
  return false
}
const alternatives = new Set(['or', 'nor', 'ni', 'o', 'u'])

/** How many commas and brackets stand before each word. */
function commasBefore(words: readonly Word[], text: string): number[] {
  let count = 0
  let from = 0
  return words.map(({ start, end }) => {
    count += text.slice(from, start).match(/[,()[\]:;|–]/g)?.length ?? 0
    from = end
    return count
  })
}

/** Whether a claim of the kind needs the support of a source. */
export const needsSupport = ({ kind }: Claim) => !isSupporting(kind)
