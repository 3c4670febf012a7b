import { useRef, useState } from 'preact/hooks'
import { operations, type SearchHit } from './operations.ts'
import { addressOf, siteOf } from './resource-cards.tsx'
import { Link } from './rich-text.tsx'
import { RequestError } from './service-client.ts'
import { useSurroundings } from './surroundings.ts'
import { problemText } from './texts.ts'

type Search = { state: 'none' } | { state: 'asking' } | { state: 'found'; hits: SearchHit[] } | { state: 'failed'; code: string }

/** The library by a query: what was found, and how to look. */
export function useSearch() {
  const { client, texts, announce } = useSurroundings()
  const [search, setSearch] = useState<Search>({ state: 'none' })
  const looking = useRef<AbortController>(undefined)
  async function look(query: string): Promise<boolean> {
    looking.current?.abort()
    looking.current = new AbortController()
    const { signal } = looking.current
    setSearch({ state: 'asking' })
    try {
      const { found } = await client.ask<{ found: { results: SearchHit[] } }>(operations.search, { query: query.trim() }, signal)
      if (signal.aborted) return false
      setSearch({ state: 'found', hits: found.results })
      announce(found.results.length > 0 ? texts.found(found.results.length) : texts.noResults)
      return true
    } catch (error) {
      if (signal.aborted) return false
      const code = error instanceof RequestError ? error.code : 'UNAVAILABLE'
      setSearch({ state: 'failed', code })
      announce(problemText(texts, code))
      return false
    }
  }
  return { search, look }
}

export function SearchResults({ search }: { search: Search }) {
  const { texts } = useSurroundings()
  if (search.state === 'none') return <p class="note">{texts.searchFor}.</p>
  if (search.state === 'asking') return <p class="note busy">{texts.searching}</p>
  if (search.state === 'failed') return <p class="note problem">{problemText(texts, search.code)}</p>
  if (search.hits.length === 0) return <p class="note">{texts.noResults}</p>
  return (
    <ul class="hits">
      {search.hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
    </ul>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { texts, client } = useSurroundings()
  const { title, sectionHeader, excerpt, videoId, timestampStart, timestampDisplay } = hit
  const ofVideo = addressOf({ videoId: videoId ?? null, timestampSeconds: timestampStart ?? null }, client.base)
  const address = ofVideo ?? addressOf({ url: hit.sourceUrl }, client.base)
  const place = videoId ? [texts.video, timestampDisplay] : [siteOf(address)]
  return (
    <li class="card">
      <h3>
        <Link href={address} newTab={texts.newTab}>
          <span class="title">{sectionHeader ? `${title}: ${sectionHeader}` : title}</span>
        </Link>
      </h3>
      <p class="place">{place.filter(Boolean).join(' · ')}</p>
      <p class="excerpt">{excerpt}</p>
    </li>
  )
}
