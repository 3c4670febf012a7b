import type { Library } from '../library/library.ts'
import type { CitableItem } from './resources.ts'

/** What an answer may be from. */
export interface Retrieved {
  /** Those of the visitor's page first, each part best first. */
  items: CitableItem[]
  /** Those of the visitor's page. */
  here: CitableItem[]
}

const mostItems = 6
/** Sections that are looked through for some of the visitor's page. */
const mostFound = 20
/** Longest query of the library's search; a longer message is searched for by its end, where the question stands. */
const longestQuery = 1_000

/** The best sections on a question. */
export async function retrieve(library: Pick<Library, 'find'>, asked: string, pageUrl: string | null): Promise<Retrieved> {
  const page = pageUrl === null ? undefined : pageOf(pageUrl)
  const limit = page === undefined ? mostItems : mostFound
  const results = await library.find({ query: asked.slice(-longestQuery), sectionTypes: [], limit })
  const found = results.map(({ item, relevance }): CitableItem => ({ ...item, relevance }))
  const isHere = ({ sourceUrl }: CitableItem) => page !== undefined && sourceUrl !== null && pageOf(sourceUrl) === page
  const items = [...found.filter(isHere), ...found.filter((item) => !isHere(item))].slice(0, mostItems)
  return { items, here: items.filter(isHere) }
}

/** A page's address without what does not make it another page. */
function pageOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.toLowerCase()
}
