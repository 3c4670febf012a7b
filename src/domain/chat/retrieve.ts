import { searchWords } from '../../language/folding.ts'
import type { Library } from '../library/library.ts'
import type { SearchResult } from '../library/search/search.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { CitableItem } from './resources.ts'

/** The sections that an answer may use. */
export interface Retrieved {
  /** Sections of the visitor's page first, then the others; the best first in each group. */
  items: CitableItem[]
  /** Only the sections of the visitor's page. */
  here: CitableItem[]
  /** The question with its misspelt words as the library spells them. */
  spelled: string
}

const maxItems = 12
/** Search results that are checked for sections of the visitor's page. */
const maxResults = 20
/** The longest query that the library's search accepts, in characters. Of a longer message its end is used: the question stands there. */
const maxQueryLength = 1_000

/** Finds the best sections for a question. */
export async function retrieve(
  library: Pick<Library, 'find'>,
  asked: string,
  { pageUrl, visitor }: Pick<ChatTurn, 'pageUrl' | 'visitor'>,
): Promise<Retrieved> {
  const page = pageUrl === null ? undefined : pageOf(pageUrl)
  const limit = page === undefined ? maxItems : maxResults
  const request = { query: asked.slice(-maxQueryLength), sectionTypes: [], limit, owner: visitor }
  const { results, corrections, similarities } = await library.find(request)
  const found = matched(results, await similarities())
  const isHere = ({ sourceUrl }: CitableItem) => page !== undefined && sourceUrl !== null && pageOf(sourceUrl) === page
  const items = [...found.filter(isHere), ...found.filter((item) => !isHere(item))].slice(0, maxItems)
  return { items, here: items.filter(isHere), spelled: respelled(asked, corrections) }
}

/** What a search found, as an answer takes it. */
export const matched = (results: readonly SearchResult[], similarities: readonly number[][]): CitableItem[] =>
  results.map(({ item, relevance, match }, index) => ({ ...item, relevance, match: { ...match, chunks: similarities[index] ?? [] } }))

/** A text with its words as they were corrected, all else as it is. */
const respelled = (text: string, corrections: ReadonlyMap<string, string>): string =>
  corrections.size === 0 ? text : text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(searchWords(word)[0] ?? '') ?? word)

/** A page's address without the parts that do not tell pages apart: scheme, `www.`, query, fragment, final slash. */
function pageOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.toLowerCase()
}
