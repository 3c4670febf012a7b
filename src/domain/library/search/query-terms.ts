import { correctedEnglish, isEnglish } from '../../../language/english-words.ts'
import { searchWords } from '../../../language/folding.ts'
import { inEnglish } from '../../../language/spanish/in-english.ts'
import type { Session } from '../../../platform/database/session.ts'
import { dictionary } from '../../drugs/medicine-names.ts'
import { correctWord } from './correct-word.ts'
import { isLayWord, layPhrases } from './lay-words.ts'

/** Distinct words of a query that are used; more say little about what is wanted. */
const maxWords = 48

/** Unknown words of a query that spelling correction is tried on. */
const maxCorrections = 5

/** Labels' words for everyday ones that the embedding model gets; more would say more than the query. */
const maxGloss = 8

/** A substitute counts less than a word of the query itself. */
const substituteWeight = 0.6

/** A stem of the query that the library knows. */
export interface QueryTerm {
  id: number
  itemCount: number
  weight: number
  /** Whether the stem names what documents are about, such as a medicine or a disease: it mostly occurs in titles. */
  isSubject: boolean
}

export interface QueryTerms {
  terms: QueryTerm[]
  /** How many stems of the query no item contains. */
  unknown: number
  /** The query in English with corrected spelling, followed by what labels call its everyday words: for the embedding model. */
  glossed: string
  /** The misspelt words of the query with the library's words that they were read as, all folded. */
  corrections: ReadonlyMap<string, string>
}

interface Lexeme {
  word: string
  lexeme: string
  id: number | null
  itemCount: number | null
  titleCount: number | null
}

/** The stems of words (stop words have none) with the number of items that contain them. */
function lexemesOf({ prisma }: Session, words: string[]): Promise<Lexeme[]> {
  return prisma.$queryRaw`
    SELECT word, lexeme, search_term.id, search_term.item_count AS "itemCount", search_term.title_count AS "titleCount"
    FROM unnest(${words}::text[]) AS word
    CROSS JOIN LATERAL unnest(tsvector_to_array(to_tsvector('english', word))) AS lexeme
    LEFT JOIN search_term ON search_term.term = lexeme AND search_term.item_count > 0`
}

/**
 * Turns a query into the library's terms: stems, corrections of misspelt words ("humria": the library's, "fridg": English), and the words of labels for everyday ones
 * ("shot": injection). A Spanish query is read word for word in English and in its own words, whichever the library has more of first.
 */
export async function queryTerms(session: Session, query: string): Promise<QueryTerms> {
  const english = inEnglish(query)
  const [own, other] = english === query ? [query, ''] : await rather(session, english, query)
  const said = searchWords(own)
  const words = [...new Set(said)].slice(0, maxWords)
  const lexemes = await lexemesOf(session, words)
  const corrections = new Map<string, string>()
  let tried = 0
  for (const { word, id } of lexemes) {
    // An English word that the library lacks is not misspelt.
    if (id !== null || isLayWord(word) || isEnglish(word)) continue
    const ofLibrary = tried < maxCorrections ? await correctWord(session, word) : undefined
    tried++
    const correction = ofLibrary ?? (dictionary.at([word], 0) ? undefined : correctedEnglish(word))
    if (correction) corrections.set(word, correction)
  }
  const spelled = said.slice(0, maxWords).map((word) => corrections.get(word) ?? word)
  const phrases = layPhrases(spelled)
  const meant = phrases.flatMap((phrase) => [...phrase.meant, ...phrase.wide])
  const gloss = [...new Set(phrases.flatMap((phrase) => phrase.meant))].filter((word) => !words.includes(word)).slice(0, maxGloss)
  const others = searchWords(other).slice(0, maxWords)
  const substitutes = [...new Set([...corrections.values(), ...meant, ...others])].filter((word) => !words.includes(word))
  const found = substitutes.length === 0 ? [] : await lexemesOf(session, substitutes)

  const terms = new Map<number, QueryTerm>()
  const add = ({ id, itemCount, titleCount }: Lexeme, weight: number) => {
    if (id === null || itemCount === null || titleCount === null || terms.has(id)) return
    terms.set(id, { id, itemCount, weight, isSubject: weight === 1 && titleCount >= itemCount / 2 })
  }
  const corrected = corrections.size === 0 ? english : withCorrections(english, corrections)
  const correct = new Set(corrections.values())
  for (const lexeme of lexemes) add(lexeme, 1)
  for (const lexeme of found) add(lexeme, correct.has(lexeme.word) ? 1 : substituteWeight)
  return {
    terms: [...terms.values()],
    unknown: lexemes.filter(({ word, id }) => id === null && !corrections.has(word)).length,
    glossed: [corrected, ...(gloss.length === 0 ? [] : [`(${gloss.join(', ')})`])].join(' '),
    corrections,
  }
}

const withCorrections = (text: string, corrections: ReadonlyMap<string, string>) =>
  searchWords(text)
    .map((word) => corrections.get(word) ?? word)
    .join(' ')

/** The wording of which the library knows the greater share of words first. */
async function rather(session: Session, english: string, spanish: string): Promise<[string, string]> {
  const known = async (text: string) => {
    const lexemes = await lexemesOf(session, [...new Set(searchWords(text))].slice(0, maxWords))
    return lexemes.filter(({ id }) => id !== null).length / Math.max(1, lexemes.length)
  }
  return (await known(english)) >= (await known(spanish)) ? [english, spanish] : [spanish, english]
}
