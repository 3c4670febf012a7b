import { isDeepStrictEqual } from 'node:util'
import { drugsNamed } from '../drugs/drugs-named.ts'
import type { MedicineNames } from '../drugs/medicine-names.ts'
import type { Library } from '../library/library.ts'
import type { SearchRequest, SearchResult } from '../library/search/search.ts'
import { questionCore } from './answer/extractive/question-core.ts'
import type { ChatTurn } from './begin-turn.ts'
import type { CitableItem } from './resources.ts'

/** The sections that an answer may use. */
export interface RetrievedSections {
  /** Sections of the visitor's page first, then the others; the best first in each group. */
  items: CitableItem[]
  /** Only the sections of the visitor's page. */
  here: CitableItem[]
  /** The question in English, its misspelt words as the library spells them. */
  read: string
}

const maxItems = 12
/** Search results that are checked for sections of the visitor's page. */
const maxResults = 20
/** The longest query that the library's search accepts, in characters. Of a longer message its end is used: the question stands there. */
const maxQueryLength = 1_000

type Visit = Pick<ChatTurn, 'pageUrl' | 'visitor'>

/**
 * The library with the search for a message begun, for whoever first has to store the message. A message that is read otherwise
 * than it was said is searched for anew.
 * @returns `ended` resolves when that search has ended, however it did
 */
export function searchedAhead<L extends Pick<Library, 'find' | 'isFirstReading'>>(
  library: L,
  message: string,
  visit: Visit,
): { searched: L; ended: Promise<void> } {
  const ahead = searchFor(message, visit)
  // Asked before the search: what is read after it was not found by it.
  const reading = library.isFirstReading()
  const found = library.find(ahead)
  const find = (search: SearchRequest) => (isDeepStrictEqual(search, ahead) ? found : library.find(search))
  const end = () => {}
  reading.catch(end)
  return { searched: { ...library, isFirstReading: () => reading, find }, ended: found.then(end, end) }
}

const searchFor = (asked: string, { pageUrl, visitor }: Visit): SearchRequest => ({
  query: asked.slice(-maxQueryLength),
  sectionTypes: [],
  limit: placeOf(pageUrl) === undefined ? maxItems : maxResults,
  owner: visitor,
})

/** Finds the best sections for a question: for all of it, and for what it asks after all that it tells. */
export async function retrieve(
  library: Pick<Library, 'find'>,
  asked: string,
  { names, ...visit }: Visit & { names: MedicineNames },
): Promise<RetrievedSections> {
  const page = placeOf(visit.pageUrl)
  const finding = async (query: string) => {
    const { results, read } = await library.find(searchFor(query, visit))
    return { read, items: matched(results) }
  }
  const whole = await finding(asked)
  const core = coreOf(whole.read, names)
  const both = core === undefined ? whole.items : merged(whole.items, (await finding(core)).items)
  const isHere = ({ sourceUrl }: CitableItem) => page !== undefined && placeOf(sourceUrl) === page
  const items = [...both.filter(isHere), ...both.filter((item) => !isHere(item))].slice(0, maxItems)
  return { items, here: items.filter(isHere), read: whole.read }
}

/** What is asked, with the medicines that only the story before it names; none where that is the whole message. */
function coreOf(message: string, names: MedicineNames): string | undefined {
  const core = questionCore(message)
  if (core === message) return undefined
  const said = new Set(drugsNamed(core, names).map(({ ingredient }) => ingredient))
  const others = drugsNamed(message, names).filter(({ ingredient }) => !said.has(ingredient))
  return [...others.map(({ word }) => word), core].join(' ')
}

/** What two searches found, each section as the one that it matches better has it, the best first. */
function merged(one: readonly CitableItem[], other: readonly CitableItem[]): CitableItem[] {
  const best = new Map<string, CitableItem>()
  for (const item of [...one, ...other]) {
    const known = best.get(item.id)
    if (!known || known.relevance < item.relevance) best.set(item.id, item)
  }
  return [...best.values()].sort((first, second) => second.relevance - first.relevance)
}

/** What a search found, as an answer takes it. */
export const matched = (results: readonly SearchResult[]): CitableItem[] =>
  results.map(({ item, relevance, match }) => ({ ...item, relevance, match }))

/** A page's address without the parts that do not tell pages apart: scheme, `www.`, query, fragment, final slash. */
function placeOf(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`.toLowerCase()
}
