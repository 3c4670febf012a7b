import { stem } from '../../language/stems.ts'
import { wordsOf } from '../../language/words.ts'
import { byHeader, byHeaders, byText } from './section-rules.ts'

/** What a section is judged by: its title, its headings, nearest first, and its text. */
export interface SectionText {
  title: string
  headers: string[]
  content: string
}

/** So much of a text says what it is about, in words and in UTF-16 units. */
const opening = { words: 120, length: 1_500 }
const longestHeading = 300
/** What stays of a word that may be a form, a compound or a foreign cousin of one that is known. */
const beginning = 5

const wordsIn = (text: string, longest: number) => wordsOf(text.slice(0, longest)).map(({ word }) => word)
const stemOf = (word: string) => (/^\d/.test(word) ? 'NUMBER' : stem(word))

/** A feature of a word by itself, as people read it: the first word of the section that makes it. */
export function wordOf(feature: string, { headers, content }: SectionText): string | undefined {
  const own = /^([hx]):(\S+)$/.exec(feature)
  const text = own?.[1] === 'h' ? headers[0] : content
  return own ? wordsIn(text ?? '', opening.length).find((word) => stemOf(word) === own[2]) : undefined
}

/**
 * What the classifier of sections sees of one: the words and pairs of words of its own heading (`h:`), the words of the headings
 * above it (`p:`) and of the title (`t:`), the words that its text opens with (`x:`), how the words of both begin (`c:`), and what
 * the rules say of each.
 */
export function sectionFeatures({ title, headers, content }: SectionText): Set<string> {
  const features = new Set<string>()
  const [own = '', ...above] = headers
  const heading = wordsIn(own, longestHeading)
  const text = wordsIn(content, opening.length).slice(0, opening.words)
  const stems = heading.map(stemOf)
  for (const [at, one] of stems.entries()) features.add(`h:${one}`).add(`h:${stems[at - 1] ?? 'BEGIN'} ${one}`)
  for (const header of above) for (const word of wordsIn(header, longestHeading)) features.add(`p:${stemOf(word)}`)
  for (const word of wordsIn(title, longestHeading)) features.add(`t:${stemOf(word)}`)
  for (const word of text) features.add(`x:${stemOf(word)}`)
  for (const word of [...heading, ...text]) if (word.length > beginning) features.add(`c:${word.slice(0, beginning)}`)
  features.add(`own heading is ${byHeader(own)?.sectionType}`)
  features.add(`headings are ${byHeaders(headers)?.sectionType}`)
  features.add(`text is ${byText(content)?.sectionType}`)
  features.add(`title is ${byHeader(title)?.sectionType}`)
  return features
}
