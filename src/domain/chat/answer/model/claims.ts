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
const isRisky = (word: string) => isListed.get('risky')?.(word) === true
const isHelp = (word: string) => isListed.get('help')?.(word) === true
const classes: WordClasses = new Map([...isListed, ['condition', isCondition]])

const rows = readPatterns(new URL('claims.tsv', import.meta.url))
const find = patternFinder(rows, {
  classes,
  fillers: new Set(
    'a an the some just really very so quite even also now actually simply ever please truly necessarily mild severe serious bad acute chronic viral bacterial early simple common small minor big un una muy however really'.split(
      ' ',
    ),
  ),
})

/** Kinds that are no claims: they only support some. */
const isSupporting = (kind: string) => kind === 'permits' || kind.startsWith('names ')
/** A warning against them makes no claim: "Do not take a higher dose". */
const warnable = new Set(['amount', 'safe'])
/** How far before a claim a negation turns it into a warning, in words. */
const warningReach = 6
const isNegator = isListed.get('negator') ?? (() => false)

/** Holding begins at these: no claim is read before one of them. */
const beginnings = new Set(['negator', 'condition', 'safe', 'harmless', 'allowed', 'harm', 'risky', 'vague', 'change', 'size', 'dosenoun'])
const beginningWords = new Set(
  `skip skipping avoid avoiding forget ignore ignoring bypass cancel postpone delay delaying defer disregard evite evitar olvide put hold
  holding stay keep steer refrain abstain desist instead rather wait waiting rest sleep hide conceal withhold lie lying waste wasting
  unnecessary needless pointless useless unneeded overkill excessive unhelpful silly optional overreaction overreacting alarmist hardly
  rarely leave secret between nope nah treat manage handle fix cure sort en too caused due because from down brought triggered result
  comes come came seguro segura seguros seguras side problem downside limit worry worried fear concerned go feel free welcome normal
  nothing natural zero little impossible unable preocup preocupe pasa whole entire all as twice double triple treble quadruple two three
  four dos tres tantas tanto cuantas more less fewer mas menos until catch make give share lend pass dot punto puede puedes podria enjoy
  drink risk all ii iii vi vii viii ix xi xii xv xx xxx daily weekly monthly nightly hourly every each per once twice times alternate alternating
  biweekly fortnightly bimonthly diario diaria diariamente cada semanal mensual`.split(/\s+/),
)
const opens = [...beginnings].map((name) => classes.get(name) ?? (() => false))

/** Whether a claim may begin to show at a word. */
export const mayBeginClaim = (word: string): boolean => beginningWords.has(word) || opens.some((isMember) => isMember(word))

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
    if (excuses.some((excuse) => excuse.value === `not ${value === 'permits' ? 'safe' : value}` && excuse.from <= from && from < excuse.to)) return false
    return !(warnable.has(value) && isWarnedOf(words, commas, from, to))
  })
  return { words, claims: claims.map(({ value, from, to }) => ({ kind: value, from, to })) }
}

/** Whether a negation stands before it in its clause: "not a higher dose"; "not only" is none. */
function isWarnedOf(words: readonly Word[], commas: readonly number[], from: number, to: number): boolean {
  if (isNegator(words[from]?.word ?? '')) return false
  for (let at = Math.max(0, from - warningReach); at < from; at++) {
    if ((commas[to - 1] ?? 0) !== (commas[at] ?? 0)) continue
    if (isNegator(words[at]?.word ?? '') && !/^(?:only|just)$/.test(words[at + 1]?.word ?? '')) return true
  }
  return false
}

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
export { isCondition, isHelp, isRisky }
