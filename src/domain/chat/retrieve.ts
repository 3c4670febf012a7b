import type { Library } from '../library/library.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { CitableItem } from './resources.ts'

/** The sections that an answer may use. */
export interface Retrieved {
  /** Sections of the visitor's page first, then the others; the best first in each group. */
  items: CitableItem[]
  /** Only the sections of the visitor's page. */
  here: CitableItem[]
}

const maxItems = 6
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
  const results = await library.find({ query: asked.slice(-maxQueryLength), sectionTypes: [], limit, owner: visitor })
  const found = results.map(({ item, relevance }): CitableItem => ({ ...item, relevance }))
  const isHere = ({ sourceUrl }: CitableItem) => page !== undefined && sourceUrl !== null && pageOf(sourceUrl) === page
  const items = [...found.filter(isHere), ...found.filter((item) => !isHere(item))].slice(0, maxItems)
  return { items, here: items.filter(isHere) }
}

/** A page's address without the parts that do not tell pages apart: scheme, `www.`, query, fragment, final slash. */
function pageOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.toLowerCase()
}
